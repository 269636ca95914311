"""The step after extraction: template lines off, white space in order (paper A, post-processing)."""

from __future__ import annotations

import unicodedata

from topiccrawl.extraction import furniture

_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co"))

MIN_REST = 40
"""When most of a text was template lines, fewer characters than this without a sentence are no text."""


def clean(text: str) -> str:
    r"""A body as it goes into the corpus.

    Template lines (copyright and licence footers, disclaimers, credits, share prompts) go, white space
    becomes single blanks, paragraphs stay one a line, and a text that was only template lines becomes
    empty. Cleaning twice changes nothing more.

    >>> clean("会议 在京召开。\r\n\r\n【打印】【关闭】\n版权所有 某某网 京ICP备00000000号")
    '会议 在京召开。'
    """
    kept: list[str] = []
    dropped = 0
    for line in text.splitlines():
        shown = " ".join(_visible(line).split())
        squeezed = furniture.squeeze(shown)
        if not squeezed:
            continue
        if furniture.is_template(squeezed):
            dropped += len(squeezed)
        else:
            kept.append(shown)
    rest = sum(len(furniture.squeeze(line)) for line in kept)
    if dropped > rest and rest < MIN_REST and not any(furniture.has_sentence(line) for line in kept):
        return ""
    return "\n".join(kept)


def _visible(line: str) -> str:
    """A line without control and formatting characters (zero width, direction marks, byte order marks)."""
    if line.isprintable():
        return line
    return "".join(char for char in line if char.isspace() or unicodedata.category(char) not in _UNSEEN)
