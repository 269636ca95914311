"""Atomic file writes: at any moment a file has its old or its new content."""

from __future__ import annotations

import errno
import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PART = re.compile(r"\..+\.\d+-[0-9a-f]{8}\.part")


@contextmanager
def atomic_replace(target: Path) -> Iterator[Path]:
    """Yield a temporary file beside `target` that replaces it at the end of the block.

    When the block raises, `target` is unchanged and the temporary file is removed. When two processes write
    at once, the later one wins. For a symbolic link, the file it points to is replaced. Pipes and devices
    such as `/dev/stdout` are written directly. A killed process leaves its temporary file; the next write in
    the folder removes it, see `remove_stale_parts`.

    Raises:
        OSError: the file cannot be written; it names `target`, the temporary file's name is not exposed.
    """
    if target.is_dir():
        raise _about(target, errno.EISDIR)
    if target.exists() and not target.is_file():
        yield target
        return
    real = target.resolve()
    part, lock = None, None
    try:
        part, lock = _locked_part(real)
        yield part
        part.replace(real)
        part = None
    except OSError as error:
        raise _about(target, error.errno) if error.errno else error from error
    finally:
        if part is not None:
            with suppress(OSError):  # it may not have been created
                part.unlink(missing_ok=True)
        if lock is not None:
            os.close(lock)
            remove_stale_parts(real.parent)


def write_atomically(target: Path, text: str) -> None:
    """Write a text in UTF-8 with plain line feeds, see `atomic_replace`.

    Raises:
        OSError: the file cannot be written.
    """
    with atomic_replace(target) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def remove_stale_parts(folder: Path) -> None:
    """Remove the temporary files of dead processes from a folder.

    A file that cannot be locked, for whatever reason, stays.
    """
    # A writer locks its file, and the system releases the lock when the process dies. So neither process ids
    # nor ages are needed to tell live files from stale ones.
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.endswith(".part") and _PART.fullmatch(entry.name):
                _remove_if_dead(entry.path)


def _remove_if_dead(path: str) -> None:
    with suppress(OSError):  # locked, already gone, or owned by another user
        file = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            Path(path).unlink()
        finally:
            os.close(file)


def _locked_part(real: Path) -> tuple[Path, int | None]:
    """Return a new temporary file for `real` and the lock on it; None where the file system has no locks."""
    while True:
        part = real.with_name(f".{real.name}.{os.getpid()}-{os.urandom(4).hex()}.part")
        file = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(file), part.stat()):
                return part, file
        except (BlockingIOError, FileNotFoundError):
            pass  # another process removed it before it was locked
        except OSError:
            os.close(file)
            return part, None
        os.close(file)
        with suppress(OSError):
            part.unlink()


def _about(target: Path, number: int) -> OSError:
    return OSError(number, os.strerror(number), str(target))
