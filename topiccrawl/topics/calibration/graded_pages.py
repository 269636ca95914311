"""Tables of pages with the grades that a person gave them: the one format for all commands."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from topiccrawl.errors import LabelError
from topiccrawl.text.display import one_line, spreadsheet_cell
from topiccrawl.text.files.atomic_write import write_atomically
from topiccrawl.topics.calibration.labelled_table import number_in, read_table

RELEVANT, NEAR, OTHER = 2, 1, 0
"""Grades: on the topic, near it (neither right nor wrong to keep), and not on it."""

COLUMNS = ("url", "grade", "title")
"""Columns of a table that `topiccrawl topic label` writes."""


@dataclass(frozen=True)
class GradedRow:
    """A row of a table of grades.

    Attributes:
        where: file and line, for messages.
        url: URL of the page; empty in a table of texts.
        grade: 2, 1 or 0; None if it has none yet.
        title: title of the page.
        text: its text; empty in a table of URLs.
        site: pages of one site are left out together in cross-validation; empty: the host of the URL.
    """

    where: str
    url: str
    grade: int | None
    title: str = ""
    text: str = ""
    site: str = ""


@dataclass(frozen=True)
class PageGrades:
    """The grades of pages by the key of their URL (see `url_key`)."""

    grades: Mapping[bytes, int]

    def grade(self, url: str) -> int | None:
        """Return the grade of a page; None if it has none."""
        from topiccrawl.page.canonical_url import url_key  # here, as the options of commands need only grades

        return self.grades.get(url_key(url))

    @property
    def relevant(self) -> int:
        """Return the number of relevant pages."""
        return sum(grade == RELEVANT for grade in self.grades.values())


def read_grades(file: Path) -> list[GradedRow]:
    """Read a table with the columns `url` or `text`, and `grade` or `label`; `title`, `site` are optional.

    A grade is 2, 1, 0 or empty: not graded yet. A label is a number: relevant if it is over 0. Where a table
    has both columns, the grade counts.

    Raises:
        LabelError: not such a table, a row without URL and text, a grade that is not 0, 1 or 2, or a page
            with two different grades; names file, line and value.
        OSError: the file cannot be read.
    """
    names, table = read_table(file)
    if not {"grade", "label"} & {*names} or not {"url", "text"} & {*names}:
        raise LabelError(
            "{file}:1: expected the columns url (or text) and grade (or label), separated by tabs or commas",
            file=file,
        )
    rows = [_row(where, cells) for where, cells in table]
    first: dict[tuple[str, str], GradedRow] = {}
    for row in rows:
        _check_agreement(row, first.setdefault((row.url, row.text), row))
    return rows


def read_page_grades(file: Path) -> PageGrades:
    """Read the grades of pages that are known by their URL, see `read_grades`.

    Raises:
        LabelError: as `read_grades`; or a row has no URL, or no page is relevant.
        OSError: the file cannot be read.
    """
    from topiccrawl.page.canonical_url import is_http_url, url_key

    graded: dict[bytes, GradedRow] = {}
    for row in read_grades(file):
        if not is_http_url(row.url):
            raise LabelError("{where}: url {url!r} is not an http or https URL", where=row.where, url=row.url)
        if row.grade is not None:
            _check_agreement(row, graded.setdefault(url_key(row.url), row))
    grades = PageGrades({key: row.grade for key, row in graded.items() if row.grade is not None})
    if not grades.relevant:
        raise LabelError(
            "{file}: no page is relevant: expected at least one with the grade {relevant}",
            file=file,
            relevant=RELEVANT,
        )
    return grades


def _row(where: str, cells: Mapping[str, str]) -> GradedRow:
    url, text = cells.get("url", ""), cells.get("text", "")
    if not (url or text):
        raise LabelError("{where}: neither a URL nor a text", where=where)
    return GradedRow(where, url, _grade(where, cells), cells.get("title", ""), text, cells.get("site", ""))


def _grade(where: str, cells: Mapping[str, str]) -> int | None:
    column = "grade" if "grade" in cells else "label"
    cell = cells[column]
    if not cell:
        return None
    if column == "label":
        return RELEVANT if number_in(cell, column, where) > 0 else OTHER
    try:
        return {0.0: OTHER, 1.0: NEAR, 2.0: RELEVANT}[float(cell)]  # a spreadsheet may write 2.0
    except (ValueError, KeyError):
        raise LabelError(
            "{where}: grade {cell!r} is not 2 (relevant), 1 (near), 0 (not) or empty", where=where, cell=cell
        ) from None


def _check_agreement(row: GradedRow, before: GradedRow) -> None:
    if row.grade != before.grade:
        raise LabelError(
            "{where}: the page has a different grade in {before}", where=row.where, before=before.where
        )


def write_grades(file: Path, rows: Mapping[str, tuple[int | None, str]]) -> None:
    """Write a table of URLs, each with grade and title, as a whole or not at all.

    Titles are those of crawled pages, so none is left that a spreadsheet would run as a formula. The byte
    order mark lets spreadsheets read the Chinese.
    """
    lines = StringIO()
    table = csv.writer(lines, delimiter="\t", lineterminator="\n")
    table.writerow(COLUMNS)
    for url, (grade, title) in rows.items():
        table.writerow((url, grade, spreadsheet_cell(one_line(title))))
    write_atomically(file, "\ufeff" + lines.getvalue())
