"""Texts that stand on one line: titles, names, and cells of tables."""

from __future__ import annotations

import re

_UNSEEN = re.compile(
    "["
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"  # C0 and C1 controls that are no blanks
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that change the direction of what follows
    "\u200b\u2060\ufeff\ufff9-\ufffb"  # blanks of no width, and annotations
    "\ud800-\udfff"
    "]"
)
_FORMULA = re.compile("[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"[+-]?(?:\d+(?:,\d{3})*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?%?")


def one_line(text: str) -> str:
    r"""A text on one line, without characters that nobody sees and that change what is seen around them.

    Controls could steer a terminal; marks of direction show a text in another order than it has.

    >>> one_line("党员\x9b31m\u202e学习\n 党章")
    '党员31m学习 党章'
    """
    return " ".join(_UNSEEN.sub("", text).split())


def spreadsheet_cell(text: str) -> str:
    """A text as a spreadsheet shows it: an apostrophe before what it would take for a formula.

    Formulas begin with `=`, `+`, `-`, `@` (also in full width), a tab or an end of line. Numbers stay
    numbers.

    >>> spreadsheet_cell("=HYPERLINK(A1)"), spreadsheet_cell("-3.5"), spreadsheet_cell("党员")
    ("'=HYPERLINK(A1)", '-3.5', '党员')
    """
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text
