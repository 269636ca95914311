"""What a scheduler decides about requests."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from scrapy import Request
from scrapy.crawler import Crawler

from topiccrawl.storage.frontier.contract import State

HostFilter = Callable[[str, float], bool]
"""Return whether a host may be sent a request of this score; called for the best hosts first."""


class RequestPolicy:
    """Decides which requests are enqueued, in which order, and which hosts are ready.

    This one fits any spider: Scrapy's fingerprint filters duplicates, and `Request.priority` is the order.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    def key_of(self, request: Request) -> bytes:
        """Return the frontier's key of a request; a request that must not be filtered gets a new one."""
        return os.urandom(20) if request.dont_filter else self.url_key_of(request)

    def url_key_of(self, request: Request) -> bytes:
        """Return the key by which duplicates of a request are filtered."""
        assert self.crawler.request_fingerprinter is not None  # set before any component is created
        return self.crawler.request_fingerprinter.fingerprint(request)

    def is_retry(self, request: Request, earlier: Request) -> bool:
        """Return whether a request replaces an earlier one, which is still in flight."""
        return request.dont_filter and self.url_key_of(request) == self.url_key_of(earlier)

    def returns_to(self, request: Request, key: bytes) -> bool:
        """Return whether a request is made although its URL was visited, so that the URL waits again."""
        return False

    def revives(self, request: Request) -> bool:
        """Return whether a request is made although its URL was given up, if `returns_to` it, too."""
        return False

    def should_enqueue(self, request: Request, key: bytes, state: State | None) -> bool:
        """Return whether to enqueue a request whose URL is new, or waits and may get a higher score."""
        return True

    def score_of(self, request: Request) -> float:
        """Return the score of a request; higher comes first."""
        return request.priority

    def host_filter(self, has_room: Callable[[str], bool], is_idle: Callable[[str], bool]) -> HostFilter:
        """Return the filter of hosts for the next request.

        Args:
            has_room: whether another request to a host may be in flight.
            is_idle: whether no page of a host is fetched or judged.
        """
        return lambda host, score: has_room(host)

    def most_in_work(self, host: str, at_once: int) -> int:
        """Return how many pages of a host may be fetched and judged at the same time.

        Args:
            host: the downloader slot.
            at_once: number of requests to it that may run at the same time.
        """
        return sys.maxsize

    def only_waits(self, request: Request) -> bool:
        """Return whether a request is a place-holder of one that `risen` makes when its turn comes."""
        return False

    def risen(self, request: Request) -> Request | None:
        """Return the request that a place-holder stands for; None if it is dropped, and write why."""
        return request

    def is_refused(self, request: Request) -> bool:
        """Return whether a request that is next is dropped after all, and write why."""
        return False

    def as_sent(self, request: Request) -> Request:
        """Return a request that is next in the form in which it is sent."""
        return request

    def on_retry(self, request: Request, key: bytes) -> None:
        """Handle a request that is about to replace the one in flight."""

    def on_dequeued(self, request: Request, key: bytes, score: float) -> None:
        """Handle a request that is handed to the engine; it waited with this score."""
