"""The scheduler: scores every link when it is found, drops what is not worth a visit, serves best first."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Self

from scrapy import Request
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.spiders import Spider

from topiccrawl.page.canonical_url import url_key
from topiccrawl.session import CrawlSession
from topiccrawl.storage.frontier import Entry, Frontier
from topiccrawl.storage.frontier_memory import MemoryFrontier
from topiccrawl.visit import PRIORITY_KEY, link_context

if TYPE_CHECKING:
    from scrapy.core.downloader import Downloader
    from twisted.internet.defer import Deferred

STAGE = "frontier"
_REMEMBERED_DROPS = 100_000


class FocusedScheduler(BaseScheduler):
    """Formula 5 decides whether and when a request is made.

    A request is scored on `enqueue_request` from the `LinkContext` in its meta; at or below the topic's threshold
    it is dropped with a counter and a row (`topiccrawl/drops/frontier/...`). `next_request` gives the best request
    among the hosts that may be asked now: those whose downloader slot has room and nobody queueing in it, so
    that a better link found meanwhile can still overtake. At the start links wait until the seeds are read, for
    `TOPICCRAWL_SEED_HEAD_START` seconds at most. Scrapy's own keys (`scheduler/enqueued`,
    `dupefilter/filtered` ...) keep counting.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._session = CrawlSession.of(crawler)
        self._frontier: Frontier[Request] = MemoryFrontier()
        self._dropped: OrderedDict[bytes, float] = OrderedDict()
        self._repeats = 0
        self._head_start = crawler.settings.getfloat("TOPICCRAWL_SEED_HEAD_START")
        self._seeds_first = True
        self._opened = time.monotonic()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor."""
        return cls(crawler)

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
        key = self._key(request)
        if not request.dont_filter and not self._admit(request, key):
            return False
        score = request.meta[PRIORITY_KEY].value if PRIORITY_KEY in request.meta else 1.0
        slot = self._downloader.get_slot_key(request)
        new = self._frontier.push(Entry(key, slot, score + request.priority, request))
        self._count("scheduler/enqueued" if new else "dupefilter/filtered")
        return new

    def next_request(self) -> Request | None:
        """The best request among the hosts that may be asked now."""
        entry = self._frontier.lease(self._ready)
        if entry is None:
            return None
        if self._seeds_first and not link_context(entry.payload).seed:
            if self._seeds_are_read():
                self._seeds_first = False
            else:
                self._frontier.release(entry.key)
                return None
        self._frontier.done(entry.key)  # in memory nothing outlives the crawl, so there is nothing to give back
        self._count("scheduler/dequeued")
        return entry.payload

    def _admit(self, request: Request, key: bytes) -> bool:
        """Score a request and decide."""
        focus, context = self._session.focus, link_context(request)
        if not context.seed and not focus.in_domains(request.url):
            return self._drop(request, key, "domain", 0.0)
        priority = focus.link(request.url, context)
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

    def _key(self, request: Request) -> bytes:
        """What the frontier knows a request by; a request that must not be filtered is always new."""
        key = url_key(request.url)
        if request.dont_filter:
            self._repeats += 1
            key += self._repeats.to_bytes(8, "big")
        return key

    def _seeds_are_read(self) -> bool:
        """Whether the links of every seed that answers in time are in the frontier."""
        if time.monotonic() - self._opened > self._head_start:
            return True
        engine = self._crawler.engine
        assert engine is not None and engine.scraper.slot is not None  # both there before any request is
        return not any(link_context(r).seed for r in (*engine.downloader.active, *engine.scraper.slot.active))

    def _ready(self, host: str) -> bool:
        slot = self._downloader.slots.get(host)
        return slot is None or (not slot.queue and len(slot.active) < slot.concurrency)

    @property
    def _downloader(self) -> Downloader:
        assert self._crawler.engine is not None  # there before any request is
        return self._crawler.engine.downloader

    def _count(self, key: str) -> None:
        stats: Any = self._crawler.stats
        stats.inc_value(key)
