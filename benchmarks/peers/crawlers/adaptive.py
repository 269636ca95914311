"""crawl4ai's AdaptiveCrawler over HTTP (statistical strategy), with the topic words as its query.

It stays on the site of one start URL: it runs on each seed in turn with a share of the budget. It previews up
to 50 links of each page before it chooses; the server's log counts these as well. Its stopping rules are off.
"""

from __future__ import annotations

import asyncio
from typing import Any

from crawl4ai import AdaptiveConfig, AdaptiveCrawler, AsyncWebCrawler, HTTPCrawlerConfig
from crawl4ai.async_crawler_strategy import AsyncHTTPCrawlerStrategy

from benchmarks.peers.task import PageFile, given_task


async def main() -> None:
    task = given_task()
    file = PageFile(task.pages)

    def use_proxy(url: str, options: dict[str, Any]) -> None:
        options["proxy"] = task.proxy

    def store(response: Any) -> None:
        file.add(response.redirected_url, response.html)

    over_http = AsyncHTTPCrawlerStrategy(browser_config=HTTPCrawlerConfig(verify_ssl=False))
    over_http.set_hook("before_request", use_proxy)
    over_http.set_hook("after_request", store)
    share = max(1, task.pages // len(task.seeds))
    config = AdaptiveConfig(
        confidence_threshold=1.0,
        saturation_threshold=2.0,
        min_gain_threshold=0.0,
        max_depth=share,
        max_pages=share,
    )
    async with AsyncWebCrawler(crawler_strategy=over_http) as crawler:
        for seed in task.seeds:
            await AdaptiveCrawler(crawler, config).digest(start_url=seed, query=" ".join(task.words))


if __name__ == "__main__":
    asyncio.run(main())
