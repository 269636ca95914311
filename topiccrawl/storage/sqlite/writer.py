"""The one write connection of a SQLite file: everything that writes hands its work to one thread."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, make_url

from topiccrawl.errors import DatabaseAwayError, StorageError
from topiccrawl.storage.database import connect
from topiccrawl.storage.database_folder import make_folder_of
from topiccrawl.storage.sqlite.damage import late_damage
from topiccrawl.storage.sqlite.errors import translate_sqlite
from topiccrawl.storage.sqlite.file_lock import FileLock
from topiccrawl.storage.sqlite.operations import Batch, Operation, still_waiting, transact

T = TypeVar("T")
B = TypeVar("B", bound=Batch)

_log = logging.getLogger(__name__)

PATIENCE = 60.0
"""Seconds that writes wait for a locked file or a full disk, unless somebody says otherwise."""
_FIRST_PAUSE = 0.02
_LONGEST_PAUSE = 1.0
_LOCK_TIMEOUT = 0.1
"""Seconds SQLite itself waits for a lock; the writer's patience is made of many of them."""
_GATHERING = 0.05
"""Seconds for which a batch may be added to while there is nothing else to write."""
_MOST_OPERATIONS = 500
"""Operations of one transaction."""


class SqliteWriter:
    """Owns a SQLite file for this process and writes to it, from one thread, in the order of submission.

    What was submitted meanwhile is committed together, as soon as the commit before is through; then the
    futures are resolved, so what is acknowledged is committed. An operation that raises is rolled back alone,
    and its future gets the error: a `RowRefusedError` for values no column takes. While the database is
    locked or the disk is full everything waits and is tried again, so an operation must be able to run twice.
    After `patience` seconds the writer is `broken`: every future, old or new, gets the `StorageError`.

    It is open when it is made. The file is in write-ahead mode: a killed process loses nothing committed, a
    power failure at most the newest commits.

    Args:
        path: the file; it and its folder are made when they are missing.
        patience: seconds to wait for a database that is locked or a disk that is full.
        on_wait: called from the writer's thread with the seconds waited so far and the reason, before each
            new attempt; without it the log is told.
        log_bytes: size of the write-ahead log at which it is emptied into the file.

    Attributes:
        path: the file.
        shown: how the file is named in messages.
        lock: guards the batches that are not yet sealed, see `open_batch`.

    Raises:
        StorageError: another process writes the file, or it is no database.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        patience: float = PATIENCE,
        on_wait: Callable[[float, StorageError], None] | None = None,
        log_bytes: int = 64 * 2**20,
    ) -> None:
        self.path = Path(path).resolve()
        self.shown = f"sqlite:///{path}"
        self.lock = threading.Lock()
        self._arrival = threading.Condition(self.lock)
        self._patience = patience
        self._on_wait = on_wait or _log_wait
        self._log = self.path.with_name(self.path.name + "-wal")
        self._log_bytes = self._next_size = log_bytes
        self._queue: deque[Operation[Any]] = deque()
        self._closing = False
        self._error: StorageError | None = None
        self._claims: set[str] = set()
        self._counters: dict[str, count[int]] = {}
        make_folder_of(self.path, self.shown)
        self._file_lock = FileLock(self.path)
        try:
            url = make_url("sqlite://").set(database=str(self.path))
            self._engine = connect(url, timeout=_LOCK_TIMEOUT, create=True)
            self._sql = self._engine.connect()
        except BaseException:
            self._file_lock.release()
            raise
        # SQLAlchemy's own transaction stays open for ever and is none; the real ones are made in `_transact`.
        self._sql.begin()
        self._raw: sqlite3.Connection = self._sql.connection.driver_connection  # type: ignore[assignment]
        self._raw.isolation_level = None
        # Emptied by the writer, all at once and rarely: whatever part of the log a power failure leaves, the
        # file holds no newer pages than it.
        self._raw.execute("PRAGMA wal_autocheckpoint=0")
        self._raw.execute("PRAGMA cache_size=-65536")
        self._thread = threading.Thread(target=self._run, name=f"writer of {self.path.name}", daemon=True)
        self._thread.start()

    @property
    def broken(self) -> StorageError | None:
        """Why nothing is written any more; None while all is well."""
        return self._error

    def submit(
        self, operation: Callable[[sqlite3.Connection], T], *, patience: float | None = None
    ) -> Future[T]:
        """Have something written.

        Args:
            operation: gets the connection, within a transaction which it must neither begin nor end.
            patience: seconds after which this operation alone gives up waiting for the database with a
                `DatabaseAwayError`, and is not written; None: the writer's own.

        Raises:
            StorageError: the writer is broken or closed.
        """
        return self._put(Operation(lambda: operation(self._raw), None, patience))

    def submit_sql(self, operation: Callable[[Connection], T], *, patience: float | None = None) -> Future[T]:
        """`submit` for an operation that wants SQLAlchemy's connection."""
        return self._put(Operation(lambda: operation(self._sql), None, patience))

    def open_batch(self, batch: B | None, make: Callable[[], B]) -> B:
        """The batch to add to, submitted already; the caller holds `lock`, and adds while it holds it.

        A batch alone waits a moment for more to be added; who cannot wait calls `flush`.

        Args:
            batch: the caller's last one; it is used when it is not sealed and nothing was submitted after it.
            make: makes a new one.

        Raises:
            StorageError: the writer is broken or closed.
        """
        if batch is not None and not batch.sealed and self._queue and self._queue[-1].batch is batch:
            return batch
        self._check()
        new = make()
        operation = Operation(lambda: new.write(self._raw), new)
        new.future = operation.future
        self._queue.append(operation)
        self._arrival.notify()
        return new

    def flush(self) -> None:
        """Wait until everything submitted so far is committed.

        Raises:
            StorageError: it could not be.
        """
        self.submit(lambda connection: None).result()

    def numbers(self, table: str) -> count[int]:
        """The ids of new rows of a table, for all who number rows themselves; one counter for the process."""
        if table not in self._counters:
            query = f"SELECT coalesce(max(id), 0) FROM {table}"  # noqa: S608 - a name of our own
            last = self.submit(lambda connection: connection.execute(query).fetchone()[0]).result()
            self._counters.setdefault(table, count(last + 1))
        return self._counters[table]

    def claim(self, name: str) -> None:
        """Take something in the file for oneself within this process, until `unclaim`.

        Raises:
            StorageError: it is taken.
        """
        with self.lock:
            if name in self._claims:
                raise StorageError(f"{self.shown}: {name} is in use by this process already")
            self._claims.add(name)

    def unclaim(self, name: str) -> None:
        """Give free what was claimed."""
        with self.lock:
            self._claims.discard(name)

    def close(self) -> None:
        """Write what waits and let go of the file; may be called twice.

        It raises nothing: what could not be written has told so through its future.
        """
        with self.lock:
            self._closing = True
            self._arrival.notify()
        self._thread.join()
        self._sql.close()
        self._engine.dispose()
        self._file_lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _check(self) -> None:
        if self._error is not None:
            raise StorageError(str(self._error)) from self._error
        if self._closing:
            raise StorageError(f"{self.shown}: the writer is closed")

    def _put(self, operation: Operation[T]) -> Future[T]:
        with self.lock:
            self._check()
            self._queue.append(operation)
            self._arrival.notify()
        return operation.future

    def _run(self) -> None:
        """The writer's thread."""
        operations: list[Operation[Any]] = []
        try:
            while operations := self._take():
                self._commit(operations)
                self._tend_log()
        except BaseException as error:
            _log.exception("%s: the writer failed", self.shown)
            self._break(StorageError(f"{self.shown}: the writer failed: {error!r}"), operations)

    def _take(self) -> list[Operation[Any]]:
        """The next operations to commit together; empty only at the end."""
        with self.lock:
            while not self._queue and not self._closing:
                self._arrival.wait()
            if len(self._queue) == 1 and self._queue[0].batch is not None and not self._closing:
                self._arrival.wait(_GATHERING)  # nobody waits for it alone, and more comes in a moment
            taken = [self._queue.popleft() for _ in range(min(_MOST_OPERATIONS, len(self._queue)))]
            for operation in taken:
                if operation.batch is not None:
                    operation.batch.sealed = True
            return taken

    def _commit(self, operations: list[Operation[Any]]) -> None:
        """Commit operations together and answer them, however often it takes."""
        start, pause = time.monotonic(), _FIRST_PAUSE
        for operation in operations:
            operation.since = start
        while operations:
            try:
                transact(self._raw, operations, self.shown)
            except Exception as error:
                self._roll_back()
                reason = translate_sqlite(error, self.shown)
                waited = time.monotonic() - start
                if not isinstance(reason, DatabaseAwayError) or waited >= self._patience:
                    told = (
                        f"gave up after {waited:.0f} s: {reason}" if waited >= self._patience else str(reason)
                    )
                    self._break(StorageError(told), operations)
                    return
                operations = still_waiting(operations, reason)
                self._on_wait(waited, reason)
                time.sleep(min(pause, max(0.0, self._patience - waited)))
                pause = min(2 * pause, _LONGEST_PAUSE)
            else:
                for operation in operations:
                    operation.answer()
                return

    def _roll_back(self) -> None:
        if self._raw.in_transaction:  # a full disk ends the transaction by itself
            self._raw.execute("ROLLBACK")

    def _tend_log(self) -> None:
        """Copy the write-ahead log into the file once it is long, and cut it; notice when both are gone."""
        if (damage := late_damage(self.path, self.shown)) is not None:
            self._break(damage, [])
            return
        try:
            size = self._log.stat().st_size
        except FileNotFoundError:  # also where a file system allows no such log
            if not self.path.exists():
                self._break(StorageError(f"{self.shown}: the file was deleted while it was written"), [])
            return
        if size >= self._next_size:
            self._empty_log(size)

    def _empty_log(self, size: int) -> None:
        try:
            busy, _, _ = self._raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            _log.warning("%s: the write-ahead log cannot be emptied: %s", self.shown, error)
            busy = True
        # One who reads for long keeps the log from being emptied; not to ask again after every commit.
        self._next_size = size + self._log_bytes if busy else self._log_bytes

    def _break(self, error: StorageError, operations: list[Operation[Any]]) -> None:
        with self.lock:
            self._error = error
            left = [*operations, *self._queue]
            self._queue.clear()
        for operation in left:
            if not operation.future.done():
                operation.error = error
                operation.answer()


def _log_wait(waited: float, error: StorageError) -> None:
    _log.warning("the database is away for %.1f s, writes wait: %s", waited, error)
