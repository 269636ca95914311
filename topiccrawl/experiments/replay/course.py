"""What a replayed crawl requests, answered from a capture, and what becomes of it."""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass, field
from typing import Any

from scrapy import Request
from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.crawler import Crawler
from scrapy.http import Headers, Response
from scrapy.responsetypes import responsetypes

from topiccrawl.crawl.request_meta import LINK_KEY, priority_of
from topiccrawl.crawl.session import CrawlSession, page_finished
from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.replay.capture import Capture, is_page
from topiccrawl.priority.history import UrlHistory
from topiccrawl.priority.strategies.contract import SEED_SCORE, Outcome, VisitedPage

_CRAWL_DELAY = re.compile(rb"(?im)^[ \t]*crawl-delay[^\r\n]*")
_ENCODED = ("content-encoding", "transfer-encoding", "content-length")
"""Headers of bodies as they were sent; captured ones are unpacked."""


@dataclass(slots=True)
class Fetched:
    """An HTML page that a crawl fetched.

    Attributes:
        url: its URL.
        time: when it was fetched, in seconds from the first request.
        score: the score of the link that led to it.
        outcome: its outcome; None if the crawl ended before.
    """

    url: str
    time: float
    score: float
    outcome: Outcome | None = None


@dataclass
class Trace:
    """The record of a replayed crawl.

    Attributes:
        pages: the HTML pages fetched, in their order.
        requests: requests for links.
        missing: requests for URLs that the capture does not have.
        robots: links that a robots.txt forbids.
        left: links that still waited at the end.
        seconds: length of the crawl.
        cpu: processor seconds of the crawl.
    """

    pages: list[Fetched] = field(default_factory=list)
    requests: int = 0
    missing: int = 0
    robots: int = 0
    left: int = 0
    seconds: float = 0.0
    cpu: float = 0.0


class Course:
    """The course of one replay: its web, its budget and its trace.

    Args:
        capture: answers the requests.
        budget: HTML pages after which the crawl ends.
        seed: of the random numbers of the strategy.

    Attributes:
        error: why the crawl had to end; None if it did not.
    """

    def __init__(self, capture: Capture, budget: int, seed: int) -> None:
        self.trace = Trace()
        self.error: EvaluationError | None = None
        self._capture = capture
        self._budget = budget
        self._seed = seed
        self._fetched: dict[str, Fetched] = {}
        self._began = self._cpu = 0.0
        self._closing: asyncio.Task[None] | None = None

    def begin(self, crawler: Crawler) -> None:
        """Listen to a crawl, whose random numbers are made reproducible."""
        strategy = CrawlSession.of(crawler).strategy
        if (own := strategy.history) is not None:
            strategy.history = UrlHistory(own.capacity, self._seed, own.holds)
        crawler.signals.connect(self._finished, page_finished)
        self._began, self._cpu = time.monotonic(), time.process_time()

    def end(self, crawler: Crawler) -> None:
        """Complete the trace after the crawl."""
        trace, stats = self.trace, crawler.stats
        trace.seconds, trace.cpu = time.monotonic() - self._began, time.process_time() - self._cpu
        assert stats is not None
        trace.robots = int(stats.get_value("robotstxt/forbidden", 0))
        trace.left = int(stats.get_value("topiccrawl/frontier/waiting", 0))

    def answer(self, request: Request, crawler: Crawler) -> Response:
        """Return the captured response of a request, or one with status 404."""
        try:
            found = self._capture.get(request.url) if request.method == "GET" else None
        except EvaluationError as error:
            self.error, found = error, None
            self._close(crawler)
        if LINK_KEY in request.meta:
            self.trace.requests += 1
            self.trace.missing += found is None
            if found is not None and is_page(found):
                self._count(request, crawler)
        if found is None or not found.status:
            return Response(request.url, 404)
        named: dict[str, Any] = {key: one for key, one in found.headers.items() if key not in _ENCODED}
        headers, body = Headers(named), found.body
        if request.url.endswith("/robots.txt"):
            body = _CRAWL_DELAY.sub(b"", body)
        kind = responsetypes.from_args(headers=headers, url=request.url, body=body)
        return kind(url=request.url, status=found.status, headers=headers, body=body)

    def _count(self, request: Request, crawler: Crawler) -> None:
        if len(self.trace.pages) < self._budget:
            priority = priority_of(request)
            score = SEED_SCORE if priority is None else priority.value
            page = Fetched(request.url, time.monotonic() - self._began, score)
            self.trace.pages.append(page)
            self._fetched[page.url] = page
        if len(self.trace.pages) == self._budget:
            self._close(crawler)

    def _close(self, crawler: Crawler) -> None:
        if self._closing is None and crawler.engine is not None:
            self._closing = asyncio.ensure_future(crawler.engine.close_spider_async(reason="replayed"))

    def _finished(self, page: VisitedPage) -> None:
        if (fetched := self._fetched.get(page.url)) is not None:
            fetched.outcome = page.outcome

    def handler(self) -> type[BaseDownloadHandler]:
        """Return a download handler that answers all requests, without network."""
        course = self

        class CaptureHandler(BaseDownloadHandler):
            def __init__(self, crawler: Crawler) -> None:
                super().__init__(crawler)
                course.begin(crawler)

            async def download_request(self, request: Request) -> Response:
                return course.answer(request, self.crawler)

        return CaptureHandler
