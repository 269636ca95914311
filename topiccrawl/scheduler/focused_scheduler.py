"""The scheduler: scores every link when it is found, drops what is not worth a visit, serves best first."""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.core.scheduler import Scheduler
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.spiders import Spider

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.start_errors import told_at_start
from topiccrawl.crawl.visit import PRIORITY_KEY, link_context, link_priority_of
from topiccrawl.page.canonical_url import url_key
from topiccrawl.scheduler.frontier_scheduler import FrontierScheduler
from topiccrawl.scheduler.request_codec import why_of
from topiccrawl.storage.frontier.contract import Frontier, State
from topiccrawl.storage.records import LinkRecord

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

STAGE = "frontier"
_RETRIED_KEY = "topiccrawl_retried"
"""In the meta of a request that is unfiltered for being a retry alone: its URL."""
_REMEMBERED_DROPS = 100_000
_SEED_SCORE = 1.0
"""Seeds have it; the priority of a link is always lower."""
_LEAST_DELAY = 0.05
"""Seconds that stand for a delay of none: a host without delays is busy too while it answers."""
_SLOWER_HOST = 4.0
"""How many times as slow as an idle host the host of better links may be before the idle one waits less."""


def waiting_time(score: float, best: float, delay: float, best_delay: float, patience: float) -> float:
    """Seconds that an idle host waits before it is asked for a link that is worse than the best one waiting.

    The best links often wait for a host that must not be asked again yet. Asking the idle hosts for whatever
    they have would spend the page budget on the worse links: each waits the longer, the worse it is. It waits
    less for a host that is much slower than itself, or one slow host would hold up the crawl.

    Args:
        score: of the best link of the idle host.
        best: score of the best link that waits anywhere.
        delay: seconds between two requests to the idle host.
        best_delay: the same for the host of the best link.
        patience: delays to wait for each tenth of score; 0: never wait.

    >>> waiting_time(0.5, 0.7, 1.0, 1.0, 30.0), waiting_time(0.5, 0.7, 1.0, 16.0, 30.0)
    (60.0, 15.0)
    """
    delay, best_delay = max(delay, _LEAST_DELAY), max(best_delay, _LEAST_DELAY)
    slower = min(1.0, _SLOWER_HOST * delay / best_delay)
    return round((best - score) * 10 * patience * delay * slower, 9)


