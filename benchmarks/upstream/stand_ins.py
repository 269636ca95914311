# ruff: noqa: D102 - the methods are those of the replaced classes
"""Topiccrawl's scheduler and frontiers under the names and signatures that other projects' tests use.

A stand-in does not queue or filter requests itself: it passes them to a `FrontierScheduler` or a
`RedisFrontier`. Attributes of Scrapy's engine that a test's own mock lacks are added (`complete_crawler`,
`SlotMock`).
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self
from unittest.mock import Mock

import redis
from scrapy import Request, Spider
from scrapy.core.downloader import Downloader
from scrapy.crawler import Crawler
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.job import job_dir
from scrapy.utils.request import RequestFingerprinter
from twisted.internet.defer import Deferred

from topiccrawl.scheduler.frontier_scheduler import FrontierScheduler
from topiccrawl.scheduler.policy import RequestPolicy
from topiccrawl.scheduler.request_codec import decode_request, encode_request
from topiccrawl.storage.frontier.contract import Entry, Frontier
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.storage.redis.connection import connect
from topiccrawl.storage.redis.frontier import RedisFrontier
from topiccrawl.storage.sqlite.writer import SqliteWriter

REDIS_URL = os.environ.get("UPSTREAM_REDIS_URL", "")
"""URL of the server of the persistent frontier; empty: SQLite."""

used: list[object] = []
"""Stand-ins made by the current test; a test that makes none does not test topiccrawl."""
_open: list[Any] = []


def end_of_test() -> None:
    """Close what the test left open and reset `used`."""
    while _open:
        with suppress(Exception):
            _open.pop().close()
    used.clear()


class SlotMock:
    """A downloader slot: Scrapy's mock with the limit and queue of a real one."""

    def __init__(self) -> None:
        self.active: list[int] = []
        self.queue: tuple[Request, ...] = ()
        self.concurrency = 8
        self.delay = 0.0


class DownloaderMock:
    """Scrapy's mock of a downloader, with `SlotMock` slots."""

    def __init__(self) -> None:
        self.slots: dict[str, SlotMock] = {}

    def get_slot_key(self, request: Request) -> str:
        return str(request.meta.get(Downloader.DOWNLOAD_SLOT) or urlparse_cached(request).hostname or "")

    def increment(self, slot: str) -> None:
        self.slots.setdefault(slot, SlotMock()).active.append(1)

    def decrement(self, slot: str) -> None:
        self.slots[slot].active.pop()

    def close(self) -> None:
        pass


def complete_crawler(crawler: Crawler) -> Crawler:
    """Add to a test's crawler what Scrapy sets before it opens a scheduler."""
    missing = {
        "engine": Mock(downloader=DownloaderMock()),
        "request_fingerprinter": RequestFingerprinter(crawler),
    }
    for name, part in missing.items():
        try:
            getattr(crawler, name)
        except RuntimeError:  # "is not set yet"
            setattr(crawler, name, part)
    engine: Any = crawler.engine
    if isinstance(engine, Mock):
        engine._slot = SimpleNamespace(inprogress=set())
    return crawler


