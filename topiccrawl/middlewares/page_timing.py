"""Middlewares that time what is done with a page; inactive without a supervisor."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.page_timing import time_page, working_on
from topiccrawl.supervision.worker import is_supervised


class DownloadTiming:
    """Downloader middleware nearest to the downloader: a response starts the work on its page."""

    def __init__(self, crawler: Crawler) -> None:
        self._engine = EngineView(crawler)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware in a supervised worker."""
        if not is_supervised():
            raise NotConfigured
        return cls(crawler)

    def process_response(self, request: Request, response: Response) -> Response:
        """Time what is done with a response of a crawl that has a frontier."""
        if (scheduler := self._engine.scheduler) is not None:
            time_page(scheduler.key_in_flight(request), request.url, response.url)
            working_on(request.url)
        return response


class CallbackTiming:
    """Spider middleware nearest to the spider: what a callback does is work on its page."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware in a supervised worker."""
        if not is_supervised():
            raise NotConfigured
        return cls()

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """Yield everything."""
        working_on(response.url)
        async for item in result:
            yield item
            working_on(response.url)
