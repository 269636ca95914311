"""Scrapy's signals about requests in flight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scrapy import Request, signals
from scrapy.crawler import Crawler
from twisted.python.failure import Failure

from topiccrawl.errors import StorageError
from topiccrawl.scheduler.in_flight import End, Lease, Leases


class LeaseSignals:
    """Keeps leases up to date: errors of their pages decide how they end, downloads go to the frontier.

    Args:
        leases: of the requests in flight.
        stop: called when the database or the frontier has failed for good.
    """

    def __init__(self, leases: Leases, stop: Callable[[StorageError], None]) -> None:
        self._leases = leases
        self._stop = stop

    def connect_errors(self, crawler: Crawler) -> None:
        """Listen to errors of callbacks, errbacks and item pipelines."""
        crawler.signals.connect(self._failed, signals.item_error)
        crawler.signals.connect(self._failed, signals.spider_error)

    def connect_downloads(self, crawler: Crawler) -> None:
        """Listen to downloads, for a frontier that outlives a crash."""
        crawler.signals.connect(self._headers_received, signals.headers_received)
        crawler.signals.connect(self._left_downloader, signals.request_left_downloader)

    def _failed(self, response: Any, failure: Failure) -> None:
        # The response of an errback is a failure, which has the request as well.
        lease = self._leases.get(getattr(response, "request", None))
        error = failure.value
        if isinstance(error, StorageError):
            if lease is not None:
                lease.ends(End.RELEASED)
            self._stop(error)
        elif lease is not None:
            lease.ends(End.FAILED, type(error).__name__)

    def _headers_received(self, request: Request) -> None:
        if (lease := self._leases.get(request)) is not None:
            self._report(lease.frontier.answering, lease)

    def _left_downloader(self, request: Request) -> None:
        if (lease := self._leases.get(request)) is not None:
            self._leases.fetched(lease)
            self._report(lease.frontier.fetched, lease)

    def _report(self, event: Callable[[bytes], None], lease: Lease) -> None:
        try:
            event(lease.key)
        except StorageError as error:
            self._stop(error)
