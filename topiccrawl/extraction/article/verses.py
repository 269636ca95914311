"""Poems: short lines below a headline, most of them without punctuation."""

from __future__ import annotations

import re

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.lines import Block, Layout

MIN_VERSES = 4
"""Minimum number of lines of a poem."""

MAX_VERSE = 28
"""Maximum length of a line of a poem in characters."""

MAX_LEAD = 6
"""Maximum distance in lines from the headline to the poem."""

MAX_VERSES = 400
MAX_SHORT_HEADLINE = 4
_HEADINGS = frozenset(("h1", "h2", "h3", "h4"))

_HAN = re.compile("[\u3400-\u9fff]")
_NOT_VERSE = re.compile(r"[:：|｜@#_/\\=+]|\d{3,}|https?|[A-Za-z]{4,}")
_BYLINE = re.compile(
    r"^[□■◎○●△文作诗诵词曲撰][^，。]{0,12}$|^(?:作者|文|诗|词|作词|朗诵|诵读|摄影)[:：/／].{1,20}$"
)
_OUTSIDE = frozenset(
    ("nav", "footer", "aside", "menu", "header", "table", "tr", "td", "li", "ul", "form", "select")
)


def verses(layout: Layout, head: int, title: str) -> tuple[int, int] | None:
    """Return the range of the lines of a poem below a headline, None when there is none.

    A poem needs a dateline row or the name of its poet above, and stands outside of tables, lists and forms:
    lines as short are found in menus and tables.

    Args:
        layout: lines and blocks of the page.
        head: index of the headline's line, -1 when there is none.
        title: text of <title>; poems have shorter headlines than news.
    """
    head = head if head >= 0 else _short_headline(layout, title)
    if head < 0:
        return None
    lines = layout.lines
    texts = [furniture.squeeze(line.text) for line in lines[head + 1 : head + 1 + MAX_LEAD]]
    rows = [at for at, text in enumerate(texts) if furniture.is_date_row(text) or _BYLINE.match(text)]
    if not rows:
        return None
    first = head + 2 + rows[-1]
    while first < len(lines) and first <= head + 1 + MAX_LEAD and not _is_verse(layout, first):
        first += 1
    end = first
    while end < min(len(lines), first + MAX_VERSES) and _is_verse(layout, end):
        end += 1
    if end - first < MIN_VERSES or not _stands_apart(layout, first, end):
        return None
    return first, end


def _short_headline(layout: Layout, title: str) -> int:
    """Return the index of a heading of two to four characters with which <title> begins, -1 without one."""
    for index, line in enumerate(layout.lines):
        text = furniture.squeeze(line.text)
        if not 2 <= len(text) <= MAX_SHORT_HEADLINE or line.link_chars:
            continue
        if layout.blocks[line.block].tag in _HEADINGS and furniture.squeeze(title).startswith(text):
            return index
    return -1


def _is_verse(layout: Layout, index: int) -> bool:
    line = layout.lines[index]
    text = furniture.squeeze(line.text)
    if line.link_chars or not 2 <= len(text) <= MAX_VERSE or _NOT_VERSE.search(text):
        return False
    if len(_HAN.findall(text)) < 0.6 * len(text) or furniture.is_furniture(text):
        return False
    block = layout.blocks[line.block]
    if block.tag == "td" and block.end - block.first >= MIN_VERSES:
        return True
    return not any(around.tag in _OUTSIDE or around.hidden for around in _near(layout, index))


def _near(layout: Layout, index: int) -> list[Block]:
    """Return the two innermost blocks around a line."""
    block = layout.blocks[layout.lines[index].block]
    return [block] if block.parent < 0 else [block, layout.blocks[block.parent]]


def _stands_apart(layout: Layout, first: int, end: int) -> bool:
    """Return whether lines are of a length, or end in punctuation, as verses do and captions do not."""
    lengths = sorted(len(line.text) for line in layout.lines[first:end])
    middle = lengths[len(lengths) // 2]
    return middle >= 3 and lengths[0] >= 2 and _different(layout, first, end) >= 0.7 * (end - first)


def _different(layout: Layout, first: int, end: int) -> int:
    return len({line.text for line in layout.lines[first:end]})
