"""Tables labelled by people: rows by the names of their columns, and pairs with a label."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from topiccrawl.errors import LabelError
from topiccrawl.text.files.delimited_table import read_table_rows
from topiccrawl.text.files.size_limit import read_bounded

LEAST_ROWS = 20


class TableRow(NamedTuple):
    """A row of a table.

    Attributes:
        where: file and line, for messages.
        cells: values by the name of their column, without blanks around them.
    """

    where: str
    cells: Mapping[str, str]


class LabelledRow(NamedTuple):
    """A row with a label.

    Attributes:
        where: file and line, for messages.
        values: of the requested columns.
        positive: whether the label is over 0.
        source: value of the column of this name, empty without one.
    """

    where: str
    values: tuple[str, ...]
    positive: bool
    source: str


def read_table(file: Path) -> tuple[Collection[str], Iterator[TableRow]]:
    """Return the names of a table's columns, in lower case, and its rows without the empty ones.

    Columns are separated by tabs or commas, see `topiccrawl.text.files.delimited_table`; the first line has
    their names.

    Raises:
        LabelError: not a table, a column that is named twice, or a row with more values than there are
            columns; names file and line.
        OSError: the file cannot be read.
    """
    lines = read_table_rows(read_bounded(file), file, LabelError, lone_quotes=True)
    _, header = next(lines, (1, []))
    names = [name.strip().lower() for name in header]
    while names and not names[-1]:  # spreadsheets add empty columns
        names.pop()
    if len(set(names)) < len(names):
        raise LabelError("{file}:1: a column is named twice: {names}", file=file, names=", ".join(names))
    return names, _table_rows(file, names, lines)


def _table_rows(
    file: Path, names: Sequence[str], lines: Iterator[tuple[int, list[str]]]
) -> Iterator[TableRow]:
    for number, line in lines:
        values = [value.strip() for value in line]
        while len(values) > len(names) and not values[-1]:
            values.pop()
        if not any(values):
            continue
        if len(values) > len(names):
            raise LabelError(
                "{file}:{number}: expected {expected} columns, found {found}",
                file=file,
                number=number,
                expected=len(names),
                found=len(values),
            )
        values += [""] * (len(names) - len(values))  # spreadsheets omit empty columns
        yield TableRow(f"{file}:{number}", dict(zip(names, values, strict=True)))


def read_labelled(
    file: Path, columns: Sequence[str], label: str = "label", form: Callable[[str], str] = str
) -> list[LabelledRow]:
    """Read a table of labelled pairs.

    Args:
        file: a table with a header.
        columns: required columns; the label applies to their values in any order.
        label: name of the label's column; a number, over 0 for yes.
        form: normalises values before they are compared and returned.

    Raises:
        LabelError: not such a file, an empty value, a label that is not a number or contradicts an earlier
            one, too few rows, or rows of one kind only.
        OSError: the file cannot be read.
    """
    rows = list(_rows(file, columns, label, form))
    first: dict[frozenset[str], LabelledRow] = {}
    for row in rows:
        before = first.setdefault(frozenset(row.values), row)
        if row.positive != before.positive:
            raise LabelError(
                "{where}: {values} have a different {label} in {before}",
                where=row.where,
                values=" and ".join(row.values),
                label=label,
                before=before.where,
            )
    if len(rows) < LEAST_ROWS or len({row.positive for row in rows}) < 2:
        raise LabelError(
            "{file}: expected at least {least_rows} rows of both kinds, found {count}",
            file=file,
            least_rows=LEAST_ROWS,
            count=len(rows),
        )
    return rows


def _rows(
    file: Path, columns: Sequence[str], label: str, form: Callable[[str], str]
) -> Iterator[LabelledRow]:
    names, rows = read_table(file)
    if {*columns, label.lower()} - {*names}:
        expected = ", ".join((*columns, label))
        raise LabelError(
            "{file}:1: expected the columns {expected}, separated by tabs or commas",
            file=file,
            expected=expected,
        )
    for where, cells in rows:
        values = tuple(form(cells[column]) for column in columns)
        if not all(values):
            raise LabelError(
                "{where}: expected {columns}, found {values!r}",
                where=where,
                columns=" and ".join(columns),
                values=values,
            )
        positive = number_in(cells[label.lower()], label, where) > 0
        yield LabelledRow(where, values, positive, cells.get("source", ""))


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
