"""Plain Scrapy for comparison: fetches a list of URLs and extracts all links of every page.

    scrapy runspider plain_spider.py -a urls=FILE

Every link becomes a request, as in any spider. Requests outside the list are filtered as if they were
duplicates, so that two crawls fetch the same pages.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Self

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.dupefilters import RFPDupeFilter
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor

from benchmarks.sites.plain_settings import PLAIN_SETTINGS
from topiccrawl import settings as shipped


class ListedOnce(RFPDupeFilter):
    """Lets each URL of the spider's list pass once."""

    wanted: set[str]

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor."""
        filter_ = super().from_crawler(crawler)
        assert isinstance(crawler.spider, PlainSpider)
        filter_.wanted = {filter_.request_fingerprint(Request(url)) for url in crawler.spider.urls}
        return filter_

    def request_seen(self, request: Request) -> bool:
        """Return whether a request is filtered."""
        fingerprint = self.request_fingerprint(request)
        if fingerprint not in self.wanted:
            return True
        self.wanted.remove(fingerprint)
        return False


class PlainSpider(Spider):
    """Fetches a list of URLs; yields a request for every link that LinkExtractor finds."""

    name = "plain"
    custom_settings = {  # noqa: RUF012
        **PLAIN_SETTINGS,
        "CONCURRENT_REQUESTS_PER_DOMAIN": shipped.CONCURRENT_REQUESTS_PER_DOMAIN,
        "DUPEFILTER_CLASS": ListedOnce,
    }

    def __init__(self, urls: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.urls = Path(urls).read_text(encoding="utf-8").split()
        self.links = LinkExtractor()

    async def start(self) -> AsyncIterator[Any]:
        """Yield a request for each URL of the list."""
        for url in self.urls:
            yield Request(url)

    def parse(self, response: Response, **kwargs: Any) -> Iterator[Any]:
        """Yield a request for every link."""
        if isinstance(response, HtmlResponse):
            for link in self.links.extract_links(response):
                yield Request(link.url)
