"""From the lines of pages to paragraphs: for formats that know no paragraphs."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from topiccrawl.text.documents.layout import Line

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
    r"|[①-⑳●■◆★※▲]|附件|附：|[A-Za-z][.、．）)])"
)
_WORD = re.compile(r"[!-~]+")
_FINAL = ("：", ":")
_NEAR = 3.0
"""Sizes of characters by which the lines of a block begin at different places."""
_CLOSING = tuple("，。、；：！？”’）》】")
"""Signs that may hang over the edge of a block."""
_RAGGED, _LETTER = 2.1, 0.6
"""Sizes of characters by which a full line is shorter than others, and by which a letter is wide."""
_INDENT = 1.2
_NARROWEST = 8.0
"""Width of a line that may go on, in sizes of characters. Shorter ones are headings and cells."""
_ALONE = 20.0
"""The same for a line without neighbours of its kind."""
_SAME_SIZE = 0.15
_FULL = 0.85
"""Share of the widest block from which a line without neighbours is full."""
_APART = 1.6
"""Share of the usual distance of two lines from which two paragraphs are apart."""
_HEADLINE = 1.15
"""Share of the usual size of the characters from which a line in the middle is one of a headline."""
_EDGE = 2
"""Lines at the top and bottom of a page that may be running ones."""
_REPEATED = 0.5
"""Share of pages that have a running line."""
_MANY = 2_000
"""Lines of a page from which it is not looked at closely."""


class _Placed(NamedTuple):
    """A line with the edges of the block that it stands in.

    Attributes:
        page: number of its page.
        left, right: edges of its block.
        peers: number of lines in its block.
    """

    line: Line
    page: int
    left: float
    right: float
    peers: int


def paragraphs_of(pages: Sequence[Sequence[Line]]) -> list[str]:
    """Return the paragraphs of pages, without running headers and page numbers.

    A line goes on in the next one if it is as wide as its block, and the next one is neither indented nor
    apart, has the same size and begins no item. One that ends a sentence may go on, too.

    Args:
        pages: the lines of each page, in their order.
    """
    mended = [[line._replace(text=text) for line in page if (text := _mended(line.text))] for page in pages]
    lines = [line for number, page in enumerate(_without_running(mended)) for line in _placed(page, number)]
    rules = _Rules(lines)
    found: list[str] = []
    before: _Placed | None = None
    for line in lines:
        text = line.line.text
        if before is not None and rules.goes_on(before, line):
            both = found[-1][-1] + text[0]
            found[-1] += (
                " " if both.isascii() and text[0].isalnum() and found[-1][-1].isalnum() else ""
            ) + text
        else:
            found.append(text)
        before = line
    return found


def has_han(text: str, least: float = 0.3) -> bool:
    """Return whether at least a share of the letters of a text is Han.

    >>> has_han("党支部 Party"), has_han("ÀÁÂÃ"), has_han("2024")
    (True, False, True)
    """
    letters = sum(character.isalpha() for character in text)
    han = len(re.findall(f"[{_HAN}]", text))
    return han >= least * letters


class _Rules:
    """Says whether a line goes on in the next one, by what is usual in a document."""

    def __init__(self, lines: Sequence[_Placed]) -> None:
        single = [one for one in lines if one.line.cells == 1]
        self._size = median([one.line.size for one in single for _ in one.line.text]) if single else 0.0
        self._widest = max((one.right - one.left for one in single if one.peers > 2), default=0.0)
        steps = [
            other.line.base - one.line.base
            for one, other in pairwise(lines)
            if one.page == other.page and _same_size(one, other) and other.line.base > one.line.base
        ]
        self._step = median(steps) if steps else 0.0

    def goes_on(self, one: _Placed, other: _Placed) -> bool:
        """Return whether a line goes on in the one behind it."""
        if one.line.cells > 1 or other.line.cells > 1 or not _same_size(one, other):
            return False
        if _STARTS.match(other.line.text):
            return False
        if one.page == other.page and self._are_apart(one, other):
            return False
        if self._are_headline(one, other):
            return True
        if _is_indented(one, other):
            return False
        return self._is_full(one, other)

    def _are_apart(self, one: _Placed, other: _Placed) -> bool:
        step = other.line.base - one.line.base
        return step > _APART * max(self._step, one.line.size)

    def _are_headline(self, one: _Placed, other: _Placed) -> bool:
        if one.line.size < _HEADLINE * self._size or one.page != other.page:
            return False
        middle = (one.line.left + one.line.right - other.line.left - other.line.right) / 2
        return abs(middle) < one.line.size / 2 and not one.line.text.endswith(_ENDS)

    def _is_full(self, one: _Placed, other: _Placed) -> bool:
        width, size = one.line.right - one.line.left, one.line.size
        if width < _NARROWEST * size:
            return False
        word = _WORD.match(other.line.text)
        needed = _LETTER * len(word[0]) if word else 0.0
        if needed <= _RAGGED and one.line.text.endswith(_FINAL):
            return False
        missing = max(_RAGGED, needed) * size
        if one.peers > 2:
            return one.right - one.line.right <= missing
        return width + missing >= max(_ALONE * size, _FULL * self._widest)


def _is_indented(one: _Placed, other: _Placed) -> bool:
    """Return whether a line begins right of its block, or of the block above it, as a signature does."""
    begin = other.line.left - _INDENT * other.line.size
    return begin > other.left or one.left < begin < one.right


def _same_size(one: _Placed, other: _Placed) -> bool:
    return abs(one.line.size - other.line.size) <= _SAME_SIZE * max(one.line.size, other.line.size)


def _placed(page: Sequence[Line], number: int) -> Iterator[_Placed]:
    """Yield the lines of a page with the edges of their blocks: lines of a size that begin nearby."""
    by_left = sorted((line for line in page if line.cells == 1), key=lambda line: line.left)
    if len(by_left) > _MANY:
        by_left = []
    lefts = [line.left for line in by_left]
    for line in page:
        near = by_left[
            bisect_left(lefts, line.left - _NEAR * line.size) : bisect_right(
                lefts, line.left + _NEAR * line.size
            )
        ]
        near = [one for one in near if abs(one.size - line.size) <= _SAME_SIZE * line.size]
        rights = sorted((one.right - one.size * one.text.endswith(_CLOSING) for one in near), reverse=True)
        left = min((one.left for one in near), default=line.left)
        yield _Placed(line, number, left, rights[len(rights) // 10] if rights else line.right, len(near))


def _mended(line: str) -> str:
    """Return a line without the blanks of letter-spacing between Han."""
    line = line.strip()
    gaps = len(_SPACED.findall(line))
    if gaps and gaps > len(_TOUCHING.findall(line)):
        line = _SPACED.sub("", line)
    return line


def _without_running(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    edges = Counter(edge for page in pages for edge in {_shape(page[place]) for place in _edges(page)})
    least = max(2, _REPEATED * len(pages))
    kept, heads = [], set()
    for page in pages:
        ends = _edges(page)
        outer = (
            {min(ends, key=lambda place: page[place].base), max(ends, key=lambda place: page[place].base)}
            if ends
            else set()
        )
        lines = []
        for place, line in enumerate(page):
            shape = _shape(line)
            is_running = place in ends and (
                edges[shape] >= least or (place in outer and _NUMBER.fullmatch(line.text) is not None)
            )
            if is_running and line.cells > 2 and shape not in heads:  # the head of a table is kept once
                is_running = False
                heads.add(shape)
            if not is_running:
                lines.append(line)
        kept.append(lines)
    return kept


def _edges(page: Sequence[Line]) -> set[int]:
    """Return the places of the lines at the top and the bottom of a page."""
    places = sorted(range(len(page)), key=lambda place: page[place].base)
    return {*places[:_EDGE], *places[-_EDGE:]}


def _shape(line: Line) -> str:
    """Return a line with its numbers written alike; rows of a table are alike only with the same numbers."""
    text = re.sub(r"\s+", "", line.text)
    return text if line.cells > 2 else re.sub(r"\d+", "0", text)
