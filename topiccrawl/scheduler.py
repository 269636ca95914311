"""The scheduler: scores every link when it is found, drops what is not worth a visit, serves best first."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.core.scheduler import BaseScheduler, Scheduler
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.spiders import Spider

from topiccrawl.page.canonical_url import url_key
from topiccrawl.session import CrawlSession
from topiccrawl.storage.frontier import Entry, Frontier
from topiccrawl.storage.frontier_memory import MemoryFrontier
from topiccrawl.visit import PRIORITY_KEY, link_context, link_priority_of

if TYPE_CHECKING:
    from scrapy.core.downloader import Downloader
    from twisted.internet.defer import Deferred

STAGE = "frontier"
_REMEMBERED_DROPS = 100_000
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


class FocusedScheduler(BaseScheduler):
    """Formula 5 decides whether and when a request is made.

    A request is scored on `enqueue_request` from the `LinkContext` in its meta; at or below the topic's
    threshold it is dropped with a counter and a row (`topiccrawl/drops/frontier/...`). `next_request` gives
    the best request among the hosts that may be asked now: those whose downloader slot has room and nobody
    queueing in it, so that a better link found meanwhile can still overtake. While much better links wait for
    a busy host, an idle one is held back for a while (`TOPICCRAWL_PATIENCE`). At the start links wait until
    the seeds are read, for `TOPICCRAWL_SEED_HEAD_START` seconds at most. Scrapy's own keys
    (`scheduler/enqueued`, `dupefilter/filtered` ...) keep counting.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._session = CrawlSession.of(crawler)
        self._frontier: Frontier[Request] = MemoryFrontier()
        self._dropped: OrderedDict[bytes, float] = OrderedDict()
        self._repeats = 0
        self._patience = crawler.settings.getfloat("TOPICCRAWL_PATIENCE")
        self._delay = crawler.settings.getfloat("DOWNLOAD_DELAY")
        self._best: tuple[float, float] | None = None
        self._idle_since: dict[str, float] = {}
        self._head_start = crawler.settings.getfloat("TOPICCRAWL_SEED_HEAD_START")
        self._seeds_first = True
        self._seeds_waiting = 0
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
        self._session.ledger.open()
        self._opened = time.monotonic()
        return None

    def has_pending_requests(self) -> bool:
        """Whether anything waits."""
        return self._frontier.waiting() > 0

    def __len__(self) -> int:
        """Requests that wait."""
        return self._frontier.waiting()

    def enqueue_request(self, request: Request) -> bool:
        """Take a request in, or drop it; True when it was taken."""
        came_from = request.meta.get("redirect_urls", [])
        if came_from and request.meta.get("download_slot") == urlsplit(came_from[-1]).hostname:
            del request.meta["download_slot"]  # or the new host's pages would wait in the old one's queue
        key = self._key(request, came_from)
        if not request.dont_filter:
            if request.url in came_from:
                self._session.ledger.drop(request, "download", "redirect_loop")
                return False
            if not self._admit(request, key):
                return False
        score = request.meta[PRIORITY_KEY].value if PRIORITY_KEY in request.meta else 1.0
        slot = self._downloader.get_slot_key(request)
        new = self._frontier.push(Entry(key, slot, score + request.priority, request))
        self._seeds_waiting += new and link_context(request).seed
        self._count("scheduler/enqueued" if new else "dupefilter/filtered")
        return new

    def next_request(self) -> Request | None:
        """The best request among the hosts that may be asked now."""
        self._best = None
        entry = self._frontier.lease(self._may_go)
        if entry is None:
            return None
        if self._seeds_first:
            if link_context(entry.payload).seed:
                self._seeds_waiting -= 1
                self._seeds_asked.append(entry.payload)
            elif self._seeds_are_read():
                self._seeds_first = False
            else:
                self._frontier.release(entry.key)
                return None
        self._idle_since.pop(entry.host, None)
        self._frontier.done(entry.key)  # nothing in memory outlives the crawl: there is nothing to give back
        self._count("scheduler/dequeued")
        return entry.payload

    def _admit(self, request: Request, key: bytes) -> bool:
        """Score a request and decide."""
        focus, context = self._session.focus, link_context(request)
        if not context.seed and not focus.in_domains(request.url):
            return self._drop(request, key, "domain", 0.0)
        # A redirect leads to what its link promised: it keeps the link's priority.
        known = link_priority_of(request) if "redirect_urls" in request.meta else None
        priority = known or focus.link(request.url, context)
        request.meta[PRIORITY_KEY] = priority
        if not context.seed and priority.value <= focus.priority.threshold:
            return self._frontier.known(key) or self._drop(request, key, "priority", priority.value)
        return True

    def _drop(self, request: Request, key: bytes, reason: str, score: float) -> bool:
        """Drop a link; the same address is written down again only when it came with a better score."""
        if score > self._dropped.get(key, -1.0):
            self._dropped[key] = score
            self._session.ledger.drop(request, STAGE, reason, score)
            if len(self._dropped) > _REMEMBERED_DROPS:
                self._dropped.popitem(last=False)
        return False

    def _key(self, request: Request, came_from: Sequence[str]) -> bytes:
        """What the frontier knows a request by.

        A request that must not be filtered is always new, and so is a redirect to another form of its own
        address, such as https for http: nothing else would fetch the page.
        """
        key = url_key(request.url)
        if request.dont_filter or any(url_key(url) == key for url in came_from):
            self._repeats += 1
            key += self._repeats.to_bytes(8, "big")
        return key

    def _seeds_are_read(self) -> bool:
        """Whether the links of every seed that answers in time are in the frontier."""
        if time.monotonic() - self._opened > self._head_start:
            return True
        engine = self._crawler.engine
        assert engine is not None and engine._slot is not None  # both there before any request is
        # In progress until its page is parsed; the downloader alone lets go of it before.
        in_progress = engine._slot.inprogress
        return not self._seeds_waiting and not any(seed in in_progress for seed in self._seeds_asked)

    def _may_go(self, host: str, score: float) -> bool:
        """Whether a host may be asked now, for a link of this score; called for the best host first."""
        slot = self._downloader.slots.get(host)
        delay = self._delay if slot is None else slot.delay
        if self._best is None:
            self._best = score, delay
        if slot is not None and (slot.queue or len(slot.active) >= slot.concurrency):
            self._idle_since.pop(host, None)
            return False
        now = time.monotonic()
        idle = now - self._idle_since.setdefault(host, now)
        best_score, best_delay = self._best
        return idle >= waiting_time(score, best_score, delay, best_delay, self._patience)

    @property
    def _downloader(self) -> Downloader:
        assert self._crawler.engine is not None  # there before any request is
        return self._crawler.engine.downloader

    def _count(self, key: str) -> None:
        stats: Any = self._crawler.stats
        stats.inc_value(key)
