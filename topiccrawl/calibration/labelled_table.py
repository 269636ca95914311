"""Tables labelled by people: tab-separated columns with a header."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from topiccrawl.errors import LabelError
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.text.files.utf8 import decode_utf8

LEAST_ROWS = 20


class LabelledRow(NamedTuple):
    """A row of such a table.

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
    """Read the rows of a table.

    Args:
        file: UTF-8, with a header.
        columns: required columns; the label applies to their values in any order.
        label: name of the label's column; a number, over 0 for yes.
        form: normalises values before they are compared and returned.

    Raises:
        LabelError: not such a file, an empty value, a label that is not a number or contradicts an earlier
            one, too few rows, or rows of one kind only.
        OSError: the file cannot be read.
    """
    try:
        rows = list(_rows(file, columns, label, form))
    except csv.Error as error:
        raise LabelError(f"{file}: expected a tab-separated table ({error})") from None
    first: dict[frozenset[str], LabelledRow] = {}
    for row in rows:
        before = first.setdefault(frozenset(row.values), row)
        if row.positive != before.positive:
            raise LabelError(
                f"{row.where}: {' and '.join(row.values)} have a different {label} in {before.where}"
            )
    if len(rows) < LEAST_ROWS or len({row.positive for row in rows}) < 2:
        raise LabelError(f"{file}: expected at least {LEAST_ROWS} rows of both kinds, found {len(rows)}")
    return rows


def _rows(
    file: Path, columns: Sequence[str], label: str, form: Callable[[str], str]
) -> Iterator[LabelledRow]:
    lines = StringIO(decode_utf8(read_bounded(file), file, LabelError), newline="")
    rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    if {*columns, label} - {*(rows.fieldnames or ())}:
        raise LabelError(f"{file}:1: expected the columns {', '.join((*columns, label))}, separated by tabs")
    for row in rows:
        where = f"{file}:{rows.line_num}"
        values = tuple(form((row[column] or "").strip()) for column in columns)
        if not all(values):
            raise LabelError(f"{where}: expected {' and '.join(columns)}, found {values!r}")
        try:
            number = float(row[label])
        except (TypeError, ValueError):
            number = math.nan
        if math.isnan(number):
            raise LabelError(f"{where}: {label} {row[label]!r} is not a number")
        yield LabelledRow(where, values, number > 0, (row.get("source") or "").strip())
