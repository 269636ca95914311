"""Tables of data in and beside a body: rows of short cells, whose numbers look like furniture one by one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from topiccrawl.extraction.lines import Layout

MOST_CELL, MEAN_CELL = 200, 40
"""Characters of a cell, at most and on average."""
SHORT_CELL, LEAST_SHORT = 6, 0.5
"""Characters of a short cell, and the share of cells that are short or have a number."""
LEAST_ROWS, LEAST_FULL = 2, 0.7
"""Rows of a table, and the share of them with several cells."""
MOST_LINKED = 0.2
"""Share of its characters in links."""
GAP = 2
"""Lines between a body and a table beside it, such as 单位：万元."""
_MOST_ROWS = 3000
_DIGIT = re.compile(r"\d")


def data_tables(layout: Layout) -> list[int]:
    """Return the indices of the blocks that are tables of data, in order."""
    return [
        index for index, block in enumerate(layout.blocks) if block.tag == "table" and _is_data(layout, index)
    ]


def _is_data(layout: Layout, index: int) -> bool:
    block, element = layout.blocks[index], layout.elements[index]
    if block.end - block.first < 2 * LEAST_ROWS or next(element.iterdescendants("table"), None) is not None:
        return False
    lines = layout.lines[block.first : block.end]
    chars = sum(len(line.text) for line in lines)
    if sum(line.link_chars for line in lines) > MOST_LINKED * chars:
        return False
    if max(len(line.text) for line in lines) > MOST_CELL or chars > MEAN_CELL * len(lines):
        return False
    short = sum(len(line.text) <= SHORT_CELL or _DIGIT.search(line.text) is not None for line in lines)
    if short < LEAST_SHORT * len(lines):
        return False
    rows = list(islice(element.iter("tr"), _MOST_ROWS))
    full = sum(sum(cell.tag in ("td", "th") for cell in row) > 1 for row in rows)
    return full >= max(LEAST_ROWS, LEAST_FULL * len(rows))


def with_tables(
    layout: Layout,
    tables: Sequence[int],
    containers: Sequence[int],
    container: int,
    head: int,
    first: int,
    end: int,
) -> tuple[int, int]:
    """Extend a body by the tables at its edges that stand in its block, with what stands between them.

    Args:
        layout: lines and blocks of the page.
        tables: of `data_tables`.
        containers: of all blocks, see `paragraph_containers`.
        container: that of the body.
        head: index of the headline's line, -1 when there is none.
        first: first line of the body.
        end: line after its last one.
    """
    for index in tables:
        block = layout.blocks[index]
        if not is_inside(layout, index, container) or block.first <= head:
            continue
        if block.first < end < block.end or (
            0 <= block.first - end <= GAP and _is_plain(layout, containers, container, end, block.first)
        ):
            end = block.end
    for index in reversed(tables):
        block = layout.blocks[index]
        if not is_inside(layout, index, container) or block.first <= head:
            continue
        if block.first < first < block.end or (
            0 <= first - block.end <= GAP and _is_plain(layout, containers, container, block.end, first)
        ):
            first = block.first
    return first, end


def is_inside(layout: Layout, index: int, container: int) -> bool:
    """Return whether a block is in another one, or is that."""
    while index >= 0:
        if index == container:
            return True
        index = layout.blocks[index].parent
    return False


def _is_plain(layout: Layout, containers: Sequence[int], container: int, begin: int, end: int) -> bool:
    """Return whether lines are the body's own, without links."""
    return all(
        containers[line.block] == container and not line.link_chars for line in layout.lines[begin:end]
    )
