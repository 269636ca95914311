"""Poems: short lines below a headline, most of them without punctuation."""

from __future__ import annotations

import re

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.article.weights import without_tag
from topiccrawl.extraction.lines import Block, Layout
from topiccrawl.page.facts.title import MAX_TITLE

MIN_VERSES = 4
"""Minimum number of lines of a poem."""

MAX_VERSE = 28
"""Maximum length of a line of a poem in characters."""

MAX_LEAD = 6
"""Maximum distance in lines from the headline to the poem."""

MAX_VERSES = 400
MAX_BUTTONS = 4
MAX_SHORT_HEADLINE = 12
_CUT = re.compile(r"[\s_|｜—–-]+")
_BODY = re.compile(
    r"(?:^|[\s_-])(?:article|arti|news|entry|post|detail|media|v|js)[_-]?(?:content|text|body|bd|txt|con)(?:$|[\s\d_-])"
)
"""Names of the block with the text of an article."""
_HOLDERS = frozenset(("td", "center", "div", "p"))
_HEADINGS = frozenset(("h1", "h2", "h3", "h4"))

_NUMBERS = frozenset("一二三四五六七八九十")
"""Lines above the poems of a group."""
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

    A poem needs a dateline row or the name of its poet above, or a block that is named as the text of an
    article. It stands outside of tables, lists and forms: lines as short are found in menus and tables.

    Args:
        layout: lines and blocks of the page.
        head: index of the headline's line, -1 when there is none.
        title: text of <title>; poems have shorter headlines than news.
    """
    heads = [head] if head >= 0 else short_headlines(layout, title)
    return next((found for one in heads if (found := _below(layout, one)) is not None), None)


def _below(layout: Layout, head: int) -> tuple[int, int] | None:
    """Return the range of the lines of a poem below a line."""
    lines, most = layout.lines, len(layout.lines)
    texts = [furniture.squeeze(line.text) for line in lines[head + 1 : head + 1 + MAX_LEAD]]
    rows = [at for at, text in enumerate(texts) if furniture.is_byline(text) or _BYLINE.match(text)]
    if rows:
        first = head + 2 + rows[-1]
    elif is_below_row(layout, head) and head + 1 < len(lines) and _is_verse(layout, head + 1):
        first = head + 1
    elif (body := _body_below(layout, head)) is not None:
        first, most = body.first, body.end
    else:
        return None
    while first < len(lines) and first <= head + 1 + MAX_LEAD and not _is_verse(layout, first):
        first += 1
    end = first
    stop = min(most, first + MAX_VERSES)
    while end < stop and (
        _is_verse(layout, end)
        or (end + 1 < stop and _is_verse(layout, end, speaks=True) and _is_verse(layout, end + 1))
    ):
        end += 1
    if end - first < MIN_VERSES or not _stands_apart(layout, first, end):
        return None
    return first, end


def _body_below(layout: Layout, head: int) -> Block | None:
    """Return the block near below a headline that is named as the text of an article."""
    near = range(head + 1, head + 1 + MAX_LEAD)
    named = (block for block in layout.blocks if block.first in near and _BODY.search(block.hint))
    return next(named, None)


def is_below_row(layout: Layout, head: int) -> bool:
    """Return whether a headline stands below a dateline row, as in e-papers.

    Buttons to the articles before and after may stand between them.
    """
    above = [furniture.squeeze(line.text) for line in layout.lines[max(head - MAX_BUTTONS, 0) : head]]
    while above and furniture.is_furniture(above[-1]) and not furniture.is_date_row(above[-1]):
        above.pop()
    return bool(above) and furniture.is_date_row(above[-1])


def short_headlines(layout: Layout, title: str) -> list[int]:
    """Return the lines of up to twelve characters at the beginning or end of <title>, headings first.

    Those that are no headings, or of one character, must be <title>, or a part of it between marks or blanks.
    """
    if len(title) > MAX_TITLE:  # each of its parts would be compared with the beginnings of all others
        return []
    wanted = furniture.squeeze(title)
    ends = {wanted, *_openings(title), *_openings(title, -1)}
    found: list[tuple[bool, int]] = []
    for index, line in enumerate(layout.lines):
        text, linked = without_tag(line)
        if len(text) > MAX_SHORT_HEADLINE or linked:
            continue
        is_heading = layout.blocks[line.block].tag in _HEADINGS
        if (text in ends and len(text) > 1 - is_heading) or (
            is_heading and len(text) > 1 and wanted.startswith(text)
        ):
            found.append((not is_heading, index))
    return [index for _, index in sorted(found)]


def _openings(title: str, step: int = 1) -> list[str]:
    """Return the parts of a title from its beginning (or, with -1, its end) up to each mark or blank."""
    cuts = [found.span() for found in _CUT.finditer(title)]
    parts = [title[:begin] for begin, _ in cuts] if step > 0 else [title[end:] for _, end in cuts]
    return [part for text in parts if (part := furniture.squeeze(text))]


def _is_verse(layout: Layout, index: int, *, speaks: bool = False) -> bool:
    """Return whether a line may be a verse; one that speaks has a colon, and stands between others."""
    line = layout.lines[index]
    text = furniture.squeeze(line.text)
    if text in _NUMBERS:
        return not line.link_chars
    if speaks:
        text = text.replace("：", "", 1)
    if line.link_chars or not 2 <= len(text) <= MAX_VERSE or _NOT_VERSE.search(text):
        return False
    if len(_HAN.findall(text)) < 0.6 * len(text) or furniture.is_furniture(text):
        return False
    block = layout.blocks[line.block]
    if block.tag in _HOLDERS and block.end - block.first >= MIN_VERSES:
        return True
    return not any(_is_outside(around) or around.hidden for around in _near(layout, index))


def _is_outside(block: Block) -> bool:
    return block.tag in _OUTSIDE and not (block.tag == "td" and block.end - block.first >= MIN_VERSES)


def _near(layout: Layout, index: int) -> list[Block]:
    """Return the two innermost blocks around a line."""
    block = layout.blocks[layout.lines[index].block]
    return [block] if block.parent < 0 else [block, layout.blocks[block.parent]]


def _stands_apart(layout: Layout, first: int, end: int) -> bool:
    """Return whether lines are of a length, or end in punctuation, as verses do and captions do not."""
    texts = [line.text for line in layout.lines[first:end] if line.text not in _NUMBERS]
    lengths = sorted(map(len, texts))
    return (
        len(texts) >= MIN_VERSES
        and lengths[len(texts) // 2] >= 3
        and lengths[0] >= 2
        and len(set(texts)) >= 0.7 * len(texts)
    )
