"""The parts of an unfinished export, in a hidden folder beside its target."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from topiccrawl.errors import ExportError
from topiccrawl.text.files.atomic_write import write_atomically

_STATE = "export.json"
_LOCK = "lock"
_PART = re.compile(r"\d{6}(?:-[a-z]\w*)?")
"""Names of parts: a state that someone else has written must not name other files."""


@dataclass
class Progress:
    """The progress of an export.

    Attributes:
        request: what is exported; an export with another request starts again.
        parts: names of the whole parts, in order.
        last: id of the last page that was read.
        pages: pages written.
        left_out: pages left out by reason.
        problems: what could not be written as it is, with counts.
        sites: the split of each site; empty without splits.
        facts: what the card of a dataset says of the pages so far.
        apart: ids of pages that no split may hold.
        rows: rows of each part of a dataset.
    """

    request: dict[str, Any]
    parts: list[str] = field(default_factory=list)
    last: int = 0
    pages: int = 0
    left_out: dict[str, int] = field(default_factory=dict)
    problems: dict[str, int] = field(default_factory=dict)
    sites: dict[str, str] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    apart: list[int] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)


class PartsFolder:
    """The folder of one target, locked while this process writes it.

    A part counts once `save` has stored it; a later export of the same request continues after it.

    Args:
        target: the file or folder that is exported.

    Attributes:
        path: the folder.
        progress: how far the export is.
    """

    def __init__(self, target: Path) -> None:
        self.path = target.with_name(f".{target.name}.export")
        self.progress = Progress({})
        self._target = target

    @contextmanager
    def opened(self, request: Mapping[str, Any]) -> Iterator[Self]:
        """Lock the folder and read the progress of the export; it stays if the block fails and has parts.

        Raises:
            ExportError: another process writes the same export, or the folder belongs to another account.
            OSError: the folder cannot be written; the error names the target, or the folder that is missing.
        """
        try:
            self.path.mkdir(exist_ok=True)
            self._check_owner()
            lock = self._take_lock()
        except OSError as error:
            is_missing = isinstance(error, FileNotFoundError | NotADirectoryError)
            named = self._target.parent if is_missing else self._target
            raise OSError(error.errno, os.strerror(error.errno or 0), str(named)) from error
        wanted = json.loads(json.dumps(request))
        self.progress = self._stored() or Progress({})
        if self.progress.request != wanted:
            self.progress = Progress(wanted)
        whole = {*self.progress.parts, _STATE, _LOCK}
        for entry in self.path.iterdir():
            if entry.name not in whole:  # a part that was not finished, or of another request
                is_folder = entry.is_dir() and not entry.is_symlink()
                shutil.rmtree(entry) if is_folder else entry.unlink()
        kept = True
        try:
            yield self
            kept = False
        finally:
            if not kept or not self.progress.parts:
                shutil.rmtree(self.path, ignore_errors=True)
            os.close(lock)

    def _check_owner(self) -> None:
        """Refuse a folder planted by another account, as is possible in /tmp."""
        found = self.path.lstat()
        if self.path.is_symlink() or found.st_uid != os.geteuid():
            raise ExportError(
                "{file}: {folder} is not a folder of yours; delete it", file=self._target, folder=self.path
            )

    def new_part(self, group: str = "") -> Path:
        """Return the path of a new part of a group of parts."""
        return self.path / f"{len(self.progress.parts) + 1:06}{group and '-'}{group}"

    def save(self) -> None:
        """Store the progress; from now on its parts count."""
        text = json.dumps(asdict(self.progress), ensure_ascii=False)
        write_atomically(self.path / _STATE, text)

    def whole_parts(self, group: str = "") -> list[Path]:
        """Return the parts that count of a group, in order."""
        return [self.path / name for name in self.progress.parts if name.partition("-")[2] == group]

    def _take_lock(self) -> int:
        # The system releases the lock however the process dies.
        lock = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            raise ExportError("{target}: another process writes this export", target=self._target) from None
        except OSError:
            pass  # a file system without locks
        return lock

    def _stored(self) -> Progress | None:
        with suppress(OSError, ValueError, TypeError):
            found = Progress(**json.loads((self.path / _STATE).read_text("utf-8")))
            if all(_PART.fullmatch(name) and (self.path / name).is_file() for name in found.parts):
                return found
        return None
