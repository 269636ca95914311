"""What a crawl writes down: pages, every address that was dropped with the reason, and settled links."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

from scrapy import Request
from scrapy.crawler import Crawler

from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.visit import link_context, link_priority_of
from topiccrawl.errors import RowRefusedError, StorageError
from topiccrawl.storage.pages.batch_writer import BatchWriter
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.patience import patiently
from topiccrawl.storage.records import DropRecord, LinkRecord, PageRecord

T = TypeVar("T")

logger = logging.getLogger(__name__)

_NO_PAGE = ("download", "gate")
"""Stages at which a seed that is dropped has brought nothing at all."""

_MANY_UNAWAITED = 5_000
"""Rows of dropped and settled links that wait, as while the database is away, before fetching pauses."""

_MOST_UNAWAITED = 500_000
"""What the pages that were in flight by then may still bring; beyond it rows are lost, and counted."""

_MOST_FAILED_SEEDS = 1000

_MAY_HOLD_PASSWORDS = ("TOPICCRAWL_DATABASE_URL", "TOPICCRAWL_REDIS_URL")


class Ledger:
    """Counts and stores what becomes of each address.

    Counters are `topiccrawl/drops/<stage>/<reason>`, `topiccrawl/pages/kept` and
    `topiccrawl/pages/duplicate`. A database that stays away ends the crawl with the reason
    `database_unavailable`. A seed that gives no page is a warning in the log as well.
    """

    def __init__(self, crawler: Crawler, topic: str) -> None:
        settings = crawler.settings
        self.topic = topic
        self.run_id = 0
        self._crawler = crawler
        self._patience = settings.getfloat("TOPICCRAWL_DATABASE_PATIENCE")
        self._store = CorpusStore(settings.get("TOPICCRAWL_DATABASE_URL"), patience=self._patience)
        self._writer: BatchWriter | None = None
        self._stopping: asyncio.Task[None] | None = None
        self._trouble: StorageError | None = None
        self._at_close: list[Callable[[], None]] = []
        self.failed_seeds: dict[str, str] = {}
        """Why seeds gave no page, by URL; the first thousand."""

    @property
    def store(self) -> CorpusStore:
        """The open corpus store."""
        return self._store

    def connect(self) -> None:
        """Open the database.

        Raises:
            StorageError: it cannot be used.
        """
        self._store.open()

    def open(self) -> None:
        """Note the run; from here on pages and drops are taken.

        Raises:
            StorageError: the database cannot be used.
        """
        own = {
            key: value
            for key, value in self._crawler.settings.items()
            if key.startswith("TOPICCRAWL_") and key not in _MAY_HOLD_PASSWORDS
        }
        self.run_id = self._store.start_run(self.topic, own)
        self._writer = BatchWriter(
            self._store, patience=self._patience, max_unawaited=_MOST_UNAWAITED, on_written=self._wake_engine
        )

    @property
    def submitted(self) -> int:
        """Rows handed over so far: the position behind the last one."""
        return 0 if self._writer is None else self._writer.submitted

    @property
    def written(self) -> int:
        """How many of them are committed, in order; a row that the database refused counts."""
        return 0 if self._writer is None else self._writer.written

    @property
    def is_behind(self) -> bool:
        """Whether so many rows wait that nothing more should be fetched for now."""
        return self._writer is not None and self._writer.unawaited > _MANY_UNAWAITED

    async def flush(self) -> None:
        """Wait until what was handed over is written, or cannot be."""
        if self._writer is not None:
            await self._writer.flush()

    async def close(self, reason: str) -> None:
        """Write what waits, note how the run ended, and leave the database."""
        if self._writer is None:
            return
        await self._writer.close()
        if self._writer.lost:
            self._stats.set_value("topiccrawl/storage/not_written", self._writer.lost)
        stats = {key: _plain(value) for key, value in self._stats.get_stats().items()}
        try:
            self._store.finish_run(self.run_id, reason, stats)
        except StorageError as error:
            logger.error("the end of the run could not be noted (%s): %s", reason, error)
        for close in self._at_close:
            close()
        self._store.close()

    def closes_with(self, close: Callable[[], None]) -> None:
        """Have something closed with the ledger, just before the database is left."""
        self._at_close.append(close)

    async def keep(self, record: PageRecord) -> None:
        """Store a page; returns when it is committed.

        Raises:
            RowRefusedError: the database will never take this page.
            StorageError: it cannot be stored; the crawl ends when the database is away for good.
        """
        if self._writer is None:
            raise StorageError("the corpus is not open")
        try:
            await self._writer.add(record)
        except RowRefusedError:
            raise
        except StorageError as error:
            self._stats.inc_value("topiccrawl/storage/errors")
            self._stop_if_broken(error)
            raise
        kind = "duplicate" if record.duplicate_of else "kept"
        self._stats.inc_value(f"topiccrawl/pages/{kind}")

    async def ask(self, read: Callable[[], T]) -> T:
        """Read from the database, in a thread; while it is away this waits as long as pages do.

        Raises:
            StorageError: it cannot be read; the crawl ends when it is away for good.
        """
        if self._trouble is not None:  # or each page would wait anew
            raise StorageError(str(self._trouble)) from self._trouble
        try:
            return await patiently(read, self._patience)
        except StorageError as error:
            self._stats.inc_value("topiccrawl/storage/errors")
            self._stop(error)
            raise

    def drop(
        self, request: Request, stage: str, reason: str, score: float | None = None, url: str = ""
    ) -> None:
        """Count an address that is not kept, and leave a row that says why."""
        self._stats.inc_value(f"topiccrawl/drops/{stage}/{reason}")
        link, priority = link_context(request), link_priority_of(request)
        if link.seed and stage in _NO_PAGE:
            logger.warning("the seed %s gives no page: %s", url or request.url, reason)
            self._stats.inc_value(f"topiccrawl/seeds/failed/{reason}")
            if len(self.failed_seeds) < _MOST_FAILED_SEEDS:
                self.failed_seeds[url or request.url] = reason
        record = DropRecord(
            topic=self.topic,
            url=url or request.url,
            stage=stage,
            reason=reason,
            run_id=self.run_id,
            dropped_at=datetime.now(UTC),
            score=score,
            parent_url=link.parent_url or None,
            anchor=link.anchor or None,
            score_parts=None if score is None or priority is None else priority.parts(),
        )
        self._leave(record)

    @property
    def records_links(self) -> bool:
        """Whether the database wants settled links: it does when the queue is not in it."""
        return self._store.writer is None

    def link(self, record: LinkRecord) -> None:
        """Leave a row of a settled link."""
        self._leave(record)

    def _leave(self, record: DropRecord | LinkRecord) -> None:
        """Have a record written with one of the next batches; nobody waits for it."""
        if self._writer is None:
            return
        try:
            self._writer.add_nowait(record)
        except StorageError as error:
            self._stop_if_broken(error)

    def _wake_engine(self) -> None:
        """Let the scheduler end leases that waited for rows: Scrapy looks only every five seconds."""
        EngineView(self._crawler).wake()

    @property
    def _stats(self) -> Any:
        assert self._crawler.stats is not None  # set before any component runs
        return self._crawler.stats

    def _stop_if_broken(self, error: StorageError) -> None:
        """End the crawl, once, when the writer will take nothing any more."""
        if self._writer is not None and self._writer.broken:
            self._stop(error)

    def _stop(self, error: StorageError) -> None:
        self._trouble = error
        if self._stopping is None:
            logger.critical("the crawl stops: %s", error)
            self._stopping = asyncio.ensure_future(
                self._crawler.engine.close_spider_async(reason="database_unavailable")
            )


def _plain(value: object) -> object:
    """A stat as JSON can hold it."""
    return value if isinstance(value, int | float | str | None) else str(value)
