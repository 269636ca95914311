"""Grades of URLs, given by people: what replays are judged by."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from topiccrawl.errors import LabelError
from topiccrawl.page.canonical_url import url_key
from topiccrawl.text.files.delimited_table import read_table_rows

RELEVANT, NEAR = 2.0, 1.0


@dataclass(frozen=True)
class Labels:
    """The grade of each labelled URL, by its key; a URL without a grade has 0.

    2 or more is relevant. 1 is near: not relevant, but not counted as wrong when it is kept.
    """

    grades: Mapping[bytes, float]

    def grade(self, url: str) -> float:
        """Return the grade of a URL."""
        return self.grades.get(url_key(url), 0.0)

    @property
    def relevant(self) -> int:
        """Return the number of relevant URLs."""
        return sum(grade >= RELEVANT for grade in self.grades.values())


def read_labels(file: Path) -> Labels:
    """Read a table with the columns `url` and `grade`, separated by tabs or commas.

    Raises:
        LabelError: it is not such a table, a grade is not a number, or no URL is relevant.
        OSError: the file cannot be read.
    """
    rows = read_table_rows(file.read_bytes(), file, LabelError)
    _, header = next(rows, (1, []))
    names = [name.strip().lower() for name in header]
    if not {"url", "grade"} <= set(names):
        raise LabelError(f"{file}:1: expected the columns url and grade, separated by tabs or commas")
    url, grade = names.index("url"), names.index("grade")
    grades: dict[bytes, float] = {}
    for line, values in rows:
        if not any(values):
            continue
        try:
            number = float(values[grade])
        except (ValueError, IndexError):
            number = math.nan
        if not math.isfinite(number):
            raise LabelError(f"{file}:{line}: expected a URL and a grade (2 relevant, 1 near, 0 not)")
        grades[url_key(values[url].strip())] = number
    labels = Labels(grades)
    if not labels.relevant:
        raise LabelError(f"{file}: no URL has a grade of {RELEVANT:.0f} or more, which means relevant")
    return labels
