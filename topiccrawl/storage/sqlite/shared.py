"""One writer of a SQLite file for all its users in this process."""

from __future__ import annotations

import threading
from pathlib import Path

from topiccrawl.storage.group_commit import PATIENCE
from topiccrawl.storage.sqlite.writer import SqliteWriter

_shared: dict[Path, tuple[SqliteWriter, int]] = {}
_shared_lock = threading.Lock()


def shared_writer(path: Path | str, patience: float = PATIENCE) -> SqliteWriter:
    """Return the writer of a file, one within this process; each user returns it with `leave_writer`.

    Args:
        path: the file.
        patience: of the writer, if it is a new one.

    Raises:
        StorageError: as `SqliteWriter` does.
    """
    place = Path(path).resolve()
    with _shared_lock:
        writer, users = _shared[place] if place in _shared else (SqliteWriter(path, patience=patience), 0)
        _shared[place] = writer, users + 1
        return writer


def leave_writer(writer: SqliteWriter) -> None:
    """Return a shared writer; the last user closes it."""
    with _shared_lock:
        writer, users = _shared.pop(writer.path)
        if users > 1:
            _shared[writer.path] = writer, users - 1
        else:
            writer.close()
