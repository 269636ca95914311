"""Repeated blocks of a page with one stamp each: the posts of a thread.

Forum software renders all posts by one template. So stamps of posts stand in blocks with the same names, and
the item of a stamp is the largest block around it that holds no other stamp of that form.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.lines import Block, Layout

FORM_DEPTH = 3
"""Number of blocks around a stamp whose names make its form."""

SAMPLE = 6
"""Number of items that show whether their blocks hold text."""

_DIGIT = re.compile(r"\d")
Form = tuple[str, ...]


@dataclass(frozen=True)
class Item:
    """A block with one stamp.

    Attributes:
        block: index of the block.
        stamp: index of the stamp's line.
        first: index of its first line.
        end: index after its last line; after the block's, where the text stands in the blocks below it.
        text: index of the first line that may be its text.
        is_range: whether it is only a range of lines, in a block with other items.
    """

    block: int
    stamp: int
    first: int
    end: int
    text: int
    is_range: bool = False


@dataclass(frozen=True)
class Group:
    """Items of one form.

    Attributes:
        items: the items, in order.
        around: index of the innermost block around all of them.
    """

    items: tuple[Item, ...]
    around: int


def block_name(block: Block) -> str:
    """Return tag and first name of a block, without names that hold numbers: ids of single posts."""
    return _name(block.tag, block.hint)


@lru_cache(maxsize=4096)
def _name(tag: str, hint: str) -> str:
    first = next((name for name in hint.split() if not _DIGIT.search(name)), "")
    return f"{tag}.{first}"


def ancestors(blocks: Sequence[Block], index: int) -> Iterable[int]:
    """Yield a block and the blocks around it, innermost first."""
    while index >= 0:
        yield index
        index = blocks[index].parent


def groups_of(layout: Layout, stamps: Sequence[int]) -> list[Group]:
    """Return the groups of at least two items, by the form of their stamps."""
    blocks = layout.blocks
    forms: dict[Form, list[int]] = defaultdict(list)
    for stamp in stamps:
        index = layout.lines[stamp].block
        form: list[str] = []
        while index >= 0 and len(form) < FORM_DEPTH:
            form.append(block_name(blocks[index]))
            index = blocks[index].parent
        forms[tuple(form)].append(stamp)
    shown = [
        [stamp for stamp in members if not is_hidden(layout, stamp)]
        for members in forms.values()
        if len(members) >= 2
    ]
    groups = [_group(layout, members) for members in shown if len(members) >= 2]
    return [group for group in groups if len(group.items) >= 2]


def is_hidden(layout: Layout, index: int) -> bool:
    """Return whether a line is in a block that hides itself."""
    return any(layout.blocks[block].hidden for block in ancestors(layout.blocks, layout.lines[index].block))


def _group(layout: Layout, stamps: Sequence[int]) -> Group:
    blocks = layout.blocks
    counts: Counter[int] = Counter()
    paths: list[list[int]] = []
    for stamp in stamps:
        path = list(ancestors(blocks, layout.lines[stamp].block))
        paths.append(path)
        counts.update(path)
    around = next(index for index in paths[0] if counts[index] == len(stamps))
    tops = [next((block for block in reversed(path) if counts[block] == 1), -1) for path in paths]
    usual = Counter(block_name(blocks[top]) for top in tops if top >= 0).most_common(1)
    if not usual:
        return _flat(layout, stamps, around)
    name, count = usual[0]
    if count < 2:
        return Group((), around)
    items: dict[int, Item] = {}
    for stamp, top, path in zip(stamps, tops, paths, strict=True):
        # An item may hold another one, such as a question its best answer: its own top is then too small.
        larger = [block for block in path if block_name(blocks[block]) == name]
        block = top if top >= 0 and block_name(blocks[top]) == name else (larger[0] if larger else -1)
        if block >= 0 and block not in items:
            items[block] = Item(block, stamp, blocks[block].first, blocks[block].end, blocks[block].first)
    return Group(_with_following(layout, list(items.values()), around), around)


def _flat(layout: Layout, stamps: Sequence[int], around: int) -> Group:
    """Return items that are only ranges of lines: all stamps stand in one block."""
    limit = layout.blocks[around].end
    bounds = [*stamps, limit]
    return Group(
        tuple(Item(around, stamp, stamp, end, stamp + 1, is_range=True) for stamp, end in pairwise(bounds)),
        around,
    )


def _with_following(layout: Layout, items: list[Item], around: int) -> tuple[Item, ...]:
    """Extend items without text by the blocks that follow, up to the next item.

    Rows of tables and terms of lists hold the stamp in one block, and the text in the next.
    """
    items.sort(key=lambda item: item.first)
    if not items:
        return ()
    sample = items[:SAMPLE]
    if 2 * sum(not _has_text(layout, item) for item in sample) <= len(sample):
        return tuple(items)
    limit = layout.blocks[around].end
    starts = [item.first for item in items]
    extended = []
    for item, following in zip(items, [*starts[1:], limit], strict=True):
        end = max(item.end, following)
        extended.append(Item(item.block, item.stamp, item.first, end, item.end))
    return tuple(extended)


def _has_text(layout: Layout, item: Item) -> bool:
    """Return whether an item has a line that is neither its stamp nor a name or button."""
    for index in range(item.first, item.end):
        line = layout.lines[index]
        text = furniture.squeeze(line.text)
        if index != item.stamp and len(text) - line.link_chars >= 4 and not furniture.is_furniture(text):
            return True
    return False
