"""What every file format does: write a part of an export, and join the parts."""

from __future__ import annotations

import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from topiccrawl.corpus.columns import ExportColumn

Row = Mapping[str, Any]
"""A row of the database, with at least the columns of `ExportFormat.sources`."""


class ExportFormat(ABC):
    """A file format.

    An export is written in parts, so that an interrupted one can be continued after its last whole part.

    Attributes:
        columns: the columns of the export.
        most_rows: rows that one file can hold; None: any number.
        problems: what could not be written as it is, with counts, for people.
    """

    most_rows: int | None = None

    def __init__(self, columns: Sequence[ExportColumn]) -> None:
        self.columns = tuple(columns)
        self.problems: dict[str, int] = {}

    @property
    def sources(self) -> tuple[str, ...]:
        """The columns of the database that rows need."""
        return tuple(dict.fromkeys(name for one in self.columns for name in one.sources))

    @abstractmethod
    def write(self, rows: Iterable[Row], path: Path, *, first: bool) -> None:
        """Write a part.

        Args:
            rows: the rows, in order; read once.
            path: the part, which does not exist yet.
            first: whether it is the first part of the export.
        """

    def join(self, parts: Sequence[Path], out: Path) -> None:
        """Write the whole file from its parts; without parts, an export of nothing.

        Args:
            parts: in order; a part may be moved.
            out: an empty file, replaced or overwritten.
        """
        if len(parts) == 1 and out.is_file():
            parts[0].replace(out)
            return
        with out.open("wb") as file:
            for part in parts:
                with part.open("rb") as stream:
                    shutil.copyfileobj(stream, file, 1 << 20)

    def count_problem(self, problem: str) -> None:
        """Count something that could not be written as it is."""
        self.problems[problem] = self.problems.get(problem, 0) + 1


MakeFormat = Callable[[tuple[ExportColumn, ...]], ExportFormat]
"""Returns the format for the columns of an export."""
