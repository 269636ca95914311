"""The record of a crawl: pages, dropped URLs with the reason, and finished links.

It ends the crawl when the database stays unavailable.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

from scrapy.crawler import Crawler

from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.request_meta import CrawlLink
from topiccrawl.crawl.script_files import ScriptFiles
from topiccrawl.crawl.url_failures import unread_reason
from topiccrawl.errors import RowRefusedError, StorageError
from topiccrawl.page.script_files import SCRIPT_FILE
from topiccrawl.page.unread.counts import UnreadCounts
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.storage.pages.batch_writer import BatchWriter
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.patience import patiently
from topiccrawl.storage.records import DropRecord, PageRecord, Record, SettledRecord
from topiccrawl.storage.sketches.decisions import Decision

T = TypeVar("T")

logger = logging.getLogger(__name__)

_NO_PAGE = ("download", "gate")
"""Stages at which a dropped seed counts as one without a page."""

UNREAD_STAGE = "unread"
"""Stage of the rows of what was not read and has no other drop."""

_MANY_UNAWAITED = 5_000
"""Rows of drops and links that may wait, for example while the database is down, before fetching pauses."""

_MOST_UNAWAITED = 500_000
"""Maximum number of such rows, reached through pages in flight; further rows are lost and counted."""

_MOST_FAILED_SEEDS = 1000

_MAY_HOLD_PASSWORDS = (
    "TOPICCRAWL_DATABASE_URL",
    "TOPICCRAWL_REDIS_URL",
    "TOPICCRAWL_SEARXNG_URL",
    "TOPICCRAWL_PROXIES",
    "TOPICCRAWL_ALERTS",
)


class Ledger:
    """Counts and stores the outcome of each URL.

    Counters: `topiccrawl/drops/<stage>/<reason>`, `topiccrawl/pages/kept`, `topiccrawl/pages/duplicate` and
    `topiccrawl/unread/<reason>`, at the end also by host. A database that stays down ends the crawl with the
    reason `database_unavailable`. A seed that gives no page is also logged as a warning.

    Attributes:
        topic: name of the topic.
        run_id: id of the row in `runs`; 0 until `open`.
        failed_seeds: the reasons why seeds gave no page, by URL; the first thousand.
    """

    def __init__(self, crawler: Crawler, topic: str) -> None:
        settings = crawler.settings
        self.topic = topic
        self.run_id = 0
        self._crawler = crawler
        self._engine = EngineView(crawler)
        self._patience = settings.getfloat("TOPICCRAWL_DATABASE_PATIENCE")
        self._stats: Any = crawler.stats  # set before any component is created
        self._store = CorpusStore(settings.get("TOPICCRAWL_DATABASE_URL"), patience=self._patience)
        self._writer: BatchWriter | None = None
        self._trouble: StorageError | None = None
        self._close_callbacks: list[Callable[[], None]] = []
        self._unread = UnreadCounts()
        self.failed_seeds: dict[str, str] = {}
        self.script_files: ScriptFiles | None = None

    @property
    def store(self) -> CorpusStore:
        """The open corpus store."""
        return self._store

    def connect(self) -> None:
        """Open the database.

        Raises:
            StorageError: the database cannot be used.
        """
        self._store.open()

    def open(self, strategy: str, spider: str = "") -> None:
        """Create the row of the run; from now on pages and drops are accepted.

        Args:
            strategy: its name, which is stored with the settings.
            spider: name of a spider that knows nothing of topics, stored with the settings too.

        Raises:
            StorageError: the database cannot be used.
        """
        own = {
            key: value
            for key, value in self._crawler.settings.items()
            if key.startswith("TOPICCRAWL_") and key not in _MAY_HOLD_PASSWORDS
        }
        own["strategy"] = strategy
        if spider:
            own["spider"] = spider
        self.run_id = self._store.start_run(self.topic, own)
        self._writer = BatchWriter(
            self._store,
            patience=self._patience,
            max_unawaited=_MOST_UNAWAITED,
            on_written=self._wake_engine,
            is_idle=lambda: not self._engine.is_fetching,
        )

    @property
    def submitted(self) -> int:
        """Rows submitted so far: the position after the last one."""
        return 0 if self._writer is None else self._writer.submitted

    @property
    def written(self) -> int:
        """How many of them are committed, in order; rows that the database refused count too."""
        return 0 if self._writer is None else self._writer.written

    @property
    def is_behind(self) -> bool:
        """Whether too many rows wait for the database to fetch more pages now."""
        return self._writer is not None and self._writer.unawaited > _MANY_UNAWAITED

    @property
    def is_down(self) -> bool:
        """Whether the database has failed permanently, which ends the crawl."""
        return self._trouble is not None

    async def flush(self) -> None:
        """Wait until all submitted rows are committed or have failed."""
        if self._writer is not None:
            await self._writer.flush()

    async def close(self, reason: str) -> None:
        """Write the waiting rows and the end of the run, and close the database."""
        if self._writer is not None and self.script_files is not None:
            for url in self.script_files.waiting():  # the crawl was stopped, and no other one knows the page
                self.unread(Unread.SCRIPT_LIST, url)
        for name, value in self._unread.counters().items():
            self._stats.set_value(name, value)
        if self._writer is None:
            return
        await self._writer.close()
        if self._writer.lost:
            self._stats.set_value("topiccrawl/storage/not_written", self._writer.lost)
        stats = {key: _plain(value) for key, value in self._stats.get_stats().items()}
        try:
            self._store.finish_run(self.run_id, reason, stats)
        except StorageError as error:
            logger.error("the end of the run (%s) could not be written: %s", reason, error)
        for callback in self._close_callbacks:
            callback()
        self._store.close()

    def on_close(self, callback: Callable[[], None]) -> None:
        """Call a function when the ledger closes, just before the database does."""
        self._close_callbacks.append(callback)

    async def keep(self, record: PageRecord) -> Decision:
        """Store a page; return what was decided about it, when it is committed.

        Raises:
            RowRefusedError: the database will never accept this page.
            StorageError: the page is not stored; the crawl ends when the database stays down.
        """
        if self._writer is None:
            raise StorageError("the corpus is not open")
        try:
            decision = await self._writer.add(record) or Decision()
        except RowRefusedError:
            raise
        except StorageError as error:
            self._stats.inc_value("topiccrawl/storage/errors")
            self._stop_if_broken(error)
            raise
        # A page that takes the place of an older duplicate leaves the number of originals as it is.
        kind = "kept" if decision.is_new else "duplicate"
        if record.set_aside is not None:
            kind = "set_aside"
        self._stats.inc_value(f"topiccrawl/pages/{kind}")
        return decision

    async def ask(self, read: Callable[[], T]) -> T:
        """Run a database query in a thread and return its result.

        While the database is down this waits for `TOPICCRAWL_DATABASE_PATIENCE` seconds, as `keep` does.

        Raises:
            StorageError: the query failed; the crawl ends when the database stays down.
        """
        if self._trouble is not None:  # otherwise each page would wait for the full patience
            raise StorageError(str(self._trouble)) from self._trouble
        try:
            return await patiently(read, self._patience)
        except StorageError as error:
            self.give_up(error)
            raise

    def give_up(self, error: StorageError) -> None:
        """End the crawl because the database has been unavailable for too long."""
        self._stats.inc_value("topiccrawl/storage/errors")
        self._stop(error)

    def drop(
        self,
        link: CrawlLink,
        stage: str,
        reason: str,
        score: float | None = None,
        *,
        unread: Unread | None = None,
        how: str = "",
    ) -> None:
        """Count a URL that is not kept and write a row with the reason.

        Args:
            link: the URL, and where it stood.
            stage: where it was dropped.
            reason: why.
            score: the value that was too low, if that was the reason.
            unread: why it was not read; default: what `unread_reason` says.
            how: more about that in a word or two; default: status or error of the reason.
        """
        self._count_drop(link, stage, reason)
        if (unread := unread or unread_reason(stage, reason)) is not None:
            own = "" if reason in (unread, "not_html") else reason.removeprefix("status_")
            self._count_unread(unread, link.url, how or own)
        self.write(self._drop_record(link, stage, reason, score))
        if link.context.found == SCRIPT_FILE:
            self.note_unfilled(link)

    def note_unfilled(self, script: CrawlLink) -> None:
        """Note the pages as unread that this script file has not filled, if they wait for no other."""
        if self.script_files is not None:
            for url in self.script_files.unfilled(script.url, script.context.parent_url):
                self.unread(Unread.SCRIPT_LIST, url)

    def drop_waiting(
        self, link: CrawlLink, stage: str, reason: str, score: float, end: SettledRecord
    ) -> bool:
        """Drop a waiting page in a separate transaction; return False if it no longer waits."""
        if not self._store.drop_waiting(end, self._drop_record(link, stage, reason, score)):
            return False
        self._count_drop(link, stage, reason)
        return True

    def unread(self, reason: Unread, link: CrawlLink | str, how: str = "") -> None:
        """Count something that was worth reading and was not read, and write a row; once for each URL.

        What is dropped for such a reason (`unread_reason`) needs no call.

        Args:
            reason: why it was not read.
            link: the URL that was not read, or of the page whose list goes on in a way that is not followed;
                as a `CrawlLink` its row says where it stood.
            how: more about it in a word or two, such as a status; counted in the summary.
        """
        if isinstance(link, str):
            link = CrawlLink(link)
        if self._count_unread(reason, link.url, how):
            self.write(self._drop_record(link, UNREAD_STAGE, str(reason), None))

    def _count_unread(self, reason: Unread, url: str, how: str) -> bool:
        is_new = self._unread.add(reason, url, how)
        if is_new:
            self._stats.inc_value(f"topiccrawl/unread/{reason}")
        return is_new

    def inc_value(self, counter: str, number: int) -> None:
        """Add to a counter."""
        self._stats.inc_value(counter, number)

    def _count_drop(self, link: CrawlLink, stage: str, reason: str) -> None:
        self._stats.inc_value(f"topiccrawl/drops/{stage}/{reason}")
        # Only the seeds of the user: a search finds many pages that no longer exist.
        if link.context.seed and not link.context.source and stage in _NO_PAGE:
            logger.warning("the seed %s gives no page: %s", link.url, reason)
            self._stats.inc_value(f"topiccrawl/seeds/failed/{reason}")
            if len(self.failed_seeds) < _MOST_FAILED_SEEDS:
                self.failed_seeds[link.url] = reason

    def _drop_record(self, link: CrawlLink, stage: str, reason: str, score: float | None) -> DropRecord:
        url, context, priority = link
        return DropRecord(
            topic=self.topic,
            url=url,
            stage=stage,
            reason=reason,
            run_id=self.run_id,
            dropped_at=datetime.now(UTC),
            score=score,
            parent_url=context.parent_url or None,
            anchor=context.anchor or None,
            score_parts=None if priority is None else priority.rounded_parts(),
        )

    @property
    def records_links(self) -> bool:
        """Whether finished links need rows of their own: when the frontier is not in this database."""
        return self._store.writer is None

    def write(self, record: Record) -> None:
        """Write a record with one of the next batches, without waiting for it.

        Call it before the page's lease ends: the lease ends after the commit of all rows submitted so far,
        so a page whose records are not stored is fetched again.
        """
        if self._writer is None:
            return
        try:
            self._writer.add_nowait(record)
        except StorageError as error:
            self._stop_if_broken(error)

    def _wake_engine(self) -> None:
        """Let the scheduler end the leases that waited for rows."""
        self._engine.wake()

    def _stop_if_broken(self, error: StorageError) -> None:
        """End the crawl if the writer has failed permanently."""
        if self._writer is not None and self._writer.broken:
            self._stop(error)

    def _stop(self, error: StorageError) -> None:
        self._trouble = error
        self._engine.stop(error)


def _plain(value: object) -> object:
    """Return a stat as a value that JSON can hold."""
    return value if isinstance(value, int | float | str | None) else str(value)
