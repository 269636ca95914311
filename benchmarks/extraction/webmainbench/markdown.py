"""An extracted text as Markdown: the page says what is a heading, an item, a table or code."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from lxml.html import HtmlElement

from topiccrawl.extraction.cleaning import clean
from topiccrawl.extraction.document import Document
from topiccrawl.page.page import Page

_HEADINGS = {f"h{level}": "#" * level for level in range(1, 7)}
_MOST_COLUMNS = 30


def as_markdown(page: Page, document: Document) -> str:
    """Return the text of a document as Markdown, with the headline in front if an <h1> of the page shows it.

    A text that is in the page in another form, such as that of a thread, stays as it is.
    """
    lines = [line for line in clean(document.text).split("\n") if line.strip()]
    pieces = _with_marks(page.tree, _with_tables(page.tree, lines))
    title = _squeeze(document.title)
    shown = any(_squeeze(heading.text_content()) == title for heading in page.tree.iter("h1"))
    if title and shown and pieces and _squeeze(pieces[0].lstrip("#")) != title:
        pieces.insert(0, f"# {document.title}")
    return _joined(pieces)


def _joined(pieces: list[str]) -> str:
    """Return pieces with an empty line between them, except inside a list."""
    text = ""
    for before, piece in zip(["", *pieces], pieces, strict=False):
        both_items = before.startswith("  * ") and piece.startswith("  * ")
        text += ("\n" if both_items else "\n\n") * bool(text) + piece
    return text


def _with_tables(tree: HtmlElement, lines: list[str]) -> list[str]:
    """Return lines in which those of a table are one piece in Markdown."""
    for table in tree.iter("table"):
        rows = _rows(table)
        if rows is None:
            continue
        whole = "".join(_squeeze(cell) for row in rows for cell in row)
        place = _place(lines, whole)
        if place is not None:
            first, end = place
            lines = [*lines[:first], _markdown_table(rows), *lines[end:]]
    return lines


def _rows(table: HtmlElement) -> list[list[str]] | None:
    """Return the cells of a table of data; None for a table that only arranges other things."""
    if table.find(".//table") is not None:
        return None
    rows = [[_line(cell) for cell in row.iter("td", "th")] for row in table.iter("tr")]
    rows = [row for row in rows if row]
    columns = max(map(len, rows), default=0)
    if len(rows) < 2 or not 2 <= columns <= _MOST_COLUMNS or not any(cell for row in rows for cell in row):
        return None
    return [row + [""] * (columns - len(row)) for row in rows]


def _place(lines: list[str], whole: str) -> tuple[int, int] | None:
    """Return the range of lines whose characters are those of a table; None without one."""
    bare = [_squeeze(line) for line in lines]
    ends = list(accumulate(map(len, bare)))
    at = "".join(bare).find(whole)
    starts = [0, *ends]
    if at < 0 or at not in starts or at + len(whole) not in starts:
        return None
    return starts.index(at), starts.index(at + len(whole))


def _markdown_table(rows: list[list[str]]) -> str:
    lines = [" | ".join(cell.replace("|", "\\|") for cell in row).strip() for row in rows]
    return "\n".join([lines[0], "|".join(["---"] * len(rows[0])), *lines[1:]])


def _with_marks(tree: HtmlElement, lines: list[str]) -> list[str]:
    """Return lines with the marks of headings and items, and with preformatted ones as one code block."""
    marks: dict[str, str] = {}
    for element in tree.iter("li", *_HEADINGS):
        mark = _HEADINGS.get(element.tag, "  *")
        marks.setdefault(_squeeze(element.text_content()), mark)
    for element in tree.iter("pre"):
        place = _place(lines, _squeeze(element.text_content()))
        if place is not None and place[0] < place[1]:
            code = "\n".join(["```", *lines[place[0] : place[1]], "```"])
            lines = [*lines[: place[0]], code, *lines[place[1] :]]
    return list(_marked(lines, marks))


def _marked(lines: list[str], marks: dict[str, str]) -> Iterator[str]:
    for line in lines:
        mark = "" if "\n" in line else marks.get(_squeeze(line), "")
        yield f"{mark} {line}" if mark else line


def _line(element: HtmlElement) -> str:
    return " ".join(element.text_content().split())


def _squeeze(text: str) -> str:
    return "".join(text.split())
