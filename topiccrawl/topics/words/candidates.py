"""Tables of candidate words for an expert: tab-separated, with a header and the columns `word` and `pick`."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from topiccrawl.errors import VocabularyError
from topiccrawl.messages import message
from topiccrawl.text.files.atomic_write import atomic_replace
from topiccrawl.topics.calibration.labelled_table import TableRow, read_table

Pick = Literal["y", "n", ""]
"""Taken, rejected, undecided."""

_NEEDED = {"word", "pick"}
_LARGEST = 64_000_000
"""Bytes of a table: twenty times the largest ones, while a larger binary file would fill memory with rows."""
_MEANING: dict[str, Pick] = {
    "": "",
    **dict.fromkeys("y 1 x + yes √ 是".split(), "y"),
    **dict.fromkeys("n 0 - no 否".split(), "n"),
}


@dataclass
class CandidateTable:
    """Candidate words.

    Attributes:
        columns: names of the columns, `word` and `pick` first.
        rows: one value per column; the words are normalised and distinct.
    """

    columns: tuple[str, ...]
    rows: list[dict[str, str]]

    @classmethod
    def of(cls, columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> CandidateTable:
        """Return a new table without decisions.

        Args:
            columns: the columns beside `word` and `pick`.
            rows: the values of `word` and these columns.
        """
        return cls(("word", "pick", *columns), [{"pick": "", **row} for row in rows])

    @classmethod
    def read(cls, path: Path) -> CandidateTable:
        """Read a table, also as a spreadsheet saves it: see `read_table`.

        Raises:
            VocabularyError: the file cannot be read, or a line is invalid; names file, line and value.
        """
        try:
            names, lines = _table(path)
        except OSError as error:
            raise VocabularyError(
                "{path}: cannot be read ({reason})", path=path, reason=message(error.strerror or str(error))
            ) from None
        if not {*names} >= _NEEDED:
            raise VocabularyError(
                "{path}:1: expected columns with `word` and `pick`, separated by tabs, found {found}",
                path=path,
                found=list(names),
            )
        rows: dict[str, dict[str, str]] = {}
        for where, cells in lines:
            row = _row(where, cells)
            if row["word"] in rows:
                raise VocabularyError(
                    "{where}: {word!r} is in the table twice", where=where, word=row["word"]
                )
            rows[row["word"]] = row
        others = tuple(name for name in names if name not in _NEEDED)
        return cls(("word", "pick", *others), list(rows.values()))

    def write(self, path: Path) -> None:
        """Write the table atomically.

        The encoding is UTF-8 with the byte order mark that spreadsheets need; a `.csv` file has commas.
        """
        with atomic_replace(path) as part, part.open("w", encoding="utf-8-sig", newline="") as file:
            delimiter = "," if path.suffix.lower() == ".csv" else "\t"
            writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
            writer.writerow(self.columns)
            writer.writerows([row.get(name, "") for name in self.columns] for row in self.rows)

    def picked(self) -> list[str]:
        """Return the taken words, in order."""
        return [row["word"] for row in self.rows if row["pick"] == "y"]

    def keep_picks(self, old: CandidateTable) -> int:
        """Copy the decisions of an earlier table; decided words that this one lacks are appended.

        Returns:
            Number of copied decisions.
        """
        rows = {row["word"]: row for row in self.rows}
        decided = [row for row in old.rows if row["pick"]]
        for row in decided:
            if row["word"] in rows:
                rows[row["word"]]["pick"] = row["pick"]
            else:
                self.rows.append({name: row.get(name, "") for name in self.columns})
        return len(decided)


def _table(path: Path) -> tuple[Sequence[str], Iterator[TableRow]]:
    return read_table(path, VocabularyError, most_bytes=_LARGEST, lone_quotes=False)


def is_table(path: Path) -> bool:
    """Return whether a file is such a table, whose first line has the columns `word` and `pick`."""
    try:
        return {*_table(path)[0]} >= _NEEDED
    except (VocabularyError, OSError):
        return False


def _is_mark(part: str) -> bool:
    return part.lower() in _MEANING or part.replace(".", "", 1).isdecimal()


def _row(where: str, cells: Mapping[str, str]) -> dict[str, str]:
    from topiccrawl.text.normalise import normalise  # here, as the options of commands need no tables

    row = {**cells, "word": normalise(cells["word"])}
    if not row["word"]:
        raise VocabularyError("{where}: the word is missing", where=where)
    if not any(cells[name] for name in cells if name != "word") and any(
        _is_mark(part) for part in cells["word"].split()[1:]
    ):
        raise VocabularyError(
            "{where}: expected columns separated by tabs, found {found!r} without a tab",
            where=where,
            found=cells["word"],
        )
    pick = _MEANING.get(cells["pick"].lower())
    if pick is None:
        raise VocabularyError(
            "{where}: pick = {pick!r} is not y, n or empty", where=where, pick=cells["pick"]
        )
    row["pick"] = pick
    return row
