"""Scrapy, breadth first: a CrawlSpider that follows all links, with the settings of Scrapy's FAQ for that."""

from __future__ import annotations

from typing import Any

from scrapy.crawler import CrawlerProcess
from scrapy.exceptions import CloseSpider
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule

from benchmarks.peers.task import CONCURRENT_PER_HOST, CONCURRENT_REQUESTS, PageFile, Task, given_task

POLITENESS = {
    "ROBOTSTXT_OBEY": True,
    "DOWNLOAD_DELAY": 0,
    "AUTOTHROTTLE_ENABLED": False,
    "CONCURRENT_REQUESTS": CONCURRENT_REQUESTS,
    "CONCURRENT_REQUESTS_PER_DOMAIN": CONCURRENT_PER_HOST,
    "LOG_LEVEL": "WARNING",
}
_BREADTH_FIRST = {
    "DEPTH_PRIORITY": 1,
    "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
    "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
}


class StoringSpider(CrawlSpider):
    """Follows all links and stores all pages."""

    name = "contest"
    rules = (Rule(LinkExtractor(), callback="store", follow=True),)

    def __init__(self, task: Task) -> None:
        super().__init__()
        self.task = task
        self.start_urls = task.seeds
        self.file = PageFile(task.pages)

    def store(self, response: Response, **kwargs: Any) -> list[object]:
        """Store a page; close the spider once the budget is spent."""
        if self.file.full:
            raise CloseSpider("budget")
        if isinstance(response, HtmlResponse) and response.status == 200:
            self.file.add(response.url, response.text)
        return []

    parse_start_url = store


def run(spider: type[StoringSpider], settings: dict[str, object]) -> None:
    """Run a spider with the settings of politeness that all Scrapy spiders of the contest share."""
    process = CrawlerProcess({**POLITENESS, **settings})
    process.crawl(spider, task=given_task())
    process.start()


if __name__ == "__main__":
    run(StoringSpider, dict(_BREADTH_FIRST))
