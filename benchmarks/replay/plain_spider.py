"""Plain Scrapy, to compare with: it fetches a list of addresses and takes all links of every page.

    scrapy runspider plain_spider.py -a urls=FILE

Every link becomes a request, as in any spider; those outside the list are filtered as if they were known, so
that two crawls see the same pages.
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
    """Lets the addresses of the spider's list through, once each."""

    wanted: set[str]

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor."""
        filter_ = super().from_crawler(crawler)
        assert isinstance(crawler.spider, PlainSpider)
        filter_.wanted = {filter_.request_fingerprint(Request(url)) for url in crawler.spider.urls}
        return filter_

    def request_seen(self, request: Request) -> bool:
        """Whether a request is not to be made, or was."""
        fingerprint = self.request_fingerprint(request)
        if fingerprint not in self.wanted:
            return True
        self.wanted.remove(fingerprint)
        return False


class PlainSpider(Spider):
    """Fetches a list; follows what LinkExtractor finds."""

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
        """Ask for the list."""
        for url in self.urls:
            yield Request(url)

    def parse(self, response: Response, **kwargs: Any) -> Iterator[Any]:
        """Follow every link."""
        if isinstance(response, HtmlResponse):
            for link in self.links.extract_links(response):
                yield Request(link.url)
