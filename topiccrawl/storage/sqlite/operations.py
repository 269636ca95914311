"""What the writer of a SQLite file writes: operations, of which many go into one transaction."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Generic, Protocol, TypeVar

from topiccrawl.errors import StorageError
from topiccrawl.storage.sqlite.errors import concerns_all, translate_sqlite

T = TypeVar("T")


class Batch(Protocol):
    """Work that its owner adds to until the writer takes it."""

    sealed: bool
    """Set by the writer, under its lock: nothing may be added any more."""
    future: Future[None]
    """Set by the writer: done when the batch is committed."""

    def write(self, connection: sqlite3.Connection) -> None:
        """Write it; called in the writer's thread, again when a transaction failed as a whole."""


class Operation(Generic[T]):
    """Something to write, and who waits for it.

    Args:
        run: writes it, within a transaction.
        batch: what it writes, if that is a batch; then it cannot fail alone.
        patience: seconds for which it waits for a database that is away; None: as long as the writer.

    Attributes:
        since: when the writer first tried, by the monotonic clock.
        result: what `run` returned.
        error: why it was not written.
        future: gets one of these two with `answer`.
    """

    __slots__ = ("batch", "error", "future", "patience", "result", "run", "since")

    def __init__(
        self, run: Callable[[], T], batch: Batch | None = None, patience: float | None = None
    ) -> None:
        self.run = run
        self.batch = batch
        self.patience = patience
        self.since = 0.0
        self.result: Any = None
        self.error: Exception | None = None
        self.future: Future[T] = Future()
        self.future.set_running_or_notify_cancel()  # who waits may give up, but not take it back

    def answer(self) -> None:
        """Give result or error to who waits."""
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


def transact(connection: sqlite3.Connection, operations: Sequence[Operation[Any]], shown: str) -> None:
    """Run operations in one transaction and commit them.

    Args:
        connection: within no transaction; it may be left within one when this raises.
        operations: get their result, or their error when they fail alone.
        shown: how the file is named in messages.

    Raises:
        Exception: what concerns all of them, or a batch.
    """
    execute = connection.execute
    execute("BEGIN IMMEDIATE")
    for operation in operations:
        execute("SAVEPOINT operation")
        operation.error = None
        try:
            operation.result = operation.run()
        except Exception as error:
            if operation.batch is not None or not connection.in_transaction or concerns_all(error):
                raise
            execute("ROLLBACK TO operation")
            operation.error = translate_sqlite(error, shown)
        execute("RELEASE operation")
    execute("COMMIT")


def still_waiting(operations: Sequence[Operation[Any]], reason: StorageError) -> list[Operation[Any]]:
    """Those that wait on for a database that is away; the others get the reason as their error."""
    now = time.monotonic()
    waiting = []
    for operation in operations:
        if operation.patience is None or now - operation.since < operation.patience:
            waiting.append(operation)
        else:
            operation.error = reason
            operation.answer()
    return waiting
