"""A lock by which only one process uses a file; the system releases it when its holder dies."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from typing import ClassVar

from topiccrawl.errors import StorageError
from topiccrawl.messages import message

_PAUSE = 0.02


class FileLock:
    """Holds a file for this process, from construction until `release`.

    The lock is on a file beside it (`corpus.db.lock`), which names the process. A crashed holder leaves that
    file behind, but not the lock.

    Args:
        path: the file to hold; it need not exist, its folder must.
        wait: seconds to wait for another process, which may just be dying.

    Raises:
        StorageError: another process holds the file, or the lock cannot be created.
    """

    process: ClassVar[int] = 0
    """The process named in the lock file; 0: this one. A worker names its supervisor."""

    def __init__(self, path: Path, *, wait: float = 1.0) -> None:
        self._lock = _lock_of(path)
        self._file: int | None = None
        deadline = time.monotonic() + wait
        while not self._take():
            if time.monotonic() >= deadline:
                raise StorageError(
                    "{path}: is in use by {holder}; one process at a time can write it",
                    path=path,
                    holder=self._holder(),
                )
            time.sleep(_PAUSE)

    @staticmethod
    def is_held(path: Path) -> bool:
        """Return whether a process holds a file; where that cannot be told, it counts as held."""
        try:
            file = os.open(_lock_of(path), os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            return not isinstance(error, FileNotFoundError)
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
        finally:
            os.close(file)
        return False

    def release(self) -> None:
        """Release the lock; may be called twice."""
        if self._file is not None:
            self._lock.unlink(missing_ok=True)  # while it is locked: no other process locks a deleted file
            os.close(self._file)
            self._file = None

    def _take(self) -> bool:
        try:
            file = os.open(self._lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise StorageError(
                "{lock}: the lock cannot be made: {reason}",
                lock=self._lock,
                reason=message(error.strerror or str(error)),
            ) from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if not self._is_ours(file):  # its holder deleted it between our two steps
                os.close(file)
                return False
            os.ftruncate(file, 0)
            os.write(file, f"{self.process or os.getpid()}\n".encode())
        except BlockingIOError:
            os.close(file)
            return False
        except OSError as error:
            os.close(file)
            raise StorageError(
                "{lock}: the lock cannot be taken: {reason}",
                lock=self._lock,
                reason=message(error.strerror or str(error)),
            ) from error
        self._file = file
        return True

    def _is_ours(self, file: int) -> bool:
        try:
            return os.path.samestat(os.fstat(file), self._lock.stat())
        except FileNotFoundError:
            return False

    def _holder(self) -> str:
        try:
            return message("process {number}", number=int(self._lock.read_text()))
        except (OSError, ValueError):  # the process is just starting, or has just ended
            return message("another process")


def _lock_of(path: Path) -> Path:
    return path.with_name(path.name + ".lock")
