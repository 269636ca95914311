"""Picture pages: galleries and slide shows, whose text is at most the captions of their pictures."""

from __future__ import annotations

import re

from topiccrawl.extraction.lines import Layout

MIN_PICTURES = 3
"""Minimum number of pictures of a gallery."""

CAPTIONS = 0.7
"""Minimum share of the text, in lines and in characters, that stands beside pictures."""

CAPTION_LENGTH = 40
"""Maximum number of characters per picture in the text of a gallery; paragraphs are longer."""

LONG_CAPTION = 150
"""The same where the title, a counter or photographers' names say that these are captions."""

MIN_HEADING = 8
"""Minimum length in characters of a headline that <title> does not repeat; channels have shorter names."""

NEAR_HEADLINE = 8
"""Maximum distance in lines from the headline to the pictures of a page without text."""

_TITLE = re.compile(
    r"组[图圖]|組圖|图[集辑]|圖[集輯]|高清[大多]?图|高清大圖|[多连]图[)）:：丨|]|影集|画册|畫冊|幻灯|幻燈"
)
_PHOTOGRAPHER = re.compile(r"摄[)）。]?$|攝[)）。]?$|^(?:图|圖)[为為：:\d一二三四五六七八九十]")
_COUNTER = re.compile(r"[(（\[]?\d{1,3}\s*[/／]\s*\d{1,3}[)）\]]?")
_SHOW = re.compile(
    r"slide|swiper|gallery|carousel|album|atlas|tu(?:ji|ku)|zutu"
    r"|(?:photo|pic(?:ture)?|img|image)s?[_-]?(?:show|list|view|box|wrap|play|player|set)"
)


def may_be_pictures(layout: Layout, text: str) -> bool:
    """Return whether a page with a text may be a picture page: a quick test that most articles fail."""
    return len(text) <= LONG_CAPTION or sum(line.pictures for line in layout.lines) >= MIN_PICTURES


def why_pictures(layout: Layout, head: int, title: str, text: str) -> str:
    """Return why a page with a text is a picture page, empty when it is not one.

    Args:
        layout: lines and blocks of the page.
        head: index of the headline's line, -1 when there is none.
        title: <title> and headline.
        text: body of the page, one paragraph per line.
    """
    texts = set(text.split("\n"))
    own = [index for index in range(head + 1, len(layout.lines)) if layout.lines[index].text in texts]
    if not own:
        return ""
    around = range(own[0], min(own[-1] + 2, len(layout.lines)))  # pictures below the text stand before a line
    pictures = sum(layout.lines[index].pictures for index in around)
    if len(text) <= LONG_CAPTION and _in_show(layout, own[0], own[-1]):
        return "its text is the caption of a slide show"
    sizes = {index: len(layout.lines[index].text) for index in own}
    beside = [index for index in own if layout.lines[index].pictures or _picture_follows(layout, index)]
    if pictures < MIN_PICTURES or len(beside) < CAPTIONS * len(own):
        return ""
    if sum(sizes[index] for index in beside) < CAPTIONS * sum(sizes.values()):
        return ""
    said = _TITLE.search(title) is not None or _photographers(layout, own) >= CAPTIONS * len(own)
    if 2 * len({layout.lines[index].text for index in own}) < len(own):
        return "the same caption is below each of its pictures"
    if sum(sizes.values()) <= (LONG_CAPTION if said else CAPTION_LENGTH) * pictures:
        return "its text is the captions of its pictures"
    return ""


def has_pictures_alone(layout: Layout, head: int) -> bool:
    """Return whether pictures stand below the headline of a page without text."""
    if head < 0:
        head = _heading(layout)
    if head < 0:
        return False
    below = layout.lines[head + 1 : head + 1 + NEAR_HEADLINE]
    if sum(line.pictures for line in below) >= MIN_PICTURES:
        return True
    return any(_in_show(layout, index, index) for index in range(head + 1, head + 1 + len(below)))


def _heading(layout: Layout) -> int:
    """Return the index of the only long <h1>, -1 when there is none or several."""
    found = [
        index
        for index, line in enumerate(layout.lines)
        if layout.blocks[line.block].tag == "h1" and not line.link_chars and len(line.text) >= MIN_HEADING
    ]
    return found[0] if len(found) == 1 else -1


def _picture_follows(layout: Layout, index: int) -> bool:
    return index + 1 < len(layout.lines) and layout.lines[index + 1].pictures > 0


def _photographers(layout: Layout, own: list[int]) -> int:
    """Return how many lines name a photographer or say what a picture shows."""
    return sum(_PHOTOGRAPHER.search(layout.lines[index].text) is not None for index in own)


def _in_show(layout: Layout, first: int, last: int) -> bool:
    """Return whether lines are in a block named as a slide show, with a counter (1/6) or many pictures."""
    block = layout.lines[first].block
    while block >= 0:
        found = layout.blocks[block]
        if _SHOW.search(found.hint) and found.end > last:
            inside = layout.lines[found.first : found.end]
            counted = any(_COUNTER.fullmatch(line.text) for line in inside)
            return counted or sum(line.pictures for line in inside) >= MIN_PICTURES
        block = found.parent
    return False
