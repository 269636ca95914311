"""Choice of the frontier: in the corpus database, in a file of its own, or shared through Redis."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.crawler import Crawler
from scrapy.utils.job import job_dir

from topiccrawl.crawl.engine import EngineView
from topiccrawl.errors import StorageError
from topiccrawl.extras import require_extra
from topiccrawl.storage.frontier.contract import Entry, Frontier
from topiccrawl.storage.frontier.location import FRONTIER_FILE, frontier_file
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.storage.frontier.sqlite.view import SqliteFrontierView
from topiccrawl.storage.frontier.view import ALL, FrontierLink, FrontierView
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.sqlite.writer import SqliteWriter
from topiccrawl.supervision.worker import this_life, worker_status

if TYPE_CHECKING:
    from redis import Redis


REQUEUE_AFTER = 86_400.0
"""Seconds after which a start of the crawl tries links again that got no response or a server error."""


class FrontierOpener:
    """Opens the frontier of a crawl that its settings choose.

    Args:
        crawler: supplies the settings.
        store: the open corpus store.
        topic: name of the topic, or of the links of a guest; the prefix of all keys in Redis.

    Attributes:
        name: that name.

    Raises:
        StorageError: the settings contradict each other, another process crawls with the same file, the Redis
            server does not answer, or its frontier may not be emptied.
    """

    def __init__(self, crawler: Crawler, store: CorpusStore, topic: str) -> None:
        self._crawler = crawler
        self._settings = crawler.settings
        self._store = store
        self._topic = self.name = topic
        self._redis_url: str = self._settings.get("TOPICCRAWL_REDIS_URL") or ""
        self._own_writer: SqliteWriter | None = None
        if self._redis_url and store.writer is not None:
            raise StorageError(
                "{database}: workers that share a crawl through Redis need a database "
                "they all reach: set TOPICCRAWL_DATABASE_URL to "
                "mysql+pymysql://user:password@host/database",
                database=store.display_name,
            )
        if self._redis_url:
            self._check_server()
        elif store.writer is None:
            folder = job_dir(self._settings)
            database = self._settings.get("TOPICCRAWL_DATABASE_URL")
            path = Path(folder) / FRONTIER_FILE if folder else frontier_file(database, topic)
            patience = self._settings.getfloat("TOPICCRAWL_DATABASE_PATIENCE")
            self._own_writer = SqliteWriter(path, patience=patience)

    def open(self, fresh: bool) -> Frontier[bytes]:
        """Return the frontier, including the links left by earlier crawls of the topic.

        Args:
            fresh: delete those links first.

        Raises:
            StorageError: the frontier cannot be used.
        """
        if self._redis_url:
            return self._shared(fresh)
        assert self._writer is not None  # the constructor opened one
        return SqliteFrontier(
            self._writer,
            self._topic,
            max_attempts=self._settings.getint("TOPICCRAWL_MAX_ATTEMPTS"),
            fresh=fresh,
            requeue_after=REQUEUE_AFTER,
            inherited=this_life().inherited,
        )

    def dead_entries(self, urls: Collection[str], reason: str = "") -> list[Entry[bytes]]:
        """Return dead links of a frontier in a file, with their requests; may run in any thread.

        Args:
            urls: which; empty: all of the reason.
            reason: only those whose reason contains this text.

        Raises:
            StorageError: the file cannot be read.
        """
        if self._writer is None:
            return []
        found = []
        with closing(SqliteFrontierView(self._writer.path, self._topic)) as view:
            for dead in view.dead(ALL, reason=reason):
                link = view.find(dead.key) if not urls or dead.url in urls else None
                if link is not None and link.payload is not None:
                    found.append(Entry(link.key, link.host, link.score, link.payload, link.url, link.why))
        return found

    def best_waiting(self, most: int) -> list[FrontierLink]:
        """Return the best links that wait, the best first; may run in any thread.

        Raises:
            StorageError: the frontier cannot be read.
        """
        with closing(self._view()) as view:
            return view.top(most)

    def _view(self) -> FrontierView:
        if self._redis_url:
            from topiccrawl.storage.redis.view import RedisFrontierView  # loaded only where it is used

            return RedisFrontierView(self._client(), self._topic)
        assert self._writer is not None  # the constructor opened one
        return SqliteFrontierView(self._writer.path, self._topic)

    def flush(self) -> None:
        """Wait until what was enqueued is in the frontier's file, if it has one; may run in any thread.

        Raises:
            StorageError: it cannot be written.
        """
        if self._writer is not None:
            self._writer.flush()

    @property
    def _writer(self) -> SqliteWriter | None:
        """The writer of the file that has the frontier; None with Redis."""
        return self._store.writer or self._own_writer

    def close(self) -> None:
        """Close the file of the frontier; the scheduler has already closed the frontier itself."""
        if self._own_writer is not None:
            self._own_writer.close()

    def _check_server(self) -> None:
        require_extra("redis")
        # Not in open(): Scrapy adds long tracebacks to errors of a scheduler.
        from topiccrawl.storage.redis.check import check_redis  # loaded only where it is used

        with closing(self._client()) as client:
            check_redis(client, self._topic, fresh=bool(getattr(self._crawler.spider, "fresh", False)))

    def _client(self) -> Redis:
        from topiccrawl.storage.redis.connection import connect  # loaded only where it is used

        return connect(self._redis_url, self._settings.getdict("REDIS_PARAMS"))

    def _shared(self, fresh: bool) -> Frontier[bytes]:
        from topiccrawl.storage.redis.frontier import RedisFrontier  # loaded only where it is used

        engine = EngineView(self._crawler)
        delay = self._settings.getfloat("DOWNLOAD_DELAY")

        def delay_of(host: str) -> float:
            slot = engine.slot(host)
            return delay if slot is None else float(slot.delay)

        frontier = RedisFrontier(
            self._client(),
            self._topic,
            limit_per_host=self._settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN"),
            delay_of=delay_of,
            max_attempts=self._settings.getint("TOPICCRAWL_MAX_ATTEMPTS"),
            lease_seconds=self._settings.getfloat("TOPICCRAWL_LEASE_SECONDS"),
            patience=self._settings.getfloat("TOPICCRAWL_DATABASE_PATIENCE"),
            fresh=fresh,
            requeue_after=REQUEUE_AFTER,
            inherited=this_life().inherited,
        )
        worker_status().name = frontier.worker
        return frontier
