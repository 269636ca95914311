"""Group commit: what is submitted while one commit runs goes into the next one, from one thread."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from topiccrawl.errors import DatabaseAwayError, StorageError
from topiccrawl.storage.background import BackgroundThread

T = TypeVar("T")
B = TypeVar("B", bound="Batch")

_log = logging.getLogger(__name__)

PATIENCE = 60.0
"""Default of the seconds that writes wait for an unavailable database."""
FIRST_PAUSE = 0.02
"""Seconds before a failed commit is tried again; twice as long after each attempt."""
_LONGEST_PAUSE = 1.0


class Batch(Protocol):
    """Work that its owner adds to until the writer's thread takes it."""

    sealed: bool
    """Set by the writer, under its lock: nothing may be added any more."""
    future: Future[None]
    """Set by the writer: done when the batch is committed."""
    fails_alone: bool
    """Whether the batch may fail while the rest of its transaction is committed."""

    def write(self, connection: Any) -> None:
        """Write the batch, in the writer's thread; called again when the transaction failed as a whole.

        Args:
            connection: the connection of a SQLite file; None for other databases.
        """


@dataclass(slots=True, eq=False)
class Operation(Generic[T]):
    """Something to write, with the future that gets its result.

    Attributes:
        run: writes it.
        batch: the batch that it writes, if it is one.
        patience: seconds to wait for a database that is away; None: as long as the writer waits.
        arrived: when it was submitted, by the monotonic clock.
        since: when the writer first tried it, by the same clock.
        result: what `run` returned.
        error: why it was not written.
        future: gets one of these two with `answer`.
    """

    run: Callable[[], T]
    batch: Batch | None = None
    patience: float | None = None
    arrived: float = field(default_factory=time.monotonic)
    since: float = 0.0
    result: Any = None
    error: Exception | None = None
    future: Future[T] = field(default_factory=Future)

    def __post_init__(self) -> None:
        self.future.set_running_or_notify_cancel()  # a caller may stop waiting, but cannot cancel the write

    @property
    def fails_alone(self) -> bool:
        """Whether it may fail while the rest of its transaction is committed."""
        return self.batch is None or self.batch.fails_alone

    def answer(self) -> None:
        """Hand the result or the error to the future."""
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


