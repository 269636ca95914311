"""Weights of the lines of a page: how much each looks like running text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.lines import Block, Layout, Line, page_layout
from topiccrawl.page.elements import page_title
from topiccrawl.page.metadata import OWN_LINE, read_metadata
from topiccrawl.page.page import Page

MIN_WEIGHT = 40.0
"""Minimum weight of a body, in about characters of running text."""

MAX_LINE = 1500
"""Maximum weight of a line; longer lines are rarely written by a person."""

CAPTION_EXTRA = 8
"""Maximum number of characters that a repeated headline has in addition, such as （图片）."""

MAX_TAG = 12
"""Maximum number of characters of a tag before a headline."""

MAX_META, META_LINES = 20, 2
"""Maximum number of characters and lines between a linked headline and its summary."""

ROW_LINES = 3
"""Maximum distance in lines from a headline to its dateline row."""

_LEAST_OWN = 8
"""Minimum number of characters outside links of a line with a weight."""

TEASER_LEAST = 8.0
"""Minimum weight of a teaser."""

_SENTENCE = re.compile("[。！？；…!?;]|[，,、].*[，,、]")
_MORE = re.compile(r"(?:详细|详情|全文|更多|詳細|詳情|繼續閱讀|继续阅读)[\]】）)>》».…]*$")
_ASIDE_WORDS = """
    nav navi navbar navigation menu foot footer bottom copyright side sidebar aside comments? cmt pinglun
    reply replies relate related recommend recommends recommended tuijian share sharebar sns crumbs?
    breadcrumbs? hot hots rank ranking login dialog popup modal banner toolbar tools tags? pager pages
    pagination searchbox search subscribe subscription advert ads? adv friendlinks? links qrcode disclaimer
    declare statement cookie privacy language
