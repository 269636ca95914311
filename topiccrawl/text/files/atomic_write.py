"""Writing files that are the old or the new one at any moment, never a half of one."""

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
    """A file beside `target` to write to, which takes its place at the end.

    When the block raises, `target` stays as it was and nothing is left beside it; of two who write it at once
    the later one wins. Of a link, the file that it leads to is replaced. What is no file, such as a pipe or
    `/dev/stdout`, is written to as it is. A process that is killed leaves its file; the next who writes in
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
            with suppress(OSError):  # where nothing could be written, there is nothing to take away
                part.unlink(missing_ok=True)
        if lock is not None:
            os.close(lock)
            remove_stale_parts(real.parent)


def write_atomically(target: Path, text: str) -> None:
    """Write a text in UTF-8 with plain line feeds, see `replacing`.

    Raises:
        OSError: the file cannot be written.
    """
    with atomic_replace(target) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def remove_stale_parts(folder: Path) -> None:
    """Remove the temporary files in a folder that nobody writes any more.

    Whoever writes one holds a lock on it, which the system gives back when its holder dies, however it dies;
    so no process number and no age is needed to tell a live file from a dead one. A file that cannot be
    locked for another reason stays.
    """
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.endswith(".part") and _PART.fullmatch(entry.name):
                _remove_if_dead(entry.path)


def _remove_if_dead(path: str) -> None:
    with suppress(OSError):  # it is locked, gone already, or another user's
        file = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            Path(path).unlink()
        finally:
            os.close(file)


def _locked_part(real: Path) -> tuple[Path, int | None]:
    """A new temporary file for `real`, and the lock on it; no lock where the file system has none."""
    while True:
        part = real.with_name(f".{real.name}.{os.getpid()}-{os.urandom(4).hex()}.part")
        file = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(file), part.stat()):
                return part, file
        except (BlockingIOError, FileNotFoundError):
            pass  # somebody swept it before it was locked
        except OSError:
            os.close(file)
            return part, None
        os.close(file)
        with suppress(OSError):
            part.unlink()


def _about(target: Path, number: int) -> OSError:
    return OSError(number, os.strerror(number), str(target))