class GroupCommit:
    """Runs operations in the order of submission, from one thread, and retries while the database is away.

    A future is resolved after the commit, so what is acknowledged is committed. Since a commit may be tried
    again, every operation must be able to run twice. After `patience` seconds the writer is `broken`: every
    future, old or new, gets the `StorageError`.

    This class leaves transactions to the operations and runs one operation at a time;
    `topiccrawl.storage.sqlite.writer.SqliteWriter` commits many in one transaction.

    Args:
        name: name of the thread.
        patience: seconds to wait for a database that is away.
        gathering: seconds for which batches may be added to while nothing else is to be written.

    Attributes:
        lock: guards batches that are not yet sealed, see `open_batch`.
    """

    most_operations = 1
    """Maximum number of operations in one transaction."""

    def __init__(self, name: str, *, patience: float = PATIENCE, gathering: float = 0.1) -> None:
        self.lock = threading.Lock()
        self._arrival = threading.Condition(self.lock)
        self._patience = patience
        self._gathering = gathering
        self._queue: deque[Operation[Any]] = deque()
        self._closing = False
        self._hurried = False
        self._error: StorageError | None = None
        self._thread = BackgroundThread(self._run, name)
        self._thread.start()

    @property
    def broken(self) -> StorageError | None:
        """Why nothing is written any more; None while the writer works."""
        return self._error

    def open_batch(
        self, batch: B | None, make: Callable[[], B], *, in_order: bool = True, patience: float | None = None
    ) -> B:
        """Return the batch to add to, already submitted; the caller holds `lock` until it has added.

        A batch waits a moment for more to be added, unless another operation follows; `SqliteWriter.flush`
        is one.

        Args:
            batch: the caller's last batch; it is used again unless it is sealed.
            make: makes a new batch.
            in_order: use the last batch only if nothing was submitted after it.
            patience: as for an `Operation`.

        Raises:
            StorageError: the writer is broken or closed.
        """
        self._check()
        if batch is not None and not batch.sealed and (not in_order or self._queue[-1].batch is batch):
            return batch
        new = make()
        operation = Operation(lambda: self._write_batch(new), new, patience)
        new.future = operation.future
        self._queue.append(operation)
        self._arrival.notify()
        return new

    def hurry(self) -> None:
        """Commit what waits now, without gathering more; the caller holds `lock`."""
        self._hurried = True
        self._arrival.notify()

    def close(self) -> None:
        """Write what is waiting and end the thread; may be called twice.

        It raises nothing: whatever could not be written has raised through its future.
        """
        with self.lock:
            self._closing = True
            self._arrival.notify()
        self._thread.join()

    def on_wait(self, waited: float, error: StorageError) -> None:
        """Log that writes have waited for so many seconds; called before each new attempt."""
        _log.warning("the database is away for %.1f s, writes wait: %s", waited, error)

    def _write_batch(self, batch: Batch) -> None:
        batch.write(None)

    def _transact(self, operations: Sequence[Operation[Any]]) -> None:
        """Run and commit operations; raises a `StorageError` about all of them."""
        for operation in operations:
            operation.result = operation.run()

    def _after_commit(self) -> None:
        """Do what is due between two commits."""

    def _check(self) -> None:
        if self._error is not None:
            raise type(self._error)(str(self._error)) from self._error
        if self._closing:
            raise StorageError("the writer is closed")

    def _put(self, operation: Operation[T]) -> Future[T]:
        with self.lock:
            self._check()
            self._queue.append(operation)
            self._arrival.notify()
        return operation.future

    def _run(self) -> None:
        """Commit until the writer is closed; the body of the thread."""
        operations: list[Operation[Any]] = []
        try:
            while operations := self._take():
                self._commit(operations)
                self._after_commit()
        except BaseException as error:
            # Internal error; without this, callers would wait forever.
            _log.exception("%s failed", self._thread.name)
            self._break(StorageError(f"{self._thread.name} failed: {error!r}"), operations)

    def _take(self) -> list[Operation[Any]]:
        """Return the next operations to commit together; none only at the end."""
        with self.lock:
            while not self._queue and not self._closing:
                self._arrival.wait()
            while (left := self._gathering_left()) > 0:
                self._arrival.wait(left)
            self._hurried = False
            taken = [self._queue.popleft() for _ in range(min(self.most_operations, len(self._queue)))]
            for operation in taken:
                if operation.batch is not None:
                    operation.batch.sealed = True
            return taken

    def _gathering_left(self) -> float:
        """Return the seconds for which more may be added to the batches that wait."""
        if self._closing or self._hurried or len(self._queue) > self.most_operations:
            return 0.0
        if any(operation.batch is None for operation in self._queue):
            return 0.0  # a caller waits for this one
        return self._queue[0].arrived + self._gathering - time.monotonic()

    def _commit(self, operations: list[Operation[Any]]) -> None:
        """Commit operations together and answer them, however often it takes."""
        start, pause = time.monotonic(), FIRST_PAUSE
        for operation in operations:
            operation.since = start
        while operations:
            try:
                self._transact(operations)
            except StorageError as reason:
                waited = time.monotonic() - start
                gave_up = waited >= self._patience
                if gave_up or not isinstance(reason, DatabaseAwayError):
                    text = "gave up after {waited:.0f} s: {reason}" if gave_up else "{reason}"
                    self._break(StorageError(text, waited=waited, reason=reason), operations)
                    return
                operations = _still_waiting(operations, reason)
                self.on_wait(waited, reason)
                time.sleep(min(pause, max(0.0, self._patience - waited)))
                pause = min(2 * pause, _LONGEST_PAUSE)
            else:
                for operation in operations:
                    operation.answer()
                return

    def _break(self, error: StorageError, operations: Sequence[Operation[Any]]) -> None:
        """Stop writing, and answer all operations with the error."""
        with self.lock:
            self._error = error
            left = [*operations, *self._queue]
            self._queue.clear()
        for operation in left:
            if not operation.future.done():
                operation.error = error
                operation.answer()


def _still_waiting(operations: Sequence[Operation[Any]], reason: StorageError) -> list[Operation[Any]]:
    """Return the operations that wait on; those whose patience has ended get the reason as their error."""
    now = time.monotonic()
    waiting = []
    for operation in operations:
        if operation.patience is None or now - operation.since < operation.patience:
            waiting.append(operation)
        else:
            operation.error = reason
            operation.answer()
    return waiting