"""
_ASIDE_HINT = re.compile(rf"(?:^|[\s_-])(?:{'|'.join(_ASIDE_WORDS.split())})(?=$|[\s\d_-])")
_COMMENT_HINT = re.compile(r"(?:^|[\s_-])(?:comments?|cmt|pinglun|reply|replies)(?=$|[\s\d_-])")
_ASIDE_TAGS = frozenset(("nav", "footer", "aside", "menu", "dialog"))
_HEADINGS = frozenset(("h1", "h2", "h3"))


def headline(layout: Layout, title: str) -> int:
    """Return the index of the headline, the line that <title> repeats; -1 when there is none."""
    wanted = furniture.squeeze(title).partition("-Poweredby")[0]
    best, best_rank = -1, (0, 0)
    for index, line in enumerate(layout.lines):
        if not 5 <= len(line.text) <= 120:
            continue
        text, linked = without_tag(line)
        # A sentence that quotes the title is no headline.
        if len(text) < 5 or not (text in wanted or (8 <= len(wanted) >= len(text) / 2 and wanted in text)):
            continue
        if linked > 0.5 * len(text):
            continue
        rank = (min(len(text), len(wanted)), int(layout.blocks[line.block].tag in _HEADINGS))
        if rank > best_rank:
            best, best_rank = index, rank
    return best if best_rank[0] >= 0.3 * len(wanted) else -1


def without_tag(line: Line) -> tuple[str, int]:
    """Return the squeezed text of a line and its linked characters, without a linked tag as of forums.

    The headline [闲聊]雨后的渡口 is named 雨后的渡口 in <title>.
    """
    text = furniture.squeeze(line.text)
    if line.link_chars and text[0] in "[【":
        behind = max(text.find(mark, 0, MAX_TAG) for mark in "]】") + 1
        if line.link_chars <= behind < len(text):
            return text[behind:], 0
    return text, line.link_chars


def page_name(page: Page) -> str:
    """Return <title>, or the headline of a page whose <title> names only the site; empty if it has none."""
    title, metadata = page_title(page), page.once(read_metadata)
    return metadata.title if not title or metadata.title_from == OWN_LINE else title


def page_headline(page: Page) -> int:
    """Return the index of the headline of a page; use it with `Page.once`, which caches it.

    It is the line that <title> repeats, else the one that the metadata name, if that is a heading or has a
    dateline row below it.
    """
    layout, title, metadata = page.once(page_layout), page_title(page), page.once(read_metadata)
    shown = headline(layout, title)
    if shown >= 0 and metadata.title_from != OWN_LINE:
        return shown
    own = headline(layout, metadata.title)
    behind = layout.lines[own + 1 : own + 1 + ROW_LINES]
    is_own = metadata.title_from.startswith("h1") or any(
        furniture.is_byline(furniture.squeeze(line.text)) for line in behind
    )
    return own if is_own else -1


def line_weights(layout: Layout, title: str = "", head: int = -1) -> list[float]:
    """Return the weight of each line: about its characters outside links.

    Furniture, the headline itself and lines in navigation, comments and other asides have no weight; lines
    above the headline have a third of their weight.

    Args:
        layout: lines and blocks of the page.
        title: text of <title>, with white space collapsed.
        head: index of the headline's line, -1 when there is none.
    """
    wanted = furniture.squeeze(title)
    head_text = furniture.squeeze(layout.lines[head].text) if head >= 0 else ""
    weights = [_weight(line, wanted, head_text) for line in layout.lines]
    if sum(weights[head + 1 :]) >= MIN_WEIGHT:
        for index in range(head):
            weights[index] *= 0.3
    aside = _aside_blocks(layout.blocks, weights, head)
    shown = [0.0 if aside[line.block] else weight for line, weight in zip(layout.lines, weights, strict=True)]
    own = head >= 0 and sum(shown[head + 1 :]) >= MIN_WEIGHT
    return shown if own or sum(shown) >= 0.1 * sum(weights) else weights


def teaser_lines(
    layout: Layout, weights: Sequence[float], containers: Sequence[int], title: str = "", head: int = -1
) -> list[bool]:
    """Return for each line whether it is a teaser: the summary under a linked headline.

    On a page without a headline, a teaser may also end in a link to the rest. A single line under a link is
    not enough: most text lines of the same container must be under links. The first text below the headline
    is never a teaser, nor is a text under a link with the text of <title>: a headline that links to its own
    page.
    """
    wanted = furniture.squeeze(title)
    linked: dict[int, list[int]] = {}
    heavy: dict[int, int] = {}
    opening = head >= 0
    for index in range(max(head, 0) + 1, len(weights)):
        if weights[index] < TEASER_LEAST:
            continue
        at, line = index - 1, layout.lines[index]
        for _ in range(META_LINES if head < 0 else 0):  # author and day may stand between
            is_meta = weights[at] < TEASER_LEAST and len(layout.lines[at].text) <= MAX_META
            at -= at > 0 and is_meta and layout.lines[at].link_chars < 10
        before = layout.lines[at]
        container = containers[line.block]
        heavy[container] = heavy.get(container, 0) + 1
        link = (before.link_chars >= 10 and weights[at] < TEASER_LEAST) or (
            before.link_chars >= 8 and before.link_chars > 0.8 * len(before.text)
        )
        link = link and before.block != line.block and furniture.squeeze(before.text) not in wanted
        if (link or (head < 0 and leads_on(line))) and not opening:
            linked.setdefault(container, []).append(index)
            # Its title without a link is no text of the container.
            is_title = not (link or leads_on(before) or furniture.has_sentence(before.text))
            is_heavy = weights[at] >= TEASER_LEAST and containers[before.block] == container
            heavy[container] -= is_title and is_heavy
        opening = False
    teasers = [False] * len(weights)
    for container, indices in linked.items():
        if len(indices) >= 0.7 * heavy[container]:
            for index in indices:
                teasers[index] = True
    return teasers


def leads_on(line: Line) -> bool:
    """Return whether a line ends in a link to the rest of its text, such as [详细]."""
    return line.link_chars > 0 and _MORE.search(line.text) is not None


def container_weights(layout: Layout, weights: Sequence[float], containers: Sequence[int]) -> list[float]:
    """Return for each block the weight of the paragraphs it contains."""
    own = [0.0] * len(layout.blocks)
    for line, weight in zip(layout.lines, weights, strict=True):
        own[containers[line.block]] += weight
    return own


def _weight(line: Line, wanted: str, head_text: str) -> float:
    """Return the weight of a line by itself: full for dense sentences, at most a fifth for labels."""
    if len(line.text) - line.link_chars < _LEAST_OWN:
        return 0.0
    text = furniture.squeeze(line.text)
    own = min(len(text) - line.link_chars, MAX_LINE)
    if (
        own < _LEAST_OWN
        or line.link_chars > 0.5 * len(text)
        or text in wanted
        or furniture.is_furniture(text)
    ):
        return 0.0
    if head_text and len(text) <= len(head_text) + CAPTION_EXTRA and head_text in text:
        return 0.0
    if _SENTENCE.search(text) is None:
        return own * 0.2 * min(1.0, line.density * 1.5)
    return own * min(1.0, 0.5 + line.density)


def _aside_blocks(blocks: Sequence[Block], weights: Sequence[float], head: int) -> list[bool]:
    """Return for each block whether it is in navigation, comments and the like.

    A block with most of the page's weight is not an aside, whatever its name, except comments below an
    article.
    """
    total = running_total(weights)
    aside: list[bool] = []
    for block in blocks:
        if block.parent >= 0 and aside[block.parent]:
            aside.append(True)
            continue
        if not (block.tag in _ASIDE_TAGS or block.hidden or _names_aside(block.hint)):
            aside.append(False)
            continue
        share = total[block.end] - total[block.first]
        below = 0 <= head < block.first and total[block.first] - total[head + 1] >= MIN_WEIGHT
        light = share < 0.5 * total[-1] or (below and _COMMENT_HINT.search(block.hint) is not None)
        aside.append(light and not block.first <= head < block.end)
    return aside


@lru_cache(maxsize=4096)  # blocks of a page, and pages of a site, share their names
def _names_aside(hint: str) -> bool:
    return _ASIDE_HINT.search(hint) is not None


def running_total(weights: Sequence[float]) -> list[float]:
    """Return the sums of the first n weights; `total[b] - total[a]` is the weight of lines a to b."""
    return list(accumulate(weights, initial=0.0))
