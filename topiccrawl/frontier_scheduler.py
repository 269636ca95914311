"""A Scrapy scheduler over a frontier: any spider's crawl, best first, that survives its process."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from scrapy import Request, signals
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.spiders import Spider
from scrapy.utils.job import job_dir

from topiccrawl.request_form import payload_of, request_of, why_of
from topiccrawl.settled import EngineView
from topiccrawl.startup import told_at_start
from topiccrawl.storage.errors import StorageError
from topiccrawl.storage.frontier import Counts, Entry, Frontier, SharedFrontier, State
from topiccrawl.storage.frontier_memory import MemoryFrontier
from topiccrawl.storage.frontier_sqlite import SqliteFrontier
from topiccrawl.storage.sqlite_writer import PATIENCE, SqliteWriter
from topiccrawl.supervision.worker import this_life, worker_status

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

logger = logging.getLogger(__name__)

FRONTIER_FILE = "frontier.db"
"""Name of the frontier's file in a JOBDIR."""

_IN_FLIGHT = 4
"""Requests in flight, from their lease until their page is stored, for each that may be downloaded at once.
Small pages come faster than they are read; what is in flight is asked again after a crash."""


class FrontierScheduler(BaseScheduler):
    """Requests by their priority, best first over all hosts that may be asked now.

    With `JOBDIR` the frontier is a file there (`frontier.db`), and a crawl that was killed at any moment goes
    on where it was; without, it is in memory. A request is leased when it is handed out and settled when the
    engine is through with it (`topiccrawl.settled`), so what was in flight is asked again. Requests that
    cannot be stored are kept in memory and counted under `scheduler/unserializable`, as in Scrapy.

    Counters: Scrapy's own (`scheduler/enqueued`, `scheduler/dequeued`, each with `/disk` or `/memory`, and
    `dupefilter/filtered`), and at the end `topiccrawl/frontier/waiting`, `/done` and `/dead`.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._engine = EngineView(crawler)
        self._spider: Spider | None = None
        self._memory: MemoryFrontier[Request] = MemoryFrontier()
        self._stored: Frontier[bytes] | None = None
        self._leased: dict[Request, tuple[Frontier[Any], bytes]] = {}
        self._given_up: dict[Request, str] = {}
        self._writer: SqliteWriter | None = None
        self._left: Counts | None = None
        self._stopping: asyncio.Future[None] | None = None
        self._most_in_flight = _IN_FLIGHT * crawler.settings.getint("CONCURRENT_REQUESTS")
        self._told_unserializable = not crawler.settings.getbool("SCHEDULER_DEBUG")

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor."""
        return cls(crawler)

    def open(self, spider: Spider) -> Deferred[None] | None:
        """Open the frontier.

        Raises:
            NotSupported: this Scrapy does not tell which requests are settled.
            StorageError: the frontier cannot be used, or another process uses it.
        """
        with told_at_start():
            self._engine.check()
        self._crawler.signals.connect(_keep_what_is_loaded, signals.engine_started)
        self._spider = spider
        self._memory = MemoryFrontier()
        with told_at_start():
            self._stored = self.open_frontier(spider)
        if self._stored is not None:
            self._crawler.signals.connect(self._answering, signals.headers_received)
            self._crawler.signals.connect(self._left_downloader, signals.request_left_downloader)
            worker_status().resumable = True
        if self._stored is not None and (left := self._stored.counts()).waiting:
            logger.info("the crawl goes on: %d links wait, %d are done", left.waiting, left.done)
            self._count("topiccrawl/frontier/resumed", left.waiting)
        return None

    def open_frontier(self, spider: Spider) -> Frontier[bytes] | None:
        """The frontier that outlives the process, or None."""
        folder = job_dir(self._crawler.settings)
        if not folder:
            return None
        settings = self._crawler.settings
        patience = settings.getfloat("TOPICCRAWL_DATABASE_PATIENCE", PATIENCE)
        self._writer = SqliteWriter(Path(folder) / FRONTIER_FILE, patience=patience)
        attempts = settings.getint("TOPICCRAWL_MAX_ATTEMPTS", 5)
        return SqliteFrontier(
            self._writer, spider.name, max_attempts=attempts, inherited=this_life().inherited
        )

    def close(self, reason: str) -> Deferred[None] | None:
        """Settle what is through, give back what is not, and note how much is left."""
        trouble: StorageError | None = None
        for step in (self._give_back, self._count_left, self._leave_stored):
            try:
                step()
            except StorageError as error:
                trouble = trouble or error
        if trouble is not None:
            logger.error("the frontier could not be closed in order; the crawl can go on later: %s", trouble)
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        if self._left is not None:
            for name in ("waiting", "leased", "done", "dead"):
                self._stats.set_value(f"topiccrawl/frontier/{name}", getattr(self._left, name))
        return None

    def _give_back(self) -> None:
        self._settle()
        for frontier, key in self._leased.values():
            frontier.release(key)
        self._leased.clear()

    def _count_left(self) -> None:
        self._left = self._all_counts()

    def _leave_stored(self) -> None:
        stored, self._stored = self._stored, None
        if stored is not None:
            stored.close()

    def has_pending_requests(self) -> bool:
        """Whether anything waits, or is held by another worker that may bring more."""
        try:
            self._settle()
            counts = self._all_counts()
        except StorageError as error:
            self._stop(error)
            return True  # until the engine has closed
        return counts.waiting > 0 or counts.leased > len(self._leased)

    def __len__(self) -> int:
        """Requests that wait; after the end, those that were left."""
        return (self._left or self._all_counts()).waiting

    def enqueue_request(self, request: Request) -> bool:
        """Take a request in; True when it was taken."""
        try:
            return self._enqueue(request)
        except StorageError as error:
            self._stop(error)  # its page cannot be marked as done any more, and will be fetched again
            return False

    def _enqueue(self, request: Request) -> bool:
        key = self.key_of(request)
        state = self.state(key)
        if state is not None and state is not State.WAITING:
            self._count("dupefilter/filtered")
            return False
        if not self.admits(request, key):
            return False
        new = self._push(request, key)
        if not new:
            self._count("dupefilter/filtered")
        return new

    def next_request(self) -> Request | None:
        """The best request among the hosts that may be asked now."""
        try:
            return self._next()
        except StorageError as error:
            self._stop(error)
            return None

    def _next(self) -> Request | None:
        self._settle()
        if len(self._leased) >= self._most_in_flight:
            return None
        frontiers: list[Frontier[Any]] = [self._memory] if self._memory.counts().waiting else []
        if self._stored is not None:
            frontiers.append(self._stored)
        for frontier in frontiers:
            while (entry := frontier.lease(self.may_go)) is not None:
                if (request := self._request_of(frontier, entry)) is not None:
                    self._leased[request] = (frontier, entry.key)
                    self._count("scheduler/dequeued", kind=frontier)
                    return request
        return None

    def give_up(self, request: Request, reason: str) -> None:
        """Let a request that is in flight end as a dead letter, with the reason, instead of as done."""
        self._given_up[request] = reason

    def sync(self) -> bool:
        """Whether what was enqueued so far is known to all workers by now; sends it if need be."""
        return not isinstance(self._stored, SharedFrontier) or self._stored.sync()

    def state(self, key: bytes) -> State | None:
        """What has become of an address; None when it is unknown."""
        state = self._stored.state(key) if self._stored is not None else None
        return self._memory.state(key) if state is None else state

    # What a subclass decides.

    def key_of(self, request: Request) -> bytes:
        """What the frontier knows a request by; one that must not be filtered is always new."""
        if request.dont_filter:
            return os.urandom(20)
        assert self._crawler.request_fingerprinter is not None  # set before any component runs
        return self._crawler.request_fingerprinter.fingerprint(request)

    def admits(self, request: Request, key: bytes) -> bool:
        """Whether a request is taken in at all; it is new, or waits already and may be raised."""
        return True

    def score_of(self, request: Request) -> float:
        """The request's place in the queue; higher comes first."""
        return request.priority

    def may_go(self, host: str, score: float) -> bool:
        """Whether a host may be asked now; called for the host of the best request first."""
        return self._engine.is_free(host)

    def note(self, request: Request, key: bytes, state: State, reason: str | None) -> None:
        """A request is about to be settled, as done or dead; nothing is noted here."""

    # How it is done.

    def _push(self, request: Request, key: bytes) -> bool:
        score = float(self.score_of(request))
        if (known := self._known_score(key)) is not None and score <= known:
            return False  # the same link stands on many pages: nothing is made of it again
        slot = self._engine.slot_of(request)
        if self._stored is not None and self._memory.state(key) is None:
            try:
                entry = Entry(
                    key, slot, score, payload_of(request, self._spider), request.url, why_of(request)
                )
            except ValueError as error:
                if self._stored.state(key) is not None:
                    return False
                self._count("scheduler/unserializable")
                if not self._told_unserializable:
                    self._told_unserializable = True
                    logger.warning(
                        "Unable to serialize request: %s - reason: %s - it is kept in memory only, and no "
                        "more will be told (stats being collected)",
                        request,
                        error,
                    )
            else:
                if new := self._stored.push(entry):
                    self._count("scheduler/enqueued", kind=self._stored)
                return new
        if new := self._memory.push(Entry(key, slot, score, request, request.url)):
            self._count("scheduler/enqueued", kind=self._memory)
        return new

    def _known_score(self, key: bytes) -> float | None:
        """The score with which an address waits already."""
        known = self._memory.score(key)
        return self._stored.score(key) if known is None and self._stored is not None else known

    def _request_of(self, frontier: Frontier[Any], entry: Entry[Any]) -> Request | None:
        if frontier is self._memory:
            request: Request = entry.payload
            return request
        try:
            return request_of(entry.url, entry.payload, entry.why, self._spider)
        except ValueError as error:  # stored by other code than this; the rest of the crawl goes on
            logger.error("%s", error)
            frontier.dead(entry.key, f"unreadable: {error}"[:500])
            return None

    def _settle(self) -> None:
        """End the leases of the requests that the engine is through with."""
        for request in self._engine.settled(self._leased):
            frontier, key = self._leased.pop(request)
            reason = self._given_up.pop(request, None)
            self.note(request, key, State.DONE if reason is None else State.DEAD, reason)
            if reason is None:
                frontier.done(key)
            else:
                frontier.dead(key, reason)

    def key_in_flight(self, request: Request) -> bytes:
        """What the frontier knows a request by that is in flight; empty for one it did not hand out."""
        frontier, key = self._leased.get(request, (None, b""))
        return key if frontier is not self._memory else b""

    def _answering(self, request: Request) -> None:
        frontier, key = self._leased.get(request, (None, b""))
        if frontier is not None:
            try:
                frontier.answering(key)
            except StorageError as error:
                self._stop(error)

    def _left_downloader(self, request: Request) -> None:
        frontier, key = self._leased.get(request, (None, b""))
        if frontier is not None:
            try:
                frontier.fetched(key)
            except StorageError as error:
                self._stop(error)

    def _stop(self, error: StorageError) -> None:
        """End the crawl, once: nothing can be stored any more."""
        engine = self._engine.engine
        if self._stopping is None and engine is not None:
            logger.critical("the crawl stops: %s", error)
            self._stopping = asyncio.ensure_future(engine.close_spider_async(reason="database_unavailable"))

    def _all_counts(self) -> Counts:
        memory = self._memory.counts()
        return memory if self._stored is None else self._stored.counts() + memory

    @property
    def _stats(self) -> Any:
        assert self._crawler.stats is not None  # set before any component runs
        return self._crawler.stats

    def _count(self, key: str, value: int = 1, kind: Frontier[Any] | None = None) -> None:
        self._stats.inc_value(key, value)
        if kind is not None:
            self._stats.inc_value(f"{key}/{'memory' if kind is self._memory else 'disk'}", value)


def _keep_what_is_loaded() -> None:
    """Tell Python not to look for garbage in what the start has loaded, a tenth of a crawl's time."""
    gc.freeze()
