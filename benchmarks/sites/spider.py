"""A plain spider over a whole site: every link that LinkExtractor finds becomes a request.

    scrapy runspider site_spider.py -a start=URL [-s JOBDIR=...] [-s SCHEDULER=...]

Links with more topic words in their anchor texts have a higher priority when `-a graded=1` says so. Which
links are new, and what comes next, is left to the scheduler, so that schedulers can be compared.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

from scrapy import Request, Spider
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor

from benchmarks.sites.site import anchor_grade
from benchmarks.sites.plain_settings import PLAIN_SETTINGS


class SiteSpider(Spider):
    """Follows everything, from one address on."""

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
        """Ask for the first page."""
        yield Request(self.first)

    def parse(self, response: Response, **kwargs: Any) -> Iterator[Any]:
        """Follow every link."""
        if isinstance(response, HtmlResponse):
            for link in self.links.extract_links(response):
                yield Request(link.url, priority=self.grade(link.text))
