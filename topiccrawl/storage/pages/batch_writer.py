"""Records from the event loop to the database: taken at once, committed in batches, then acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from topiccrawl.errors import DatabaseAwayError, RowRefusedError, StorageError
from topiccrawl.messages import said
from topiccrawl.storage.group_commit import PATIENCE, GroupCommit
from topiccrawl.storage.records import Record
from topiccrawl.storage.sketches.decisions import Decision

_log = logging.getLogger(__name__)


class Writes(Protocol):
    """What a batch is written to; `CorpusStore` is one."""

    @property
    def writer(self) -> GroupCommit | None:
        """The writer of the store's file, where all writes go through one; None where they do not."""

    def write(self, records: Sequence[Record]) -> Mapping[str, Decision]:
        """Write all or nothing, and the same again without harm; raises `StorageError`.

        Returns:
            What was decided about pages, by their URLs.
        """


@dataclass(slots=True, eq=False)
class _Row:
    record: Record
    written: asyncio.Future[Decision | None] | None  # None for `add_nowait`
    error: StorageError | None = None
    decision: Decision | None = None


class RecordBatch:
    """Records that are committed together, see `topiccrawl.storage.group_commit.Batch`.

    A record that the database refuses is left out, and its row gets the error.
    """

    fails_alone = True

    def __init__(self, store: Writes) -> None:
        self.sealed = False
        self.future: Future[None] = Future()
        self.rows: list[_Row] = []
        self._store = store

    def write(self, connection: object) -> None:
        """Write the records; row by row when one of them is refused."""
        for row in self.rows:
            row.error = None
        try:
            self._write(self.rows)
        except RowRefusedError:
            for row in self.rows:
                try:
                    self._write([row])
                except RowRefusedError as refused:
                    row.error = refused

    def _write(self, rows: Sequence[_Row]) -> None:
        decisions = self._store.write([row.record for row in rows])
        for row in rows:
            row.decision = decisions.get(row.record.url)


class BatchWriter:
    """Writes records in batches without blocking the event loop.

    `await add(record)` returns after the commit that holds the record, so what is acknowledged is stored.
    While the database is away the records wait; after `patience` seconds every waiting `add` raises, and the
    writer stays broken. A record that the database refuses fails alone.

    Batches for a SQLite file go to the file's only writer, those for a server to a `GroupCommit` of their
    own.

    Args:
        store: an open store; the caller closes it, after the writer.
        max_rows: maximum number of rows in a batch.
        max_wait: seconds the first row of a batch waits for others; in a SQLite file its writer decides.
        patience: seconds a batch waits for a database that is away.
        max_unawaited: maximum number of records of `add_nowait` that may wait.
        on_written: called after each commit.
        is_idle: whether nothing else goes on, so that a record of `add` is committed at once.

    Attributes:
        max_rows: as given.
        submitted: records taken so far.
        written: how many of them, in the order in which they were taken, are committed or were refused.
        unawaited: records of `add_nowait` that wait.
        lost: records of `add_nowait` that were not stored: too many waited, or the database refused.
    """

    def __init__(
        self,
        store: Writes,
        *,
        max_rows: int = 100,
        max_wait: float = 0.1,
        patience: float = PATIENCE,
        max_unawaited: int = 10_000,
        on_written: Callable[[], None] | None = None,
        is_idle: Callable[[], bool] = lambda: False,
    ) -> None:
        self._store = store
        self.max_rows = max_rows
        self._patience = patience
        self._max_unawaited = max_unawaited
        self._on_written = on_written
        self._is_idle = is_idle
        self._owns_commit = store.writer is None
        self._commit = store.writer or GroupCommit("batch writer", patience=patience, gathering=max_wait)
        self._batch: RecordBatch | None = None
        self._closing = False
        self._error: StorageError | None = None
        self._unanswered = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self.submitted = 0
        self.written = 0
        self.unawaited = 0
        self.lost = 0

    @property
    def broken(self) -> StorageError | None:
        """Why the writer no longer accepts records; None while it works, even after a refused record."""
        return self._error or self._commit.broken

    async def add(self, record: Record) -> Decision | None:
        """Store a record; return what was decided about it, when it is committed.

        Raises:
            RowRefusedError: the database refuses this record.
            StorageError: the database stayed away too long, or the writer is broken or closed.
        """
        written: asyncio.Future[Decision | None] = asyncio.get_running_loop().create_future()
        self._put(record, written)
        return await written

    def add_nowait(self, record: Record) -> bool:
        """Leave a record to be stored with one of the next batches.

        Returns:
            False when too many wait already; the record is then counted in `lost`.

        Raises:
            StorageError: the writer is broken or closed.
        """
        if self.unawaited >= self._max_unawaited:
            self._check()
            self.lost += 1
            return False
        self._put(record, None)
        self.unawaited += 1
        return True

    async def flush(self) -> None:
        """Wait until everything that was taken so far is written, or cannot be; raises nothing."""
        await self._idle.wait()

    async def close(self) -> None:
        """Write what still waits, then end; raises nothing, as each `add` has its own answer."""
        self._closing = True
        if self._owns_commit:
            await asyncio.to_thread(self._commit.close)
        await self._idle.wait()

    def _check(self) -> None:
        if (error := self.broken) is not None:
            raise StorageError(said(error)) from error
        if self._closing:
            raise StorageError("the writer is closed")

    def _put(self, record: Record, written: asyncio.Future[Decision | None] | None) -> None:
        self._check()
        with self._commit.lock:
            last = self._batch
            if last is not None and len(last.rows) >= self.max_rows:
                last = None
            # A record may be written before other work that was submitted earlier, never after later work:
            # a page's lease ends only when `written` has passed its record.
            batch = self._commit.open_batch(
                last, lambda: RecordBatch(self._store), in_order=False, patience=self._patience
            )
            batch.rows.append(_Row(record, written))
            if written is not None and self._is_idle():
                self._commit.hurry()
        self.submitted += 1
        self._unanswered += 1
        self._idle.clear()
        if batch is not self._batch:
            self._batch = batch
            loop = asyncio.get_running_loop()
            batch.future.add_done_callback(lambda future: self._call_soon(loop, batch))

    def _call_soon(self, loop: asyncio.AbstractEventLoop, batch: RecordBatch) -> None:
        """Answer the rows of a batch in the event loop; called from the thread that has written it."""
        with contextlib.suppress(RuntimeError):  # the loop is closed, so nothing waits there any more
            loop.call_soon_threadsafe(self._answer_all, batch)

    def _answer_all(self, batch: RecordBatch) -> None:
        error = batch.future.exception()
        if error is not None and self._error is None:
            gave_up = isinstance(error, DatabaseAwayError)
            text = "gave up after {waited:.0f} s: {error}" if gave_up else "{error}"
            self._error = StorageError(text, waited=self._patience, error=error)
        for row in batch.rows:
            self._answer(row, row.error if error is None else self._error)
        self._unanswered -= len(batch.rows)
        if not self._unanswered:
            self._idle.set()
        if error is None and self._on_written is not None:
            self._on_written()

    def _answer(self, row: _Row, error: StorageError | None) -> None:
        if self._error is None:  # records after a gap do not count
            self.written += 1
        if row.written is None:
            self.unawaited -= 1
            if error is not None:
                self.lost += 1
                _log.error("not stored: %s", error)
        elif not row.written.done():  # the caller may have been cancelled
            if error is None:
                row.written.set_result(row.decision)
            else:
                row.written.set_exception(error)
