"""Records in text files: a line each, with a title and an address between separators."""

from __future__ import annotations

import re
from itertools import islice

from topiccrawl.page.hidden_links.records import is_title

_SEPARATORS = "|\t,;#^$~@"
_ADDRESS = re.compile(
    r"(?:https?://|\.{0,2}/)?[\w.%~-]+(?:/[\w.%~-]+)*(?:/|\.(?:s?html?|jspx?|aspx?|php|do|action))(?:\?[\w.=&%-]*)?",
    re.ASCII | re.IGNORECASE,
)
_FEWEST, _MOST = 2, 5000
_MOST_FIELDS = 12
_LONGEST = 600
_MOST_OTHERS = 0.2
"""Share of the lines that may be no records."""


def is_line_of_record(text: str) -> bool:
    """Return whether a text begins with a line that is a record.

    >>> is_line_of_record("清溪党支部上党课|dk/12.html|2025-03-01"), is_line_of_record("说明，见 a.html")
    (True, False)
    """
    return _fields(text.lstrip("\ufeff\r\n ").partition("\n")[0]) is not None


def lines_of_records(text: str) -> list[list[str]] | None:
    """Return the rows of a text file whose lines are records; None if it is no such file."""
    lines = [line for line in islice(text.lstrip("\ufeff").splitlines(), _MOST) if line.strip()]
    rows = [fields for line in lines if (fields := _fields(line)) is not None]
    return rows if len(rows) >= _FEWEST and len(lines) - len(rows) <= _MOST_OTHERS * len(lines) else None


def _fields(line: str) -> list[str] | None:
    """Return the fields of a line with the address and the title of a page; None for other lines."""
    if not 0 < len(line) <= _LONGEST or line.lstrip()[:1] in "<{[":
        return None
    for separator in _SEPARATORS:
        if separator not in line:
            continue
        fields = [field.strip(" \t\r\"'") for field in line.split(separator)]
        if (
            len(fields) <= _MOST_FIELDS
            and any(map(is_title, fields))
            and any(map(_ADDRESS.fullmatch, fields))
        ):
            return fields
    return None
