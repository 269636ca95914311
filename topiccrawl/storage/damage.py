"""Detects damaged SQLite files, before and while they are used.

SQLite keeps no checksums, so only a broken structure (`PRAGMA quick_check`) and text that is not UTF-8 are
detected, not a changed letter or number.
"""

from __future__ import annotations

import logging
import math
import shlex
import sqlite3
import threading
import time
from pathlib import Path

from topiccrawl.errors import DamagedFileError
from topiccrawl.messages import message
from topiccrawl.storage.background import BackgroundThread

_log = logging.getLogger(__name__)

SECONDS = 1.0
"""Seconds that opening a file waits for its check; for a large file the check continues in the background."""
_REST = 100
"""How much longer than the check of a large file took it is not checked again by the same process."""
_DAMAGED_CODES = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB))
_FOREIGN = "file is not a database"
"""SQLite's message about a file of another format."""
_LONGEST = 120
"""Characters of SQLite's message that are quoted."""


class DamagedTextError(sqlite3.DatabaseError):
    """A text in a SQLite file is not UTF-8."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    sqlite_errorname = "SQLITE_CORRUPT"


def decode_text(data: bytes) -> str:
    """Decode a text from SQLite; a connection's `text_factory`.

    The error of Python's own decoder would quote the whole text, which may be a page.

    Raises:
        DamagedTextError: it is not UTF-8.
    """
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise DamagedTextError(f"a text in it is not UTF-8 (byte {error.start} of {len(data)})") from None


def is_damage(error: BaseException | None) -> bool:
    """Return whether an error of SQLite says that the file is damaged."""
    code = getattr(error, "sqlite_errorcode", None)
    return isinstance(code, int) and code & 0xFF in _DAMAGED_CODES


def damaged(display_name: str, said: str) -> DamagedFileError:
    """Return the error about a damaged file.

    Args:
        display_name: the file's name, or its database URL.
        said: what is wrong with it.
    """
    path = _path_of(display_name)
    said = " ".join(said.split())[:_LONGEST]
    cure = cure_of_queue(display_name)
    if not cure and said == _FOREIGN:
        return DamagedFileError(
            "{database}: {said}; if it was one, put back a copy", database=display_name, said=said
        )
    if not cure:
        rescued = shlex.quote(f"{path.stem}-recovered.db")
        cure = message(
            "put back a copy, or save what can be read: sqlite3 {path} .recover | sqlite3 {rescued}",
            path=shlex.quote(str(path)),
            rescued=rescued,
        )
    return DamagedFileError(
        "{database}: the file is damaged ({said}); {cure}", database=display_name, said=said, cure=cure
    )


def cure_of_queue(display_name: str) -> str:
    """Return how to go on without a file that holds the queue of a crawl only; empty for other databases.

    Args:
        display_name: the file's name, or its database URL.
    """
    path = _path_of(display_name)
    if path.name == "frontier.db" or path.parent.name == ".topiccrawl":
        return message("it holds the queue of a crawl only: delete it, and the crawl starts over")
    return ""


def _path_of(display_name: str) -> Path:
    return Path(display_name.removeprefix("sqlite+pysqlite:///").removeprefix("sqlite:///"))


class FileCheck:
    """One run of `PRAGMA quick_check`, in a thread of its own."""

    # Nothing but SQLite may open the file: when any descriptor of it is closed, the system drops all locks
    # that this process has on it, and another program could delete the write-ahead log.

    def __init__(self, path: Path) -> None:
        self.said = ""
        self._path = path
        self._started = time.monotonic()
        self._enough_until = math.inf
        self._thread = BackgroundThread(self.run, f"check of {path.name}")
        self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Wait until this long after its start; return whether the check has ended."""
        self._thread.join(max(0.0, self._started + seconds - time.monotonic()))
        return not self._thread.is_alive()

    def is_enough(self) -> bool:
        """Return whether the file, changed since, need not be checked again: the check goes on, or was long.

        A crawl changes its file all the time, and every page of the application about it opens the file.
        """
        return time.monotonic() < self._enough_until

    def run(self) -> None:
        """Check the file; called in the thread."""
        self._check()
        ended = time.monotonic()
        took = ended - self._started
        self._enough_until = ended + (_REST * took if took > SECONDS and not self.said else 0.0)

    def _check(self) -> None:
        try:
            connection = sqlite3.connect(f"{self._path.as_uri()}?mode=rw", uri=True)
            try:
                # The check quotes names of tables, which may be what is damaged.
                connection.text_factory = lambda data: data.decode("utf-8", "replace")
                found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
            finally:
                connection.close()
        except sqlite3.Error as error:
            # Other reasons why the file cannot be read are reported when it is opened.
            self.said = str(error) if is_damage(error) else ""
        except UnicodeDecodeError:  # an error of SQLite quotes a damaged name
            self.said = "SQLite's message is not UTF-8"
        else:
            self.said = "" if found == "ok" else found.removeprefix("*** in database main ***")


_Stamp = tuple[int, int, int]
"""Inode, size and time of change of a file."""
_checks: dict[Path, tuple[_Stamp, FileCheck]] = {}
_lock = threading.Lock()


def check_file(path: Path, display_name: str, seconds: float | None = None) -> None:
    """Check that a SQLite file is not damaged, once per process and state of the file, a large one rarely.

    Args:
        path: the file; a missing or empty one is not damaged.
        display_name: its name in messages.
        seconds: how long to wait from the start of the check, which every later caller shares; the check of a
            large file goes on in the background, see `late_damage`.

    Raises:
        DamagedFileError: it is damaged.
    """
    path = path.resolve()
    try:
        stat = path.stat()
    except OSError:
        return
    if not stat.st_size:
        return
    stamp = stat.st_ino, stat.st_size, stat.st_mtime_ns
    with _lock:
        known = _checks.get(path)
        check = known[1] if known is not None and _still_holds(known, stamp) else FileCheck(path)
        _checks[path] = stamp, check
    if not check.wait(SECONDS if seconds is None else seconds):
        _log.debug("%s: the check goes on while the file is used", display_name)
    elif check.said:
        raise damaged(display_name, check.said)


def _still_holds(known: tuple[_Stamp, FileCheck], stamp: _Stamp) -> bool:
    """Return whether a file need not be checked again; another file of the same name always is."""
    return known[0] == stamp or (known[0][0] == stamp[0] and known[1].is_enough())


def late_damage(path: Path, display_name: str) -> DamagedFileError | None:
    """Return the damage that a background check has found since the file was opened; `path` is absolute."""
    with _lock:
        known = _checks.get(path)
    return damaged(display_name, known[1].said) if known is not None and known[1].said else None
