"""The opening post of a thread whose replies have a template of their own."""

from __future__ import annotations

from collections.abc import Sequence

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.lines import Layout
from topiccrawl.extraction.threads.items import ancestors, is_hidden
from topiccrawl.extraction.threads.stamps import is_stamp
from topiccrawl.extraction.threads.wording import is_button_row, is_note

MIN_OPENING = 12
"""Minimum size of an opening post in characters."""

MIN_LONE, MIN_LONE_LINES = 60, 3
"""Minimum size of a post without replies, in characters and lines."""

SHARE = 0.7
"""Minimum share of a block in the text around it for the search to continue inside."""

MAX_LINKED = 0.5
"""Maximum share of links in a line of text; most text around posts is navigation."""


def opening_lines(layout: Layout, around: int, start: int, head: int) -> list[int]:
    """Return the indices of the lines of an opening post; empty when there is none.

    It stands in the nearest block above the replies that has text of its own, below the headline.

    Args:
        layout: lines and blocks of the page.
        around: index of the innermost block around the replies.
        start: index of the first line of the replies.
        head: index of the headline's line, -1 when there is none.
    """
    blocks = layout.blocks
    sizes = [0 if is_hidden(layout, index) else _size(layout, index) for index in range(start)]
    for block in ancestors(blocks, around):
        first = max(blocks[block].first, head + 1 if head < start else 0)
        if first < start and sum(sizes[first:start]) >= MIN_OPENING:
            return _inside(layout, sizes, block, first, start)
    return []


def lone_post_lines(layout: Layout, head: int) -> list[int]:
    """Return the indices of the lines of a post without replies: short lines below a headline and a stamp."""
    stamp = next(
        (at for at in range(head + 1, min(head + 5, len(layout.lines))) if is_stamp(layout.lines[at].text)),
        -1,
    )
    if head < 0 or stamp < 0:
        return []
    blocks = layout.blocks
    sizes = [_size(layout, index) for index in range(len(layout.lines))]
    for block in ancestors(blocks, layout.lines[head].block):
        end = blocks[block].end
        if end > stamp and sum(sizes[stamp + 1 : end]) >= MIN_LONE:
            lines = _inside(layout, sizes, block, stamp + 1, end)
            return lines if len(lines) >= MIN_LONE_LINES else []
    return []


def has_stamp(layout: Layout, first: int, end: int) -> bool:
    """Return whether a range of lines has a stamp."""
    return any(is_stamp(layout.lines[index].text) for index in range(max(first, 0), end))


def _inside(layout: Layout, sizes: Sequence[int], block: int, first: int, end: int) -> list[int]:
    """Return the lines with text of the innermost block that has most of the text of a range."""
    blocks = layout.blocks
    whole = sum(sizes[first:end])
    while True:
        children = [
            index
            for index in range(block + 1, len(blocks))
            if blocks[index].parent == block and blocks[index].first < end and blocks[index].end > first
        ]
        best = max(
            children,
            key=lambda child: sum(
                sizes[_clip(blocks[child].first, first, end) : _clip(blocks[child].end, first, end)]
            ),
            default=-1,
        )
        if best < 0:
            break
        start, stop = _clip(blocks[best].first, first, end), _clip(blocks[best].end, first, end)
        if sum(sizes[start:stop]) < SHARE * whole or stop - start < 1:
            break
        block, first, end = best, start, stop
    return [index for index in range(first, end) if sizes[index]]


def _clip(value: int, low: int, high: int) -> int:
    return min(max(value, low), high)


def _size(layout: Layout, index: int) -> int:
    """Return the number of characters of a line, 0 for links, buttons and furniture."""
    line = layout.lines[index]
    text = furniture.squeeze(line.text)
    linked = line.link_chars > MAX_LINKED * len(text) and "://" not in text and not text.startswith("@")
    if linked or is_button_row(text) or is_note(text) or is_stamp(line.text) or furniture.is_furniture(text):
        return 0
    return len(text)
