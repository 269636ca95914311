"""Code, formulas and tables of a Markdown text, found by patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass

import lxml.html

Table = tuple[tuple[tuple[str, str], ...], ...]
"""Rows of cells, each with its tag (th or td) and its text."""

_FENCED = re.compile(r"```[^\n]*\n(.*?)\n?```", re.DOTALL)
_INDENTED = re.compile(r"(?:^|\n)[ \t]*\n((?:(?: {4}|\t)[^\n]*(?:\n|$)){2,})(?=[ \t]*\n|$)")
_LISTED = re.compile(r"[-•*+] |\d+\. ")
_FORMULAS = tuple(
    re.compile(rf"(?<!\\){opening}(.*?)(?<!\\){closing}", re.DOTALL)
    for opening, closing in ((r"\$\$", r"\$\$"), (r"\\\[", r"\\\]"), (r"\$", r"\$"), (r"\\\(", r"\\\)"))
)
_SEPARATOR = re.compile(r"\s*\|?\s*:?-{3,}:?\s*(?:\|\s*:?-{3,}:?\s*)*\|?\s*")
_HTML_TABLE = re.compile(r"<table\b", re.IGNORECASE)


@dataclass(frozen=True)
class Contents:
    """Parts of a Markdown text.

    Attributes:
        code: its code blocks, fenced or indented, without fence and indent.
        formulas: its formulas without dollar signs, one a line.
        table: its first table in HTML, else the rows of all its Markdown tables.
    """

    code: str
    formulas: str
    table: Table


def contents_of(text: str) -> Contents:
    """Return code, formulas and tables of a Markdown text."""
    code = [found[1] for found in _FENCED.finditer(text) if found[1]]
    code += filter(None, (_unindented(found[1]) for found in _INDENTED.finditer(text)))
    formulas = [found[1].strip() for form in _FORMULAS for found in form.finditer(text)]
    return Contents("\n".join(code), "\n".join(filter(None, formulas)), _table(text))


def _unindented(block: str) -> str:
    """Return an indented block as code; empty if it is a list."""
    lines = [line.removeprefix("\t") if line.startswith("\t") else line[4:] for line in block.splitlines()]
    shown = [line for line in lines if line.strip()]
    return "" if len(shown) < 2 or any(_LISTED.match(line.strip()) for line in shown) else "\n".join(shown)


def _table(text: str) -> Table:
    if _HTML_TABLE.search(text):
        tree = lxml.html.fromstring(f"<div>{text}</div>")
        for table in tree.iter("table"):
            return tuple(
                tuple((cell.tag, _line(cell.text_content())) for cell in row.iter("td", "th"))
                for row in table.iter("tr")
            )
    rows: list[tuple[tuple[str, str], ...]] = []
    lines = [*text.split("\n"), ""]
    start = 0
    for at, line in enumerate(lines):
        if "|" not in line:
            if at - start >= 2 and _SEPARATOR.fullmatch(lines[start + 1]):
                rows.extend(_markdown_rows([lines[start], *lines[start + 2 : at]], not rows))
            start = at + 1
    return tuple(rows)


def _markdown_rows(lines: list[str], headed: bool) -> list[tuple[tuple[str, str], ...]]:
    """Return the rows of a Markdown table without its separator; only the first table has a heading."""
    cells = [[cell.strip() for cell in line.split("|") if cell.strip()] for line in lines]
    return [
        tuple(("th" if headed and number == 0 else "td", cell) for cell in row)
        for number, row in enumerate(cells)
        if row
    ]


def _line(text: str) -> str:
    return " ".join(text.split())
