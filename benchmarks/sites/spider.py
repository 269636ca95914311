"""A plain spider over a whole site: every link that LinkExtractor finds becomes a request.

    scrapy runspider spider.py -a start=URL [-a graded=1] [-s JOBDIR=...] [-s SCHEDULER=...]

With `graded=1` a link's priority is the number of topic words in its anchor text. Deduplication and order are
left to the scheduler, so that schedulers can be compared.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from scrapy import Request, Spider
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor

from benchmarks.sites.plain_settings import PLAIN_SETTINGS
from benchmarks.sites.site import anchor_grade


class SiteSpider(Spider):
    """Follows every link, starting from one URL."""

    name = "site"
    custom_settings = {  # noqa: RUF012
        **PLAIN_SETTINGS,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 8,
    }

    def __init__(self, start: str, graded: str = "", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.first = start
        self.grade = anchor_grade if graded else lambda anchor: 0
        self.links = LinkExtractor()

    async def start(self) -> AsyncIterator[Any]:
        """Yield the request for the first page."""
        yield Request(self.first)

    def parse(self, response: Response, **kwargs: Any) -> Iterator[Any]:
        """Yield a request for every link."""
        if isinstance(response, HtmlResponse):
            for link in self.links.extract_links(response):
                yield Request(link.url, priority=self.grade(link.text))