class SchedulerStandIn(FrontierScheduler):
    """Replaces `scrapy.core.scheduler.Scheduler`, whose crawler is a public attribute."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        used.append(self)

    def open(self, spider: Spider) -> Deferred[None] | None:
        complete_crawler(self.crawler)
        return super().open(spider)

    def open_frontier(self, spider: Spider) -> Frontier[bytes] | None:
        folder = job_dir(self.crawler.settings)
        if not (REDIS_URL and folder):
            return super().open_frontier(spider)
        return RedisFrontier(connect(REDIS_URL), f"upstream{folder}")


class SimpleSchedulerStandIn(SchedulerStandIn):
    """Replaces the schedulers of `test_scheduler_base.py`, which have no crawler and are not opened."""

    def __init__(self, crawler: Crawler | None = None) -> None:
        super().__init__(crawler or opened_crawler())
        if crawler is None:
            self.open(Spider("upstream"))


class QueueStandIn:
    """Replaces Scrapy's queues: a scheduler with a persistent frontier for which every request is new.

    `peek` leases a request and releases it, so that it keeps its position.
    """

    def __init__(self, crawler: Crawler, folder: str) -> None:
        used.append(self)
        self._own = None if Path(folder).is_absolute() else tempfile.mkdtemp(prefix="upstream-")
        self._scheduler = _QueueScheduler(complete_crawler(crawler), Path(self._own or folder))
        self._scheduler.open(Spider("upstream"))

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, key: str = "", **kwargs: Any) -> Self:
        """Create a queue; priority queues get the folder as their second argument, plain ones as `key`."""
        return cls(crawler, key or (args[1] if len(args) > 1 else ""))

    def push(self, request: Request) -> None:
        assert self._scheduler.enqueue_request(request)

    def pop(self) -> Request | None:
        return self._scheduler.next_request()

    def peek(self) -> Request | None:
        return self._scheduler.peek()

    def __len__(self) -> int:
        return len(self._scheduler)

    def close(self) -> None:
        self._scheduler.close("finished")
        if self._own:
            shutil.rmtree(self._own)


class _NoFilter(RequestPolicy):
    def key_of(self, request: Request) -> bytes:
        return os.urandom(20)


class _QueueScheduler(FrontierScheduler):
    def __init__(self, crawler: Crawler, folder: Path) -> None:
        super().__init__(crawler, _NoFilter(crawler))
        self._folder = folder
        self._frontier: Frontier[bytes] | None = None

    def open_frontier(self, spider: Spider) -> Frontier[bytes] | None:
        if REDIS_URL:
            self._frontier = RedisFrontier(connect(REDIS_URL), f"upstream{self._folder}")
        else:
            self._folder.mkdir(parents=True, exist_ok=True)
            self.writer = SqliteWriter(self._folder / "frontier.db")
            self._frontier = SqliteFrontier(self.writer, spider.name)
        return self._frontier

    def peek(self) -> Request | None:
        assert self._frontier is not None
        entry = self._frontier.lease(lambda host, score: True)
        if entry is None:
            return None
        self._frontier.release(entry.key)
        return decode_request(entry.url, entry.payload, entry.why, None)


class DupeFilterStandIn:
    """Replaces the duplicate filter that Scrapy's tests take from a scheduler."""

    def __init__(self, crawler: Crawler) -> None:
        self._scheduler = SchedulerStandIn(crawler)

    def open(self) -> None:
        self._scheduler.open(Spider("upstream"))

    def request_seen(self, request: Request) -> bool:
        return not self._scheduler.enqueue_request(request)

    def close(self, reason: str) -> None:
        self._scheduler.close(reason)


def dupe_filter(
    *, crawler: Crawler | None = None, settings: dict[str, Any] | None = None, open_: bool = True
) -> DupeFilterStandIn:
    """Replace `_get_dupefilter` of `test_dupefilters.py`."""
    made = DupeFilterStandIn(crawler or opened_crawler(settings))
    if open_:
        made.open()
    return made


def opened_crawler(settings: dict[str, Any] | None = None) -> Crawler:
    """Return a crawler with stats and fingerprinter, without an engine."""
    from scrapy.utils.test import get_crawler

    return get_crawler(settings_dict=settings)


class RedisSchedulerStandIn(SchedulerStandIn):
    """Replaces `scrapy_redis.scheduler.Scheduler`."""

    persist = False

    def open_frontier(self, spider: Spider) -> Frontier[bytes] | None:
        prefix = self.crawler.settings["SCHEDULER_QUEUE_KEY"] % {"spider": spider.name}
        made = RedisFrontier(connect(REDIS_URL), prefix)
        _open.append(made)
        return made


