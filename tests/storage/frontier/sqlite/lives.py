"""A frontier over several lives of its process, and helpers of the tests."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from storage.frontier.contract import any_host

from topiccrawl.storage.frontier.contract import Frontier
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.storage.sqlite.writer import SqliteWriter

TOPIC = "样例"


def leased(frontier: Frontier[bytes], ready: Callable[[str, float], bool] = any_host) -> str:
    """The name of what is leased."""
    found = frontier.lease(ready)
    return found.payload.decode()


def drained(frontier: Frontier[bytes]) -> list[str]:
    names = []
    while (found := frontier.lease(any_host)) is not None:
        frontier.done(found.key)
        names.append(found.payload.decode())
    return names


class Lives:
    """A frontier whose process dies: each life goes on with a copy of the files of the one before."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self._folder = folder
        self._options = options
        self._life = 0
        self._open()

    def crash(self, **options: Any) -> None:
        """What was called so far is in the file, and nothing is released; options hold for the next lives."""
        self._options |= options
        self.frontier.flush()
        old, writer = self.frontier, self.writer
        self._life += 1
        for end in ("", "-wal"):
            shutil.copy(f"{writer.path}{end}", self._path.with_name(self._path.name + end))
        self._end(old, writer)
        self._open()

    def restart(self, *, fresh: bool = False) -> None:
        self._end(self.frontier, self.writer)
        self._open(fresh=fresh)

    def end(self) -> None:
        self._end(self.frontier, self.writer)

    @property
    def _path(self) -> Path:
        return self._folder / f"life{self._life}.db"

    def _open(self, *, fresh: bool = False) -> None:
        self.writer = SqliteWriter(self._path)
        self.frontier = SqliteFrontier(self.writer, TOPIC, fresh=fresh, **self._options)

    def _end(self, frontier: SqliteFrontier, writer: SqliteWriter) -> None:
        frontier.close()
        writer.close()
