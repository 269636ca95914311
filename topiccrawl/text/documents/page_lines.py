"""From the lines of pages to paragraphs: for formats that know no paragraphs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from unicodedata import east_asian_width

_HAN = r"\u3400-\u9fff\uf900-\ufaff\u2e80-\u2fdf\U00020000-\U0003ffff"
_SPACED = re.compile(f"(?<=[{_HAN}，。、；：！？（）《》“”])[ \u3000]+(?=[{_HAN}，。、；：！？（）《》“”])")
_TOUCHING = re.compile(f"[{_HAN}](?=[{_HAN}])")
_NUMBER = re.compile(
    r"[-—–―·•_ ]*(?:第\s*)?(?:\d{1,4}|[ivxlc]{1,6}|[一二三四五六七八九十百]{1,4})(?:\s*页)?"
    r"(?:\s*[/／]\s*(?:共\s*)?\d{1,4}(?:\s*页)?|[，, ]*共\s*\d{1,4}\s*页)?[-—–―·•_ ]*",
    re.IGNORECASE,
)
_ENDS = tuple("。！？：；!?:;…”）)》】")
_STARTS = re.compile(
    r"(?:第[一二三四五六七八九十百零\d]{1,5}[章节条编部分款]|[（(]?[一二三四五六七八九十]{1,3}[）)、．.]|[（(]?\d{1,3}[）)、．.](?!\d)"
    r"|[①-⑳●■◆★※▲—]|附件|附：|[A-Za-z][.、．）)])"
)
_INDENT = "\u3000"
_FINAL = ("：", ":")
_RAGGED = 2
"""Columns by which full lines differ: punctuation does not begin a line."""
_FULL = 0.85
"""Share of the widest lines from which a line goes on in the next one."""
_NARROWEST = 40
"""Width of a line that may go on: twenty Han. Shorter ones are headings and rows."""
_EDGE = 2
"""Lines at the top and bottom of a page that may be running ones."""
_REPEATED = 0.5
"""Share of pages that have a running line."""


def paragraphs_of(pages: Sequence[Sequence[str]]) -> list[str]:
    """Return the paragraphs of pages, without running headers and page numbers.

    A line goes on in the next one if it is nearly as wide as the widest ones, does not end a sentence, and
    the next one begins no item. One that is as wide as they are may end a sentence: the next one goes on
    unless it is indented.

    Args:
        pages: the lines of each page, from the top; an indented one begins with a blank.

    >>> paragraphs_of([["各党支部要认真组织学习，做到学有所思、学有所", "获。", "- 1 -"], ["二〇二四年"]])
    ['各党支部要认真组织学习，做到学有所思、学有所获。', '二〇二四年']
    """
    lines = [line for page in _without_running([[*map(_mended, page)] for page in pages]) for line in page]
    widest = _usual_width([line.strip() for line in lines])
    found: list[str] = []
    wide = goes_on = False
    for line in lines:
        text = line.strip()
        if found and not line.startswith(_INDENT) and not _STARTS.match(text) and (goes_on or wide):
            both = found[-1][-1] + text[0]
            found[-1] += (" " if both.isascii() and text[0].isalnum() else "") + text
        else:
            found.append(text)
        width = _width(text) if not _is_row(text) else 0
        goes_on = width >= max(_NARROWEST, _FULL * widest) and not text.endswith(_ENDS)
        wide = width >= max(_NARROWEST, widest - _RAGGED) and not text.endswith(_FINAL)
    return found


def has_han(text: str, least: float = 0.3) -> bool:
    """Return whether at least a share of the letters of a text is Han.

    >>> has_han("党支部 Party"), has_han("ÀÁÂÃ"), has_han("2024")
    (True, False, True)
    """
    letters = sum(character.isalpha() for character in text)
    han = len(re.findall(f"[{_HAN}]", text))
    return han >= least * letters


def _mended(line: str) -> str:
    """Return a line without the blanks of letter-spacing between Han."""
    indent = _INDENT if line[:1].isspace() else ""
    line = line.strip()
    gaps = len(_SPACED.findall(line))
    if gaps and gaps > len(_TOUCHING.findall(line)):
        line = _SPACED.sub("", line)
    return indent + line if line else ""


def _without_running(pages: Sequence[Sequence[str]]) -> list[list[str]]:
    pages = [[line for line in page if line] for page in pages]
    edges = Counter(edge for page in pages for edge in {_shape(page[place]) for place in _edges(page)})
    least = max(3, _REPEATED * len(pages))
    kept = []
    for page in pages:
        ends = _edges(page)
        kept.append(
            [
                line
                for place, line in enumerate(page)
                if place not in ends
                or not (
                    edges[_shape(line)] >= least
                    or (place in (0, len(page) - 1) and _NUMBER.fullmatch(line.strip()))
                )
            ]
        )
    return kept


def _edges(page: Sequence[str]) -> set[int]:
    return {*range(min(_EDGE, len(page))), *range(max(0, len(page) - _EDGE), len(page))}


def _shape(line: str) -> str:
    """Return a line with its numbers written alike."""
    return re.sub(r"\d+", "0", re.sub(r"\s+", "", line))


def _width(line: str) -> int:
    return sum(2 if east_asian_width(character) in "WFA" else 1 for character in line)


def _usual_width(lines: Sequence[str]) -> float:
    """Return the width of full lines: that of the widest tenth."""
    widths = sorted(map(_width, lines), reverse=True)
    return widths[len(widths) // 10] if widths else 0


def _is_row(line: str) -> bool:
    """Return whether a line looks like a row of a table: several cells between blanks."""
    return len(re.findall(r"\S\s{2,}\S|\t", line)) >= 2
