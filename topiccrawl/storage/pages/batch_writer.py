"""One writer for many waiting pages: rows are gathered, committed together, and only then acknowledged."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from topiccrawl.errors import RowRefusedError, StorageError
from topiccrawl.storage.patience import patiently
from topiccrawl.storage.records import DropRecord, LinkRecord, PageRecord

_log = logging.getLogger(__name__)

Record = PageRecord | DropRecord | LinkRecord


class Writes(Protocol):
    """What a batch is written to; `CorpusStore` is one."""

    def write(
        self, pages: Sequence[PageRecord], drops: Sequence[DropRecord], links: Sequence[LinkRecord]
    ) -> None:
        """Write all or nothing, and the same again without harm; raises `StorageError`."""


@dataclass(slots=True, eq=False)
class _Row:
    record: Record
    arrived: float
    written: asyncio.Future[None] | None  # None: nobody waits
    answered: bool = False


class BatchWriter:
    """Writes records in batches, from one task, without blocking the event loop.

    `await add(record)` returns after the commit that holds the record, so what is acknowledged is stored.
    While the database is away the rows wait and the same batch is tried again; after `patience` seconds every
    waiting `add` raises, and the writer stays broken. A row that the database refuses fails alone.

    Args:
        store: an open store; the caller closes it, after the writer.
        max_rows: most rows in a commit.
        max_wait: seconds the first row of a batch waits for others.
        patience: seconds a batch waits for a database that is away.
        max_unawaited: most records of `add_nowait` that may wait.
        on_wait: called with the seconds waited so far and the reason, before each new attempt; without it
            the log is told.
        on_written: called after each commit.

    Attributes:
        submitted: records taken so far.
        written: how many of them, in the order in which they were taken, are committed or were refused.
    """

    def __init__(
        self,
        store: Writes,
        *,
        max_rows: int = 100,
        max_wait: float = 0.1,
        patience: float = 60.0,
        max_unawaited: int = 10_000,
        on_wait: Callable[[float, StorageError], None] | None = None,
        on_written: Callable[[], None] | None = None,
    ) -> None:
        self._store = store
        self._max_rows = max_rows
        self._max_wait = max_wait
        self._patience = patience
        self._max_unawaited = max_unawaited
        self._on_wait = on_wait or _log_wait
        self._on_written = on_written
        self._rows: deque[_Row] = deque()
        self._unawaited = 0
        self._arrival = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False
        self._error: StorageError | None = None
        self._idle = asyncio.Event()
        self._idle.set()
        self.submitted = 0
        self.written = 0
        self.lost = 0
        """Records of `add_nowait` that were not stored: the queue was full, or the database refused."""

    @property
    def broken(self) -> StorageError | None:
        """Why the writer takes nothing any more; None while it works, and after a row alone was refused."""
        return self._error

    async def add(self, record: Record) -> None:
        """Store a record; returns when it is committed.

        Raises:
            RowRefusedError: the database refuses this record.
            StorageError: the database stayed away too long, or the writer is broken or closed.
        """
        written = asyncio.get_running_loop().create_future()
        self._put(record, written)
        await written

    def add_nowait(self, record: DropRecord | LinkRecord) -> bool:
        """Leave a record to be stored with one of the next batches.

        Returns:
            False when too many wait already; the record is then counted in `lost`.

        Raises:
            StorageError: the writer is broken or closed.
        """
        if self._unawaited >= self._max_unawaited:
            self._check()
            self.lost += 1
            return False
        self._put(record, None)
        self._unawaited += 1
        return True

    @property
    def unawaited(self) -> int:
        """Records of `add_nowait` that wait."""
        return self._unawaited

    async def flush(self) -> None:
        """Wait until everything that was taken so far is written, or cannot be; raises nothing."""
        await self._idle.wait()

    async def close(self) -> None:
        """Write what still waits, then end; raises nothing, as each `add` has its own answer."""
        self._closing = True
        self._arrival.set()
        if self._task is not None:
            await asyncio.wait([self._task])

    def _check(self) -> None:
        if self._error is not None:
            raise StorageError(str(self._error)) from self._error
        if self._closing:
            raise StorageError("the writer is closed")

    def _put(self, record: Record, written: asyncio.Future[None] | None) -> None:
        self._check()
        loop = asyncio.get_running_loop()
        if self._task is None:
            self._task = loop.create_task(self._run(), name="batch writer")
        self._rows.append(_Row(record, loop.time(), written))
        self.submitted += 1
        self._idle.clear()
        self._arrival.set()

    async def _run(self) -> None:
        batch: list[_Row] = []
        try:
            while batch := await self._next_batch():
                await self._write(batch)
                if self._error is not None:
                    return
                if not self._rows:
                    self._idle.set()
                if self._on_written is not None:
                    self._on_written()
        except Exception as error:
            # A fault of ours: without this line every `add` would wait for ever.
            _log.exception("the writer failed")
            self._error = StorageError(f"the writer failed: {error!r}")
        finally:
            self._end(batch)

    async def _next_batch(self) -> list[_Row]:
        """The next rows to commit together; empty only at the end."""
        while not self._rows and not self._closing:
            await self._next_arrival(None)
        while 0 < len(self._rows) < self._max_rows and not self._closing:
            if not await self._next_arrival(self._rows[0].arrived + self._max_wait):
                break
        return [self._rows.popleft() for _ in range(min(self._max_rows, len(self._rows)))]

    async def _next_arrival(self, deadline: float | None) -> bool:
        self._arrival.clear()
        try:
            async with asyncio.timeout_at(deadline):
                await self._arrival.wait()
        except TimeoutError:
            return False
        return True

    async def _write(self, batch: list[_Row]) -> None:
        """Commit a batch and answer its rows; row by row when one of them is refused."""
        error: StorageError | None = self._error
        if error is None:
            try:
                await self._commit([row.record for row in batch])
            except RowRefusedError as refused:
                if len(batch) > 1:
                    for row in batch:
                        await self._write([row])
                    return
                error = refused
            except StorageError as broken:
                self._error = error = broken
        for row in batch:
            self._answer(row, error)

    async def _commit(self, records: Sequence[Record]) -> None:
        pages = [record for record in records if isinstance(record, PageRecord)]
        drops = [record for record in records if isinstance(record, DropRecord)]
        links = [record for record in records if isinstance(record, LinkRecord)]
        await patiently(lambda: self._store.write(pages, drops, links), self._patience, self._on_wait)

    def _answer(self, row: _Row, error: StorageError | None) -> None:
        row.answered = True
        if error is None or isinstance(error, RowRefusedError):
            self.written += 1
        if row.written is None:
            self._unawaited -= 1
            if error is not None:
                self.lost += 1
                _log.error("not stored: %s", error)
        elif not row.written.done():  # who waited for it may have been cancelled
            if error is None:
                row.written.set_result(None)
            else:
                row.written.set_exception(error)

    def _end(self, batch: Sequence[_Row]) -> None:
        """Answer what is left when the task ends early; after `close` nothing is."""
        left = [row for row in (*batch, *self._rows) if not row.answered]
        if self._error is None and (left or not self._closing):
            self._error = StorageError("the writer was stopped")
        for row in left:
            self._answer(row, self._error)
        self._rows.clear()
        self._idle.set()


def _log_wait(waited: float, error: StorageError) -> None:
    _log.warning("the database is away for %.1f s, rows wait: %s", waited, error)
