"""A Scrapy scheduler over a frontier: any spider's crawl, best first, that survives its process."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from scrapy import Request, signals
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.spiders import Spider
from scrapy.utils.defer import deferred_from_coro
from scrapy.utils.job import job_dir
from twisted.python.failure import Failure

from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.start_errors import told_at_start
from topiccrawl.errors import StorageError
from topiccrawl.scheduler.leases import End, Lease, Leases
from topiccrawl.scheduler.request_codec import payload_of, request_of, why_of
from topiccrawl.storage.frontier.contract import Counts, Entry, Frontier, SharedFrontier, State
from topiccrawl.storage.frontier.location import FRONTIER_FILE
from topiccrawl.storage.frontier.memory import MemoryFrontier
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.storage.group_commit import PATIENCE
from topiccrawl.storage.sqlite.writer import SqliteWriter
from topiccrawl.supervision.worker import this_life, worker_status

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

logger = logging.getLogger(__name__)


_IN_FLIGHT = 4
"""Requests in flight, from their lease until their page is stored, for each that may be downloaded at once.
Small pages come faster than they are read; what is in flight is asked again after a crash."""


class FrontierScheduler(BaseScheduler):
    """Requests by their priority, best first over all hosts that may be asked now.

    With `JOBDIR` the frontier is a file there (`frontier.db`), and a crawl that was killed at any moment goes
    on where it was; without, it is in memory. A request is leased when it is handed out and settled when the
    engine is through with it (`topiccrawl.crawl.engine`), so what was in flight is asked again. A retry keeps
    the place of its request. A request whose callback or item pipeline raises is asked again, up to
    `TOPICCRAWL_MAX_ATTEMPTS` times, and is a dead letter then. Requests that cannot be stored are kept in
    memory and counted under `scheduler/unserializable`, as in Scrapy.

    Counters: Scrapy's own (`scheduler/enqueued`, `scheduler/dequeued`, each with `/disk` or `/memory`, and
    `dupefilter/filtered`), and at the end `topiccrawl/frontier/waiting`, `/done` and `/dead`.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._engine = EngineView(crawler)
        self._spider: Spider | None = None
        self._attempts = crawler.settings.getint("TOPICCRAWL_MAX_ATTEMPTS", 5)
        self._memory: MemoryFrontier[Request] = MemoryFrontier(self._attempts)
        self._stored: Frontier[bytes] | None = None
        self._leases = Leases()
        self._unwritten: deque[Lease] = deque()  # the engine is through with them, the database is not
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
        self._crawler.signals.connect(self._item_error, signals.item_error)
        self._crawler.signals.connect(self._spider_error, signals.spider_error)
        self._spider = spider
        self._memory = MemoryFrontier(self._attempts)
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
        return SqliteFrontier(
            self._writer, spider.name, max_attempts=self._attempts, inherited=this_life().inherited
        )

    def close(self, reason: str) -> Deferred[None] | None:
        """Settle what is through, give back what is not, and note how much is left."""
        with suppress(StorageError):  # closing says what is wrong
            self._sort_out()
        if self._unwritten and not self.is_written(self._unwritten[-1].mark):
            return deferred_from_coro(self._close_when_written())
        self._close()
        return None

    async def _close_when_written(self) -> None:
        await self.all_written()
        self._close()

    def _close(self) -> None:
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
        for lease in (*self._leases, *self._unwritten):
            lease.frontier.release(lease.key)
        self._leases = Leases()
        self._unwritten.clear()

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
        return counts.waiting > 0 or counts.leased > len(self._leases) + len(self._unwritten)

    def __len__(self) -> int:
        """Requests that wait; after the end, those that were left."""
        return self.counts().waiting

    def counts(self) -> Counts:
        """Requests by what has become of them; after the end, as they were left."""
        return self._left or self._all_counts()

    def enqueue_request(self, request: Request) -> bool:
        """Take a request in; True when it was taken."""
        try:
            return self._enqueue(request)
        except StorageError as error:
            self._stop(error)  # its page cannot be marked as done any more, and will be fetched again
            return False

    def _enqueue(self, request: Request) -> bool:
        if (lease := self._followed_up(request)) is not None and self._goes_on(lease, request):
            return True
        key = self.key_of(request)
        state = self.state(key)
        comes_back = self._is_through(key, state) and self.comes_back(request, key)
        if not comes_back and state is not None and state is not State.WAITING:
            self._count("dupefilter/filtered")
            return False
        if not self.admits(request, key):
            return False
        new = self._push(request, key, again=comes_back)
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
        if len(self._leases) + len(self._unwritten) >= self._most_in_flight or self.must_wait():
            return None
        frontiers: list[Frontier[Any]] = [self._memory] if self._memory.counts().waiting else []
        if self._stored is not None:
            frontiers.append(self._stored)
        for frontier in frontiers:
            while (entry := frontier.lease(self.may_go)) is not None:
                if (request := self._request_of(frontier, entry)) is None:
                    continue
                if (reason := this_life().blamed.get(entry.key)) is not None:
                    self.note(request, entry.key, State.DEAD, reason)
                    frontier.dead(entry.key, reason)
                else:
                    self._leases.add(request, frontier, entry)
                    self._count("scheduler/dequeued", kind=frontier)
                    return request
        return None

    def give_up(self, request: Request, reason: str) -> None:
        """Let a request that is in flight end as a dead letter, with the reason, instead of as done."""
        if (lease := self._leases.get(request)) is not None:
            lease.ends(End.DEAD, reason)

    def sync(self) -> bool:
        """Whether what was enqueued so far is known to all workers by now; sends it if need be."""
        return not isinstance(self._stored, SharedFrontier) or self._stored.sync()

    def _key_in_flight(self, request: Request) -> bytes:
        lease = self._leases.get(request)
        assert lease is not None  # it was leased just now
        return lease.key

    def state(self, key: bytes) -> State | None:
        """What has become of an address; None when it is unknown."""
        state = self._stored.state(key) if self._stored is not None else None
        return self._memory.state(key) if state is None else state

    # What a subclass decides.

    def key_of(self, request: Request) -> bytes:
        """What the frontier knows a request by; one that must not be filtered is always new."""
        return os.urandom(20) if request.dont_filter else self.url_key_of(request)

    def url_key_of(self, request: Request) -> bytes:
        """What the frontier knows requests by that are filtered."""
        assert self._crawler.request_fingerprinter is not None  # set before any component runs
        return self._crawler.request_fingerprinter.fingerprint(request)

    def is_another_try(self, request: Request, earlier: Request) -> bool:
        """Whether a request is another try of one that is in flight, such as a retry; asked for few."""
        return request.dont_filter and self.url_key_of(request) == self.url_key_of(earlier)

    def comes_back(self, request: Request, key: bytes) -> bool:
        """Whether a request is made although its address was visited; that waits again, then."""
        return False

    def admits(self, request: Request, key: bytes) -> bool:
        """Whether a request is taken in at all; it is new, or waits already and may be raised."""
        return True

    def score_of(self, request: Request) -> float:
        """The request's place in the queue; higher comes first."""
        return request.priority

    def may_go(self, host: str, score: float) -> bool:
        """Whether a host may be asked now; called for the host of the best request first."""
        return self.is_free(host)

    def is_free(self, host: str) -> bool:
        """Whether a host has room for another request, those counted that wait for its robots.txt."""
        return self._engine.is_free(host) and self._leases.fetching(host) < self._engine.concurrency(host)

    def note(self, request: Request, key: bytes, state: State, reason: str | None) -> None:
        """A request is about to be settled, as done or dead; nothing is noted here."""

    def note_failure(self, request: Request, reason: str) -> None:
        """The callback or item pipelines of a request raised too often; nothing is noted here."""

    def note_retry(self, request: Request, key: bytes) -> None:
        """A request is about to be asked again in place of one that is in flight; nothing is noted here."""

    # What a subclass stores besides the frontier: a lease ends only after the rows its request brought.

    def mark(self) -> int:
        """The position behind the last row that was handed to be stored."""
        return 0

    def is_written(self, mark: int) -> bool:
        """Whether all rows before a position are committed."""
        return True

    async def all_written(self) -> None:
        """Wait until all rows are committed, or cannot be."""

    def must_wait(self) -> bool:
        """Whether so much waits to be stored that no more should be fetched."""
        return False

    # How it is done.

    def _is_through(self, key: bytes, state: State | None) -> bool:
        """Whether an address was visited, even if its lease has still to wait for rows to be written."""
        return state is State.DONE or any(lease.key == key for lease in self._unwritten)

    def _push(self, request: Request, key: bytes, *, again: bool = False) -> bool:
        score = float(self.score_of(request))
        if (known := self._known_score(key)) is not None and score <= known:
            return False  # the same link stands on many pages: nothing is made of it again
        if self._stored is not None and self._memory.state(key) is None:
            try:
                entry = self._entry_of(self._stored, request, key)
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
                return self._take_in(self._stored, entry, again)
        return self._take_in(self._memory, self._entry_of(self._memory, request, key), again)

    def _entry_of(self, frontier: Frontier[Any], request: Request, key: bytes) -> Entry[Any]:
        """What a frontier keeps of a request; raises `ValueError` where it cannot be stored."""
        slot, score = self._engine.slot_of(request), float(self.score_of(request))
        if frontier is self._memory:
            return Entry(key, slot, score, request, request.url)
        return Entry(key, slot, score, payload_of(request, self._spider), request.url, why_of(request))

    def _take_in(self, frontier: Frontier[Any], entry: Entry[Any], again: bool) -> bool:
        if again:
            self._unwritten = deque(lease for lease in self._unwritten if lease.key != entry.key)
            frontier.again(entry)
        elif not frontier.push(entry):
            return False
        self._count("scheduler/enqueued", kind=frontier)
        return True

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

    def _followed_up(self, request: Request) -> Lease | None:
        """The lease of the request in flight that this one is another try of."""
        if not (request.dont_filter or "redirect_urls" in request.meta):
            return None
        candidates = (lease for lease in self._leases if lease.end is not End.AGAIN)
        return next((lease for lease in candidates if self.is_another_try(request, lease.request)), None)

    def _goes_on(self, lease: Lease, request: Request) -> bool:
        """Let a request take the place of the one in flight that it follows up; False when it cannot.

        Nothing is written yet: the lease lasts until the engine is through with the earlier request, so a
        crash until then makes the URL wait again as it was.
        """
        try:
            entry = self._entry_of(lease.frontier, request, lease.key)
        except ValueError:  # it cannot be stored: it is kept in memory, with a key of its own
            return False
        self.note_retry(request, lease.key)
        lease.ends(End.AGAIN, retry=entry)
        self._count("scheduler/enqueued", kind=lease.frontier)
        return True

    def _settle(self) -> None:
        """End the leases of the requests that the engine is through with, once their rows are committed."""
        self._sort_out()
        while self._unwritten and self.is_written(self._unwritten[0].mark):
            lease = self._unwritten.popleft()
            if lease.end is End.DEAD:
                lease.frontier.dead(lease.key, lease.reason)
            else:
                lease.frontier.done(lease.key)

    def _sort_out(self) -> None:
        """Put back what is to be asked again; what is through waits for its rows."""
        for request in self._engine.settled(self._leases.requests):
            lease = self._leases.pop(request)
            if lease.end is End.RELEASED:
                lease.frontier.release(lease.key)
            elif lease.end is End.AGAIN:
                assert lease.retry is not None
                lease.frontier.again(lease.retry)
            elif lease.end is End.FAILED:
                if lease.frontier.failed(lease.key, lease.reason):
                    self.note_failure(request, lease.reason)
                    self.note(request, lease.key, State.DEAD, lease.reason)
            else:
                dead = lease.end is End.DEAD
                self.note(request, lease.key, State.DEAD if dead else State.DONE, lease.reason or None)
                lease.mark = self.mark()
                self._unwritten.append(lease)

    def _item_error(self, response: Any, failure: Failure) -> None:
        """An item pipeline raised; `DropItem` is no error."""
        self._raised(getattr(response, "request", None), failure.value)

    def _spider_error(self, response: Any, failure: Failure) -> None:
        """A callback or an errback raised; the latter has a failure for its response."""
        self._raised(getattr(response, "request", None), failure.value)

    def _raised(self, request: Request | None, error: BaseException | None) -> None:
        lease = self._leases.get(request)
        if isinstance(error, StorageError):
            if lease is not None:
                lease.ends(End.RELEASED)
            self._stop(error)
        elif lease is not None:
            lease.ends(End.FAILED, type(error).__name__)

    def key_in_flight(self, request: Request) -> bytes:
        """What the frontier knows a request by that is in flight; empty for one it did not hand out."""
        lease = self._leases.get(request)
        return b"" if lease is None or lease.frontier is self._memory else lease.key

    def _answering(self, request: Request) -> None:
        if (lease := self._leases.get(request)) is not None:
            try:
                lease.frontier.answering(lease.key)
            except StorageError as error:
                self._stop(error)

    def _left_downloader(self, request: Request) -> None:
        if (lease := self._leases.get(request)) is not None:
            self._leases.fetched(lease)
            try:
                lease.frontier.fetched(lease.key)
            except StorageError as error:
                self._stop(error)

    def _stop(self, error: StorageError) -> None:
        """End the crawl, once: nothing can be stored any more."""
        engine = self._engine.engine
        if self._stopping is None and engine is not None and not self._engine.is_closing:
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
