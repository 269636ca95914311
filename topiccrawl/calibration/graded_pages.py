"""Tables of pages with the grades that a person gave them."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from topiccrawl.errors import LabelError
from topiccrawl.text.files.atomic_write import write_atomically
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.text.files.utf8 import decode_utf8

RELEVANT, NEAR, OTHER = 2, 1, 0
"""Grades: on the topic, near it (neither right nor wrong to keep), and not on it."""

COLUMNS = ("url", "grade", "title")
"""Columns of a table that `topiccrawl topic label` writes."""

_GRADES = {"": None, "0": OTHER, "1": NEAR, "2": RELEVANT}


@dataclass(frozen=True)
class GradedRow:
    """A row of a table of grades.

    Attributes:
        where: file and line, for messages.
        url: URL of the page; empty in a table of texts.
        grade: 2, 1 or 0; None if it has none yet.
        title: title of the page.
        text: its text; empty in a table of URLs.
        site: what is left out together in cross-validation; empty: the host of the URL.
    """

    where: str
    url: str
    grade: int | None
    title: str = ""
    text: str = ""
    site: str = ""


def read_grades(file: Path) -> list[GradedRow]:
    """Read a tab-separated table with the columns `grade`, and `url` or `text`; `title`, `site` are optional.

    An empty grade means that the page is not graded yet.

    Raises:
        LabelError: not such a table, a row without URL and text, a grade that is not 0, 1 or 2, or a page
            with two different grades; names file, line and value.
        OSError: the file cannot be read.
    """
    lines = StringIO(decode_utf8(read_bounded(file), file, LabelError), newline="")
    table = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    names = {*(table.fieldnames or ())}
    if "grade" not in names or not names & {"url", "text"}:
        raise LabelError(f"{file}:1: expected the columns grade and url (or text), separated by tabs")
    first: dict[tuple[str, str], GradedRow] = {}
    rows = []
    try:
        for number, cells in enumerate(table, 2):
            row = _row(f"{file}:{number}", {name: (cells.get(name) or "").strip() for name in names})
            before = first.setdefault((row.url, row.text), row)
            if row.grade != before.grade:
                raise LabelError(f"{row.where}: the page has a different grade in {before.where}")
            rows.append(row)
    except csv.Error as error:
        raise LabelError(f"{file}: expected a tab-separated table ({error})") from None
    return rows


def _row(where: str, cells: Mapping[str, str]) -> GradedRow:
    url, text, grade = cells.get("url", ""), cells.get("text", ""), cells["grade"]
    if not (url or text):
        raise LabelError(f"{where}: neither a URL nor a text")
    if grade not in _GRADES:
        raise LabelError(f"{where}: grade {grade!r} is not 2 (relevant), 1 (near), 0 (not) or empty")
    return GradedRow(where, url, _GRADES[grade], cells.get("title", ""), text, cells.get("site", ""))


def write_grades(file: Path, rows: Mapping[str, tuple[int | None, str]]) -> None:
    """Write a table of URLs, each with grade and title, as a whole or not at all."""
    write_atomically(file, "".join(_lines(rows)))


def _lines(rows: Mapping[str, tuple[int | None, str]]) -> Iterator[str]:
    yield "\t".join(COLUMNS) + "\n"
    for url, (grade, title) in rows.items():
        yield f"{url}\t{'' if grade is None else grade}\t{' '.join(title.split())}\n"
