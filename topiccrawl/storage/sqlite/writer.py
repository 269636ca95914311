"""The only write connection to a SQLite file; everything that writes submits its work to one thread."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, make_url

from topiccrawl.errors import FrontierLostError, StorageError
from topiccrawl.messages import message
from topiccrawl.storage.damage import cure_of_queue, late_damage
from topiccrawl.storage.database import connect
from topiccrawl.storage.database_folder import make_folder_of
from topiccrawl.storage.errors import concerns_whole_file, translate
from topiccrawl.storage.group_commit import PATIENCE, Batch, GroupCommit, Operation
from topiccrawl.storage.sqlite.file_lock import FileLock

T = TypeVar("T")

_log = logging.getLogger(__name__)

_GATHERING = 0.05
"""Seconds for which batches may be added to: what a crash within them loses is fetched again."""
_LOCK_TIMEOUT = 0.1
"""Seconds SQLite itself waits for a lock; the writer's patience is made of many of them."""


class SqliteWriter(GroupCommit):
    """Owns a SQLite file for this process and writes to it; see `GroupCommit`.

    What was submitted meanwhile goes into one transaction. An operation that raises is rolled back alone, and
    its future gets the error: a `RowRefusedError` for values that no column takes. While the file is locked
    or the disk is full, everything waits.

    The file is in write-ahead mode: a killed process loses nothing committed, a power failure at most the
    newest commits.

    Args:
        path: the file; it and its folder are made when they are missing.
        patience: seconds to wait for a file that is locked or a disk that is full.

    Attributes:
        path: the file.
        display_name: the file's name in messages.

    Raises:
        DatabaseAwayError: another program keeps the file locked for longer than `patience`.
        StorageError: another process writes the file, or it is not a database.
    """

    most_operations = 500
    log_bytes = 64 * 2**20
    """Size of the write-ahead log at which it is copied into the file and cut."""

    def __init__(self, path: Path | str, *, patience: float = PATIENCE) -> None:
        self.path = Path(path).resolve()
        self.display_name = f"sqlite:///{path}"
        self._log = self.path.with_name(self.path.name + "-wal")
        self._uncut_bytes = 0
        self._claims: set[str] = set()
        self._counters: dict[str, count[int]] = {}
        make_folder_of(self.path, self.display_name)
        self._file_lock = FileLock(self.path)
        try:
            url = make_url("sqlite://").set(database=str(self.path))
            # Patient from the start: after a kill, recovering a long write-ahead log keeps the file locked.
            self._engine = connect(url, timeout=patience, create=True)
            self._sql = self._engine.connect()
        except BaseException:
            self._file_lock.release()
            raise
        self._identity = _identity(self.path)
        # SQLAlchemy believes that this transaction stays open; the real ones are made in `_transact`.
        self._sql.begin()
        self._raw: sqlite3.Connection = self._sql.connection.driver_connection  # type: ignore[assignment]
        self._raw.isolation_level = None
        # The writer copies the log into the file, all at once and rarely: whatever part of the log a power
        # failure leaves, the file holds no newer pages than it.
        self._raw.execute("PRAGMA wal_autocheckpoint=0")
        self._raw.execute(f"PRAGMA busy_timeout={round(1000 * _LOCK_TIMEOUT)}")
        self._raw.execute("PRAGMA cache_size=-32768")
        super().__init__(f"writer of {self.path.name}", patience=patience, gathering=_GATHERING)

    def submit(
        self, operation: Callable[[sqlite3.Connection], T], *, patience: float | None = None
    ) -> Future[T]:
        """Submit something to be written.

        Args:
            operation: gets the connection, within a transaction which it must neither begin nor end.
            patience: seconds after which this operation alone gives up waiting for the database with a
                `DatabaseAwayError`, and is not written; None: the writer's own.

        Raises:
            StorageError: the writer is broken or closed.
        """
        return self._put(Operation(lambda: operation(self._raw), None, patience))

    def transact(self, operation: Callable[[Connection], T], *, patience: float | None = None) -> T:
        """Run an operation on SQLAlchemy's connection, as `submit` does, and wait for the commit.

        In the writer's own thread, as within a batch, the operation becomes part of the transaction that is
        running; when it raises, it is rolled back alone.

        Raises:
            StorageError: it was not written.
        """
        if threading.current_thread() is not self._thread:
            return self._put(Operation(lambda: operation(self._sql), None, patience)).result()
        self._raw.execute("SAVEPOINT part")
        try:
            result = operation(self._sql)
        except Exception as error:
            if self._raw.in_transaction:  # a full disk ends the transaction by itself
                self._raw.execute("ROLLBACK TO part")
                self._raw.execute("RELEASE part")
            raise translate(error, self.display_name) from error
        self._raw.execute("RELEASE part")
        return result

    def flush(self) -> None:
        """Wait until everything submitted so far is committed.

        Raises:
            StorageError: it could not be committed.
        """
        self.submit(lambda connection: None).result()

    def numbers(self, table: str) -> count[int]:
        """Return the counter for ids of new rows of a table, one for the whole process."""
        if table not in self._counters:
            query = f"SELECT coalesce(max(id), 0) FROM {table}"  # noqa: S608 - a name of our own
            last = self.submit(lambda connection: connection.execute(query).fetchone()[0]).result()
            self._counters.setdefault(table, count(last + 1))
        return self._counters[table]

    def claim(self, name: str) -> None:
        """Reserve a part of the file for one user within this process, until `unclaim`.

        Raises:
            StorageError: it is reserved already.
        """
        with self.lock:
            if name in self._claims:
                raise StorageError(
                    "{database}: {name} is in use by this process already",
                    database=self.display_name,
                    name=name,
                )
            self._claims.add(name)

    def unclaim(self, name: str) -> None:
        """Release the claim."""
        with self.lock:
            self._claims.discard(name)

    def close(self) -> None:
        """Write what is waiting and close the file; see `GroupCommit.close`."""
        super().close()
        self._sql.close()
        self._engine.dispose()
        self._file_lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _write_batch(self, batch: Batch) -> None:
        batch.write(self._raw)

    def _transact(self, operations: Sequence[Operation[Any]]) -> None:
        """Commit operations in one transaction; those that fail alone get their error."""
        execute = self._raw.execute
        try:
            execute("BEGIN IMMEDIATE")
            for operation in operations:
                execute("SAVEPOINT operation")
                operation.error = None
                try:
                    operation.result = operation.run()
                except Exception as error:
                    if (
                        not operation.fails_alone
                        or not self._raw.in_transaction
                        or concerns_whole_file(error)
                    ):
                        raise
                    execute("ROLLBACK TO operation")
                    operation.error = translate(error, self.display_name)
                execute("RELEASE operation")
            execute("COMMIT")
        except Exception as error:
            if self._raw.in_transaction:  # a full disk ends the transaction by itself
                execute("ROLLBACK")
            raise translate(error, self.display_name) from error

    def _after_commit(self) -> None:
        """Empty the write-ahead log once it is long; notice a file that is damaged or deleted."""
        if (damage := late_damage(self.path, self.display_name)) is not None:
            self._break(damage, [])
            return
        if (lost := self._why_lost()) is not None:
            self._break(lost, [])
            return
        try:
            size = self._log.stat().st_size
        except FileNotFoundError:  # where a file system allows no such log
            return
        if size >= self._uncut_bytes + self.log_bytes:
            self._empty_log(size)

    def _why_lost(self) -> StorageError | None:
        """Return why the file is no longer the one that was opened; None if it still is."""
        identity = _identity(self.path)
        if identity == self._identity:
            return None
        name = self.display_name
        if identity is None:
            said = message("{database}: the file was deleted while it was written", database=name)
        else:
            said = message("{database}: another file took its place while it was written", database=name)
        if not cure_of_queue(name):
            return StorageError(said)
        cure = message("start the same command again, and the crawl starts over")
        return FrontierLostError(f"{said}; {cure}")

    def _empty_log(self, size: int) -> None:
        try:
            busy, _, _ = self._raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            _log.warning("%s: the write-ahead log cannot be emptied: %s", self.display_name, error)
            busy = True
        # A long read keeps the log from being emptied; it is not tried again after every commit.
        self._uncut_bytes = size if busy else 0


def _identity(path: Path) -> tuple[int, int] | None:
    """Return device and inode of a file; None if there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
