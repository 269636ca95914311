"""A Scrapy scheduler for any spider: best request first, in a crawl that survives its process."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Mapping
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

from topiccrawl.crawl.checks.start_errors import report_start_errors
from topiccrawl.crawl.engine import EngineView
from topiccrawl.errors import StorageError
from topiccrawl.scheduler.in_flight import MOST_LEASES, End, Lease, Leases
from topiccrawl.scheduler.policy import RequestPolicy
from topiccrawl.scheduler.request_queue import RequestQueue
from topiccrawl.scheduler.settlement import Settlement
from topiccrawl.storage.frontier.contract import Counts, Frontier, State
from topiccrawl.storage.frontier.location import FRONTIER_FILE
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.storage.group_commit import PATIENCE
from topiccrawl.storage.sqlite.writer import SqliteWriter
from topiccrawl.supervision.worker import this_life, worker_status

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

    from topiccrawl.crawl.ledger import Ledger

logger = logging.getLogger(__name__)


_REFUSED_AT_ONCE = 200
"""Links that are refused without a pause."""
_COLLECTED = 10_000
"""New objects after which garbage is collected; 700 is Python's number."""


class FrontierScheduler(BaseScheduler):
    """Sends the requests with the highest priority first, over all hosts that have room.

    With `JOBDIR` the frontier is a file there (`frontier.db`), and a crawl that was killed at any moment
    continues where it was; without `JOBDIR` it is in memory. A request is leased when it is handed to the
    engine, and the lease ends when the engine has finished it, so requests in flight are sent again after a
    crash. A retry takes the place of its request. A request whose callback or item pipeline raises is sent
    again, `TOPICCRAWL_MAX_ATTEMPTS` times in all, and then becomes a dead letter. Requests that cannot be
    stored are kept in memory and counted under `scheduler/unserializable`, as in Scrapy.

    Counters: Scrapy's own (`scheduler/enqueued`, `scheduler/dequeued`, each with `/disk` or `/memory`, and
    `dupefilter/filtered`), and at the end `topiccrawl/frontier/waiting`, `/done` and `/dead`.

    Subclasses may override `open_frontier`, and pass a policy and a ledger.

    Args:
        crawler: the crawler.
        policy: decides about requests; default: `RequestPolicy`.
        ledger: writes rows that have to be committed before a lease ends; default: none.

    Attributes:
        writer: of the frontier's own file; None without `JOBDIR`.
    """

    def __init__(
        self, crawler: Crawler, policy: RequestPolicy | None = None, ledger: Ledger | None = None
    ) -> None:
        attempts = crawler.settings.getint("TOPICCRAWL_MAX_ATTEMPTS", 5)
        self.crawler = crawler
        self.writer: SqliteWriter | None = None
        self._policy = policy or RequestPolicy(crawler)
        self._engine = EngineView(crawler)
        self._stats: Any = crawler.stats  # set before any component is created
        self._queue = RequestQueue(crawler, self._policy, attempts)
        self._leases = Leases()
        self._settlement = Settlement(self._leases, self._engine, self._policy, ledger)
        self._attempts = attempts
        self._most_in_flight = MOST_LEASES * crawler.settings.getint("CONCURRENT_REQUESTS")
        self._final_counts: Counts | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the scheduler of a crawler."""
        return cls(crawler)

    def open(self, spider: Spider) -> Deferred[None] | None:
        """Open the frontier.

        Raises:
            NotSupported: this version of Scrapy does not show which requests are finished.
            StorageError: the frontier cannot be used, or another process uses it.
        """
        with report_start_errors():
            self._engine.check()
        connect = self.crawler.signals.connect
        connect(_freeze_loaded_objects, signals.engine_started)
        connect(self._freeze_again, signals.item_scraped)
        connect(self._failed, signals.item_error)
        connect(self._failed, signals.spider_error)
        with report_start_errors():
            stored = self.open_frontier(spider)
        self._queue.open(stored, spider)
        if stored is None:
            return None
        connect(self._headers_received, signals.headers_received)
        connect(self._left_downloader, signals.request_left_downloader)
        worker_status().resumable = True
        if (left := stored.counts()).waiting:
            logger.info("the crawl continues: %d links wait, %d are done", left.waiting, left.done)
            self._stats.inc_value("topiccrawl/frontier/resumed", left.waiting)
        return None

    def _freeze_again(self) -> None:
        """Exclude from garbage collection what was loaded with the first kept page, too.

        On a large web this saves .6 and 1.0 of 28 seconds of the processor for 1,000 pages.
        """
        self.crawler.signals.disconnect(self._freeze_again, signals.item_scraped)
        gc.freeze()

    def open_frontier(self, spider: Spider) -> Frontier[bytes] | None:
        """Return the frontier that outlives the process, or None to keep requests in memory."""
        folder = job_dir(self.crawler.settings)
        if not folder:
            return None
        patience = self.crawler.settings.getfloat("TOPICCRAWL_DATABASE_PATIENCE", PATIENCE)
        self.writer = SqliteWriter(Path(folder) / FRONTIER_FILE, patience=patience)
        return SqliteFrontier(
            self.writer, spider.name, max_attempts=self._attempts, inherited=this_life().inherited
        )

    def close(self, reason: str) -> Deferred[None] | None:
        """End the leases of finished requests, release the others, and count what is left."""
        with suppress(StorageError):  # _close reports it
            self._settlement.collect()
        if self._settlement.is_written:
            self._close()
            return None
        return deferred_from_coro(self._close_when_written())

    async def _close_when_written(self) -> None:
        await self._settlement.flush()
        self._close()

    def _close(self) -> None:
        trouble: StorageError | None = None
        for step in (self._settlement.give_back, self._keep_counts, self._queue.close):
            try:
                step()
            except StorageError as error:
                trouble = trouble or error
        if trouble is not None:
            logger.error("the frontier could not be closed in order; the crawl can go on later: %s", trouble)
        if self.writer is not None:
            self.writer.close()
            self.writer = None
        if (left := self._final_counts) is not None:
            for name in ("waiting", "leased", "done", "dead"):
                self._stats.set_value(f"topiccrawl/frontier/{name}", getattr(left, name))

    def _keep_counts(self) -> None:
        self._final_counts = self._queue.counts()

    def has_pending_requests(self) -> bool:
        """Return whether requests wait, or other workers hold some and may enqueue more."""
        try:
            self._settlement.settle()
            counts = self._queue.counts()
        except StorageError as error:
            self._engine.stop(error)
            return True  # until the engine has closed
        return counts.waiting > 0 or counts.leased > self._in_flight

    def __len__(self) -> int:
        """How many requests wait; after the end, how many were left."""
        return self.counts().waiting

    def counts(self) -> Counts:
        """Return how many requests are in which state; after the end, as they were left."""
        return self._final_counts or self._queue.counts()

    def state(self, key: bytes) -> State | None:
        """Return the state of a URL; None when it is unknown."""
        return self._queue.state(key)

    def enqueue_request(self, request: Request) -> bool:
        """Enqueue a request; return False when it is filtered or dropped."""
        try:
            return self._enqueue(request)
        except StorageError as error:
            self._engine.stop(error)  # its page does not end as done any more, so it will be fetched again
            return False

    def _enqueue(self, request: Request) -> bool:
        if (lease := self.lease_of_earlier(request)) is not None and self._replace(lease, request):
            return True
        key = self._policy.key_of(request)
        state = self.state(key)
        visited = state is State.DONE or self._settlement.has(key)
        visited = visited or (state is State.DEAD and self._policy.revives(request))
        again = visited and self._policy.returns_to(request, key)
        if not again and state is not None and state is not State.WAITING:
            self._stats.inc_value("dupefilter/filtered")
            return False
        if not self._policy.should_enqueue(request, key, state):
            return False
        if self._policy.only_waits(request):
            key = self._policy.key_of(request)
        if not self._queue.push(request, key, again=again):
            self._stats.inc_value("dupefilter/filtered")
            return False
        if again:
            self._settlement.forget(key)
        return True

    def rescore(self, scores: Mapping[bytes, float]) -> None:
        """Give waiting requests new scores, by key; other keys have no effect."""
        try:
            self._queue.rescore(scores)
        except StorageError as error:
            self._engine.stop(error)

    def lease_of_earlier(self, request: Request) -> Lease | None:
        """Return the lease of the request in flight that a request is a retry of."""
        if not (request.dont_filter or "redirect_urls" in request.meta):
            return None
        candidates = (lease for lease in self._leases if lease.end is not End.AGAIN)
        return next((lease for lease in candidates if self._policy.is_retry(request, lease.request)), None)

    def _replace(self, lease: Lease, request: Request) -> bool:
        """Replace an earlier request; return False when it cannot be stored.

        Nothing is written yet: the lease lasts until the engine has finished the earlier request, so after a
        crash in between the URL waits as it was.
        """
        try:
            entry = self._queue.entry(lease.frontier, request, lease.key)
        except ValueError:  # it goes into memory, under a key of its own
            return False
        self._policy.on_retry(request, lease.key)
        lease.ends(End.AGAIN, retry=entry)
        self._queue.count("scheduler/enqueued", lease.frontier)
        return True

    def next_request(self) -> Request | None:
        """Return the best request among the hosts that have room."""
        try:
            return self._next()
        except StorageError as error:
            self._engine.stop(error)
            return None

    def _next(self) -> Request | None:
        self._settlement.settle()
        if self._in_flight >= self._most_in_flight or self._settlement.is_behind:
            return None
        ready = self._policy.host_filter(self._has_room, lambda host: not self._leases.in_work(host))
        for _ in range(_REFUSED_AT_ONCE):
            if (leased := self._queue.lease(ready)) is None:
                return None
            request, frontier, entry = leased
            request = self._policy.as_sent(request)
            lease = Lease(request, frontier, entry.key, entry.host)
            reason = this_life().why_dead(entry.key, entry.host)
            if reason is None and self._policy.only_waits(request):
                is_new = self.state(self._policy.url_key_of(request)) is None
                if is_new and (risen := self._policy.risen(request)) is not None:
                    self.enqueue_request(risen)
                self._settlement.write(lease)
            elif reason is None and self._policy.is_refused(request):
                self._settlement.write(lease)
            elif reason is None:
                self._leases.add(lease)
                self._queue.count("scheduler/dequeued", frontier)
                self._policy.on_dequeued(request, entry.key, entry.score)
                return request
            else:  # it froze an earlier worker, which was killed before the link was written, or its host did
                lease.ends(End.DEAD, reason)
                self._settlement.write(lease)
        self._engine.wake()
        return None

    def _failed(self, response: Any, failure: Failure) -> None:
        """Let the error of a callback, errback or item pipeline decide how a lease ends."""
        # The response of an errback is a failure, which has the request as well.
        lease = self._leases.get(getattr(response, "request", None))
        error = failure.value
        if isinstance(error, StorageError):
            if lease is not None:
                lease.ends(End.RELEASED)
            self._engine.stop(error)
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
            self._engine.stop(error)

    @property
    def _in_flight(self) -> int:
        return len(self._leases) + len(self._settlement)

    def _has_room(self, host: str) -> bool:
        """Return whether a host has room, counting the requests that wait for its robots.txt."""
        at_once = self._engine.room(host)
        if self._leases.fetching(host) >= at_once:
            return False
        in_work = self._leases.in_work(host)
        return not in_work or in_work < self._policy.most_in_work(host, at_once)

    def give_up(self, request: Request, reason: str) -> None:
        """Make a request in flight end as a dead letter with a reason."""
        if (lease := self._leases.get(request)) is not None:
            lease.ends(End.DEAD, reason)

    def key_in_flight(self, request: Request) -> bytes:
        """Return the key of a request in flight; empty when the stored frontier did not lease it."""
        lease = self._leases.get(request)
        return b"" if lease is None or self._queue.is_in_memory(lease.frontier) else lease.key

    def sync(self) -> bool:
        """Send waiting changes; return whether all workers know what was enqueued so far."""
        return self._queue.sync()


_has_frozen = False
"""Whether an earlier crawl of this process has; one that forks crawls may have frozen what they share."""


def _freeze_loaded_objects() -> None:
    """Exclude everything loaded so far from garbage collection, which took a tenth of a crawl's time.

    What is collected at all is collected less often, which takes 1 % instead of 3 %. What an earlier crawl of
    the same process left is collected first: frozen garbage would stay, some 60 MB of each crawl.
    """
    global _has_frozen
    if _has_frozen:
        gc.unfreeze()
        gc.collect()
    _has_frozen = True
    gc.freeze()
    gc.set_threshold(_COLLECTED, *gc.get_threshold()[1:])
