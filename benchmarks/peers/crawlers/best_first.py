"""crawl4ai's BestFirstCrawlingStrategy over HTTP, with the topic words for its KeywordRelevanceScorer.

It takes one start URL; the seeds are given as saved state, as if a crawl was resumed. Its check of robots.txt
does not use a proxy.
"""

from __future__ import annotations

import asyncio

from crawl4ai import AsyncWebCrawler, CacheMode, CrawlerRunConfig, HTTPCrawlerConfig, LXMLWebScrapingStrategy
from crawl4ai.async_configs import ProxyConfig
from crawl4ai.async_crawler_strategy import AsyncHTTPCrawlerStrategy
from crawl4ai.deep_crawling import BestFirstCrawlingStrategy
from crawl4ai.deep_crawling.scorers import KeywordRelevanceScorer

from benchmarks.peers.task import PageFile, given_task


async def main() -> None:
    task = given_task()
    file = PageFile(task.pages)
    seeds = [{"score": -1.0, "depth": 0, "url": seed, "parent_url": None} for seed in task.seeds]
    strategy = BestFirstCrawlingStrategy(
        max_depth=50,
        include_external=True,
        url_scorer=KeywordRelevanceScorer(keywords=task.words, weight=1.0),
        max_pages=task.pages,
        resume_state={"queue_items": seeds, "depths": dict.fromkeys(task.seeds, 0)},
    )
    config = CrawlerRunConfig(
        deep_crawl_strategy=strategy,
        scraping_strategy=LXMLWebScrapingStrategy(),
        cache_mode=CacheMode.BYPASS,
        proxy_config=ProxyConfig(server=task.proxy),
        stream=True,
        verbose=False,
    )
    over_http = AsyncHTTPCrawlerStrategy(browser_config=HTTPCrawlerConfig(verify_ssl=False))
    async with AsyncWebCrawler(crawler_strategy=over_http) as crawler:
        async for result in await crawler.arun(task.seeds[0], config=config):
            if result.success:
                file.add(result.redirected_url or result.url, result.html)


if __name__ == "__main__":
    asyncio.run(main())
