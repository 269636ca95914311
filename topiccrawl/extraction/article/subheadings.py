"""The subheading above the first paragraph of a body: it has no weight, and neighbours that have none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from topiccrawl.extraction.article.furniture import has_sentence, squeeze
from topiccrawl.extraction.lines import Layout

LONGEST = 30
"""Characters of a subheading."""
_MARKED = re.compile(
    r"(?:第[一二三四五六七八九十\d]{1,3}[章节部篇条]|[(（]?(?:\d{1,2}|[一二三四五六七八九十]{1,3})[)）、.．:：]\s*)\D"
    r"|【[^】]{2,12}】$|[■●◆▲★]"
)
_CREDIT = re.compile(
    "记者|記者|通[讯訊][员員]|作者|[编編][辑輯]|[摄攝]影|[文图圖][/／]|(?:[讯訊]|消息|[报報][导導道])$"
)
_HEADINGS = frozenset("h2 h3 h4 h5 h6".split())
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_SAME_AS_TITLE = 0.6
"""Share of the pairs of characters of a line that are in the title from which on it repeats that."""


def is_subheading(layout: Layout, index: int, first: int, end: int, titles: Sequence[str]) -> bool:
    """Return whether a line right above a body is the subheading of its first part.

    It is numbered, marked, bold or a heading by its tag, or the body has another short line set alike.

    Args:
        layout: lines and blocks of the page.
        index: the line.
        first: first line of the body.
        end: line after its last one.
        titles: what the line must not repeat.
    """
    text = squeeze(layout.lines[index].text)
    if not 2 <= len(text) <= LONGEST or has_sentence(text) or _CREDIT.search(text):
        return False
    if any(_repeats(text, squeeze(title)) for title in titles):
        return False
    if _MARKED.match(text) or _stands_out(layout, index):
        return True
    tag = layout.blocks[layout.lines[index].block].tag
    return any(
        len(other) <= LONGEST and layout.blocks[line.block].tag == tag and not has_sentence(other)
        for line in layout.lines[first + 1 : end - 1]
        if not line.link_chars and (other := squeeze(line.text))
    )


def _repeats(text: str, title: str) -> bool:
    pairs = {text[at : at + 2] for at in range(len(text) - 1)}
    return sum(pair in title for pair in pairs) >= _SAME_AS_TITLE * len(pairs)


def _stands_out(layout: Layout, index: int) -> bool:
    """Return whether a line is a heading, or all of it is bold."""
    element = layout.elements[layout.lines[index].block]
    if element.tag in _HEADINGS or _BOLD.search(element.get("style") or ""):
        return True
    text = "".join("".join(element.itertext()).split())
    return any(
        "".join("".join(inner.itertext()).split()) == text
        for inner in element.iter("strong", "b", "span", "font")
        if inner.tag in ("strong", "b") or _BOLD.search(inner.get("style") or "")
    )
