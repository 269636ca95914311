"""Tables labelled by people: rows by the names of their columns."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from topiccrawl.errors import LabelError, VocabularyError
from topiccrawl.text.files.delimited_table import read_table_rows
from topiccrawl.text.files.size_limit import MAX_BYTES, read_bounded
from topiccrawl.text.language import marked


class TableRow(NamedTuple):
    """A row of a table.

    Attributes:
        where: file and line, for messages.
        cells: values by the name of their column, without blanks around them.
    """

    where: str
    cells: Mapping[str, str]


def read_table(
    file: Path,
    error: type[LabelError | VocabularyError] = LabelError,
    *,
    most_bytes: int = MAX_BYTES,
    lone_quotes: bool = True,
) -> tuple[Sequence[str], Iterator[TableRow]]:
    """Return the names of a table's columns, in lower case, and its rows without the empty ones.

    Columns are separated by tabs or commas, see `topiccrawl.text.files.delimited_table`; the first line has
    their names.

    Args:
        file: the table.
        error: class of the errors.
        most_bytes: maximum size of the file.
        lone_quotes: see `read_table_rows`.

    Raises:
        LabelError: not a table, a column that is named twice, or a row with more values than there are
            columns; names file and line.
        OSError: the file cannot be read.
    """
    lines = read_table_rows(read_bounded(file, most_bytes), file, error, lone_quotes=lone_quotes)
    _, header = next(lines, (1, []))
    names = [name.strip().lower() for name in header]
    while names and not names[-1]:  # spreadsheets add empty columns
        names.pop()
    if len(set(names)) < len(names):
        raise error(marked("{file}:1: a column is named twice: {names}"), file=file, names=", ".join(names))
    return names, _table_rows(file, names, lines, error)


def _table_rows(
    file: Path,
    names: Sequence[str],
    lines: Iterator[tuple[int, list[str]]],
    error: type[LabelError | VocabularyError],
) -> Iterator[TableRow]:
    for number, line in lines:
        values = [value.strip() for value in line]
        while len(values) > len(names) and not values[-1]:
            values.pop()
        if not any(values):
            continue
        if len(values) > len(names):
            raise error(
                marked("{file}:{number}: expected {expected} columns, found {found}"),
                file=file,
                number=number,
                expected=len(names),
                found=len(values),
            )
        values += [""] * (len(names) - len(values))  # spreadsheets omit empty columns
        yield TableRow(f"{file}:{number}", dict(zip(names, values, strict=True)))


def number_in(cell: str, column: str, where: str) -> float:
    """Return the number in a cell.

    Raises:
        LabelError: it is not a number; names file, line and value.
    """
    try:
        number = float(cell)
    except ValueError:
        number = math.nan
    if math.isnan(number):
        raise LabelError("{where}: {column} {cell!r} is not a number", where=where, column=column, cell=cell)
    return number
