"""Extension that reports to the supervisor of the worker."""

from __future__ import annotations

from typing import Any, Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.utils.asyncio import create_looping_call

from topiccrawl.crawl.page_timing import working_on
from topiccrawl.supervision.worker import StopSignals, is_supervised, this_life, worker_status

_BEAT = 0.5
"""Seconds between two heartbeats of the event loop."""


class Watch:
    """Counts requests, responses, items and errors for the next worker, and sends heartbeats.

    It is only active in a worker that has a supervisor.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._beating: Any = None
        self._stop_signals = StopSignals(worker_status())
        self._stop_signals.install()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the extension in a supervised worker."""
        if not is_supervised():
            raise NotConfigured
        watch, status = cls(crawler), worker_status()
        for signal, handler in (
            (signals.request_reached_downloader, status.count_request),
            (signals.response_received, watch.response_received),
            (signals.item_scraped, status.count_item),
            (signals.spider_error, status.count_error),
            (signals.spider_opened, watch.spider_opened),
            (signals.engine_started, watch.engine_started),
            (signals.spider_closed, watch.spider_closed),
        ):
            crawler.signals.connect(handler, signal)
        return watch

    def engine_started(self) -> None:
        """Handle signals before Scrapy's handlers, which are installed by now."""
        self._stop_signals.install()

    def response_received(self, response: Response, request: Request) -> None:
        """Count a response; other components may process it now."""
        worker_status().responses += 1
        working_on(request.url)

    def spider_opened(self) -> None:
        """Start the heartbeats."""
        self._beating = create_looping_call(worker_status().beat)
        self._beating.start(_BEAT)
        assert self._crawler.stats is not None  # set before any component is created
        self._crawler.stats.set_value("topiccrawl/worker/restarts", this_life().number - 1)

    def spider_closed(self) -> None:
        """Stop the heartbeats: the end of a crawl may take as long as it needs."""
        if self._beating is not None and self._beating.running:
            self._beating.stop()
        worker_status().rest()
