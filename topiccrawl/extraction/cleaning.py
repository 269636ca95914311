"""Cleaning after extraction: remove template lines, normalise white space (paper A, post-processing)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import accumulate

from topiccrawl.extraction.article import furniture
from topiccrawl.text.radicals import without_radicals

_NUMBER = re.compile(r"[\d.,:：%％+\-—–/()（）]+")
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co"))

MAX_CELL = 20
"""Characters of a cell of a table beside which a number is another one."""

MIN_REST = 40
"""Minimum length in characters of a text without a sentence when most of it was template lines. A sentence
with as many characters of text on either side is part of the text, even if it looks like a template line."""


def clean(text: str) -> str:
    r"""Return a body as it goes into the corpus.

    Template lines (copyright and licence footers, disclaimers, credits, share prompts) are removed, white
    space is collapsed, and characters replace the radicals that look like them. Paragraphs stay one per line.
    A text of template lines only becomes empty. Idempotent.

    >>> clean("会议 在京召开。\r\n\r\n【打印】【关闭】\n版权所有 某某网 京ICP备00000000号")
    '会议 在京召开。'
    """
    lines = [
        line
        for line in (" ".join(_visible(line).split()) for line in without_radicals(text).splitlines())
        if line
    ]
    squeezed = [furniture.squeeze(line) for line in lines]
    times = furniture.times_told(squeezed)
    template = [furniture.is_template(line) and line not in times for line in squeezed]
    for index in _cells(squeezed, template):
        template[index] = False
    own = list(
        accumulate((0 if off else len(line) for line, off in zip(squeezed, template, strict=True)), initial=0)
    )
    kept: list[str] = []
    dropped = 0
    for index, line in enumerate(lines):
        between = min(own[index], own[-1] - own[index]) >= MIN_REST
        if template[index] and not (between and furniture.may_be_news(squeezed[index])):
            dropped += len(squeezed[index])
        else:
            kept.append(line)
    rest = sum(len(furniture.squeeze(line)) for line in kept)
    if dropped > rest and rest < MIN_REST and not any(furniture.has_sentence(line) for line in kept):
        return ""
    return "\n".join(kept)


def _cells(lines: list[str], template: list[bool]) -> Iterator[int]:
    """Yield the places of numbers that stand beside other cells of a table, each in a line of its own."""
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and template[end] and _NUMBER.fullmatch(lines[end]):
            end += 1
        beside = [lines[index] for index in (at - 1, end) if 0 <= index < len(lines) and not template[index]]
        if end > at and any(len(line) <= MAX_CELL and not furniture.has_sentence(line) for line in beside):
            yield from range(at, end)
        at = end + 1


def _visible(line: str) -> str:
    """Return a line without control and format characters (zero width, direction and byte order marks)."""
    if line.isprintable():
        return line
    return "".join(char for char in line if char.isspace() or unicodedata.category(char) not in _UNSEEN)