class RedisQueueStandIn:
    """Replaces `scrapy_redis.queue.PriorityQueue` and `FifoQueue`: a Redis frontier without a scheduler."""

    def __init__(self, server: redis.Redis, spider: Spider, key: str) -> None:
        used.append(self)
        self._spider = spider
        self._key = key
        self._open()

    def push(self, request: Request) -> None:
        entry = Entry(
            os.urandom(20),
            "host",
            float(request.priority),
            encode_request(request, self._spider),
            request.url,
        )
        assert self._frontier.push(entry)

    def pop(self, timeout: float = 0) -> Request | None:
        entry = self._frontier.lease(lambda host, score: True)
        if entry is None:
            return None
        self._frontier.done(entry.key)
        return decode_request(entry.url, entry.payload, entry.why, self._spider)

    def clear(self) -> None:
        self._frontier.close()
        self._open(fresh=True)

    def __len__(self) -> int:
        return self._frontier.counts().waiting

    def _open(self, fresh: bool = False) -> None:
        self._frontier = RedisFrontier(connect(REDIS_URL), self._key, fresh=fresh)
        _open.append(self._frontier)


class RedisDupeFilterStandIn:
    """Replaces `scrapy_redis.dupefilter.RFPDupeFilter`; uses the real server, not a mock."""

    def __init__(self, server: object, key: str) -> None:
        used.append(self)
        self._crawler = opened_crawler()
        self._frontier = RedisFrontier(connect(REDIS_URL), key, fresh=True)
        _open.append(self._frontier)

    def request_seen(self, request: Request) -> bool:
        assert self._crawler.request_fingerprinter is not None
        key = self._crawler.request_fingerprinter.fingerprint(request)
        return not self._frontier.push(Entry(key, "host", 0.0, b"", request.url))

    def close(self, reason: str) -> None:
        self._frontier.close()


def names_of(module: str) -> Iterator[tuple[str, Any]]:
    """Yield the dotted names to replace in a test module, with their stand-ins."""
    yield from _PLACES.get(module, ())


def with_our_scheduler(get_crawler: Any) -> Any:
    """Wrap `get_crawler` of Scrapy's tests so that crawls use topiccrawl's scheduler."""

    def made(spidercls: Any = None, settings_dict: Any = None, *args: Any, **kwargs: Any) -> Crawler:
        ours = {**(settings_dict or {}), "SCHEDULER": SchedulerStandIn}
        crawler: Crawler = get_crawler(spidercls, ours, *args, **kwargs)
        return crawler

    return made


_QUEUES = ("PickleFifoDiskQueue", "MarshalFifoDiskQueue", "PickleFifoSQLiteQueue", "MarshalFifoSQLiteQueue")
_PLACES: dict[str, tuple[tuple[str, Any], ...]] = {
    "tests.test_scheduler": (
        ("Scheduler", SchedulerStandIn),
        ("MockDownloader", DownloaderMock),
        ("get_crawler", with_our_scheduler),
    ),
    "tests.test_scheduler_base": (
        ("MinimalScheduler", SimpleSchedulerStandIn),
        ("TestMinimalSchedulerCrawl.scheduler_cls", SchedulerStandIn),
        ("TestSimpleSchedulerCrawl.scheduler_cls", SchedulerStandIn),
    ),
    "tests.test_pqueues": (
        ("ScrapyPriorityQueue", QueueStandIn),
        ("DownloaderAwarePriorityQueue", QueueStandIn),
        ("MockDownloader", DownloaderMock),
    ),
    "tests.test_squeues_request": tuple((name, QueueStandIn) for name in (*_QUEUES, "FifoMemoryQueue")),
    "tests.test_dupefilters": (("_get_dupefilter", dupe_filter),),
    "test_scrapy_redis": (
        ("Scheduler", RedisSchedulerStandIn),
        ("RFPDupeFilter", RedisDupeFilterStandIn),
        ("FifoQueueTest.queue_cls", RedisQueueStandIn),
        ("PriorityQueueTest.queue_cls", RedisQueueStandIn),
    ),
    "test_dupefilter": (("RFPDupeFilter", RedisDupeFilterStandIn),),
}
