"""Sanitise texts for display on one line: titles, names, cells of tables."""

from __future__ import annotations

import re

from topiccrawl.text.radicals import without_radicals

_UNSEEN = re.compile(
    "["
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"  # C0 and C1 controls that are not white space
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # direction marks
    "\u200b\u2060\ufeff\ufff9-\ufffb"  # zero-width spaces and annotations
    "\ud800-\udfff"
    "]"
)
_FORMULA = re.compile("[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"[+-]?(?:\d+(?:,\d{3})*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?%?")


def one_line(text: str) -> str:
    r"""Return a text on one line, without radicals and invisible characters that affect the text around.

    Control characters could steer a terminal; direction marks reorder the displayed text.

    >>> one_line("党员\x9b31m\u202e学习\n 党章")
    '党员31m学习 党章'
    """
    return " ".join(without_radicals(_UNSEEN.sub("", text)).split())


def spreadsheet_cell(text: str) -> str:
    """Return a text for a spreadsheet cell, with an apostrophe before anything read as a formula.

    Formulas start with `=`, `+`, `-`, `@` (also full-width), a tab or a line break. Numbers stay numbers.

    >>> spreadsheet_cell("=HYPERLINK(A1)"), spreadsheet_cell("-3.5"), spreadsheet_cell("党员")
    ("'=HYPERLINK(A1)", '-3.5', '党员')
    """
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text