class FocusedScheduler(FrontierScheduler):
    """Formula 5 decides whether and when a request is made.

    A request is scored on `enqueue_request` from the `LinkContext` in its meta; at or below the topic's
    threshold it is dropped with a counter and a row (`topiccrawl/drops/frontier/...`). `next_request` gives
    the best request among the hosts that may be asked now: those whose downloader slot has room and nobody
    queueing in it, so that a better link found meanwhile can still overtake. While much better links wait for
    a busy host, an idle one is held back for a while (`TOPICCRAWL_PATIENCE`). At the start links wait until
    the seeds are read, for `TOPICCRAWL_SEED_HEAD_START` seconds at most. The frontier is the session's: it
    outlives the process, and the same crawl started again goes on where it was.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._session = CrawlSession.of(crawler)
        self._dropped: OrderedDict[bytes, float] = OrderedDict()
        self._patience = crawler.settings.getfloat("TOPICCRAWL_PATIENCE")
        self._delay = crawler.settings.getfloat("DOWNLOAD_DELAY")
        self._best: tuple[float, float] | None = None
        self._idle_since: dict[str, float] = {}
        self._head_start = crawler.settings.getfloat("TOPICCRAWL_SEED_HEAD_START")
        self._seeds_first = True
        self._seeds_expected = len(getattr(crawler.spider, "topic", self._session.focus.topic).seeds)
        self._seeds_waiting: set[bytes] = set()
        self._seeds_asked: list[Request] = []
        self._opened = time.monotonic()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self | Scheduler:  # type: ignore[override]
        """Scrapy's constructor; spiders without a topic, and Scrapy's shell, get Scrapy's own scheduler."""
        try:
            return cls(crawler)
        except NotConfigured:
            return Scheduler.from_crawler(crawler)

    def open(self, spider: Spider) -> Deferred[None] | None:
        """Open the ledger: nothing is asked for before it is known that it can be stored."""
        with told_at_start():
            self._session.ledger.open()
        self._opened = time.monotonic()
        return super().open(spider)

    def open_frontier(self, spider: Spider) -> Frontier[bytes] | None:
        """The session's frontier."""
        return self._session.open_frontier(spider)

    def enqueue_request(self, request: Request) -> bool:
        """Take a request in, or drop it; True when it was taken."""
        came_from = request.meta.get("redirect_urls", [])
        if request.dont_filter:
            self._filter_after_retries(request, came_from)
        if came_from and not urlsplit(request.url).hostname:  # https:///path: there is nobody to ask
            self._session.ledger.drop(request, "download", "no_host")
            return False
        if came_from and request.meta.get("download_slot") == urlsplit(came_from[-1]).hostname:
            del request.meta["download_slot"]  # or the new host's pages would wait in the old one's queue
        if not request.dont_filter and request.url in came_from:
            self._session.ledger.drop(request, "download", "redirect_loop")
            return False
        if request.errback is None:  # or a failure would end without a row
            request.errback = getattr(self._crawler.spider, "failed", None)
        seed = link_context(request).seed
        if not (seed or request.dont_filter or self._session.focus.in_domains(request.url)):
            return self._drop(request, url_key(request.url), "domain", 0.0)
        if seed and not (came_from or request.dont_filter):
            self._seeds_expected -= 1
        return super().enqueue_request(request)

    def next_request(self) -> Request | None:
        """The best request among the hosts that may be asked now."""
        self._best = None
        request = super().next_request()
        if request is not None:
            self._idle_since.pop(self._engine.slot_of(request), None)
            if self._seeds_first and link_context(request).seed:
                self._seeds_waiting.discard(self._key_in_flight(request))
                self._seeds_asked.append(request)
        return request

    def key_of(self, request: Request) -> bytes:
        """What the frontier knows a request by; one that must not be filtered is always new."""
        return os.urandom(20) if request.dont_filter else url_key(request.url)

    def url_key_of(self, request: Request) -> bytes:
        """What the frontier knows requests by that are filtered."""
        return url_key(request.url)

    def is_another_try(self, request: Request, earlier: Request) -> bool:
        """A retry, or a redirect to another form of the same URL, such as https for http."""
        if url_key(request.url) != url_key(earlier.url):
            return False
        if earlier.url in request.meta.get("redirect_urls", ())[-1:]:
            return True
        return request.dont_filter and (request.method, request.body) == (earlier.method, earlier.body)

    def comes_back(self, request: Request, key: bytes) -> bool:
        """A redirect that leads back to another form of its own URL: nothing else would fetch the page."""
        return any(url_key(url) == key for url in request.meta.get("redirect_urls", ()))

    def admits(self, request: Request, key: bytes) -> bool:
        """Score a request and decide."""
        focus, context = self._session.focus, link_context(request)
        if context.seed and self._seeds_first:
            self._seeds_waiting.add(key)
        if request.dont_filter:
            return True
        # A redirect leads to what its link promised: it keeps the link's priority.
        known = link_priority_of(request) if "redirect_urls" in request.meta else None
        priority = known or focus.link(request.url, context)
        request.meta[PRIORITY_KEY] = priority
        if not context.seed and priority.value <= focus.priority.threshold:
            if self.state(key) is not State.WAITING:
                return self._drop(request, key, "priority", priority.value)
            self._count("dupefilter/filtered")
            return False
        return True

    def score_of(self, request: Request) -> float:
        """The link's priority, and what a spider or Scrapy's middlewares add to it."""
        priority = link_priority_of(request)
        return request.priority + (_SEED_SCORE if priority is None else priority.value)

    def note(self, request: Request, key: bytes, state: State, reason: str | None) -> None:
        """Leave a record of a link in a database that does not hold the queue itself."""
        if self._session.ledger.records_links:
            self._session.ledger.link(
                LinkRecord(
                    topic=self._session.ledger.topic,
                    key=key,
                    host=self._engine.slot_of(request),
                    state=state,
                    score=self.score_of(request),
                    url=request.url,
                    why=why_of(request),
                    reason=reason,
                )
            )

    def note_failure(self, request: Request, reason: str) -> None:
        """Leave a row that says why the page is not in the corpus."""
        self._session.ledger.drop(request, "failed", reason)

    def note_retry(self, request: Request, key: bytes) -> None:
        """A seed that is asked again is not read yet."""
        if self._seeds_first and link_context(request).seed:
            self._seeds_waiting.add(key)

    def mark(self) -> int:
        """The position behind the last row of the ledger."""
        return self._session.ledger.submitted

    def is_written(self, mark: int) -> bool:
        """Whether the ledger's rows before a position are committed."""
        return self._session.ledger.written >= mark

    async def all_written(self) -> None:
        """Wait for the ledger."""
        await self._session.ledger.flush()

    def must_wait(self) -> bool:
        """Whether the ledger is behind."""
        return self._session.ledger.is_behind

    def may_go(self, host: str, score: float) -> bool:
        """Whether a host may be asked now, for a link of this score; called for the best host first."""
        if self._seeds_first and score < _SEED_SCORE:
            if not self._seeds_are_read():
                return False
            self._seeds_first = False
        now = time.monotonic()
        if not self._session.pauses.is_over(host, now):
            self._idle_since.pop(host, None)
            return False
        slot = self._engine.slot(host)
        delay = self._delay if slot is None else slot.delay
        if self._best is None:
            self._best = score, delay
        if not self.is_free(host):
            self._idle_since.pop(host, None)
            return False
        idle = now - self._idle_since.setdefault(host, now)
        best_score, best_delay = self._best
        return idle >= waiting_time(score, best_score, delay, best_delay, self._patience)

    def _filter_after_retries(self, request: Request, came_from: Sequence[str]) -> None:
        """Filter what a retried request is redirected to, unless the spider wished otherwise.

        Scrapy's retries are not filtered, and its redirects take that over from them.
        """
        meta = request.meta
        if came_from and meta.get(_RETRIED_KEY) == came_from[-1]:
            del meta[_RETRIED_KEY]
            request.dont_filter = False
        elif meta.get("retry_times") and _RETRIED_KEY not in meta:
            lease = self._followed_up(request)
            if lease is not None and not lease.request.dont_filter:
                meta[_RETRIED_KEY] = request.url

    def _drop(self, request: Request, key: bytes, reason: str, score: float) -> bool:
        """Drop a link; the same address is written down again only when it came with a better score."""
        if score > self._dropped.get(key, -1.0):
            self._dropped[key] = score
            self._session.ledger.drop(request, STAGE, reason, score)
            if len(self._dropped) > _REMEMBERED_DROPS:
                self._dropped.popitem(last=False)
        return False

    def _seeds_are_read(self) -> bool:
        """Whether the links of every seed that answers in time are in the frontier."""
        if time.monotonic() - self._opened >= self._head_start:
            return True
        return (
            self._seeds_expected <= 0
            and not self._seeds_waiting
            and len(self._engine.settled(self._seeds_asked)) == len(self._seeds_asked)
        )
