"""Tables of labelled pairs: both values, and whether they belong together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from topiccrawl.errors import LabelError
from topiccrawl.topics.calibration.labelled_table import number_in, read_table

LEAST_ROWS = 20


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
