"""Tables that people labelled: columns parted by tabs, under a header."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

LEAST_ROWS = 20


class LabelError(ValueError):
    """Labels cannot be used; the message names the file, the line and what was expected."""


class LabelledRow(NamedTuple):
    """A row of such a table.

    Attributes:
        where: file and line, for messages.
        values: of the columns asked for.
        positive: whether the label is over 0.
        source: of the column of that name, empty without one.
    """

    where: str
    values: tuple[str, ...]
    positive: bool
    source: str


def read_labelled(file: Path, columns: Sequence[str], label: str = "label") -> list[LabelledRow]:
    """The rows of a table.

    Args:
        file: UTF-8, with a header.
        columns: that must be there and filled.
        label: name of the label's column; a number, over 0 for yes.

    Raises:
        LabelError: not such a file, an empty value, a label that is no number, too few rows, all of one kind.
        OSError: the file cannot be read.
    """
    try:
        rows = list(_rows(file, columns, label))
    except UnicodeDecodeError as error:
        raise LabelError(f"{file}: expected UTF-8 ({error.reason})") from None
    if len(rows) < LEAST_ROWS or len({row.positive for row in rows}) < 2:
        raise LabelError(f"{file}: expected {LEAST_ROWS} rows at least, of both kinds, found {len(rows)}")
    return rows


def _rows(file: Path, columns: Sequence[str], label: str) -> Iterator[LabelledRow]:
    with file.open(encoding="utf-8-sig", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        if {*columns, label} - {*(rows.fieldnames or ())}:
            raise LabelError(f"{file}:1: expected the columns {', '.join((*columns, label))}, parted by tabs")
        for row in rows:
            where = f"{file}:{rows.line_num}"
            values = tuple((row[column] or "").strip() for column in columns)
            if not all(values):
                raise LabelError(f"{where}: expected {' and '.join(columns)}, found {values!r}")
            try:
                number = float(row[label])
            except (TypeError, ValueError):
                number = math.nan
            if math.isnan(number):
                raise LabelError(f"{where}: {label} {row[label]!r} is not a number")
            yield LabelledRow(where, values, number > 0, (row.get("source") or "").strip())
