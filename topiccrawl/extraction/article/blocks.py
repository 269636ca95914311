"""Locate the body of a page: the block around it, and the run of lines inside that block."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from topiccrawl.extraction.article.weights import MIN_WEIGHT, container_weights, running_total
from topiccrawl.extraction.lines import Block, Layout, Line
from topiccrawl.page.styles.openers import STATES, name_of_kind

SHARE = 0.6
"""Minimum share of a child in the weight of its parent block for the search to continue in the child."""

LINE_COST = 8.0
"""Minimum weight of a line at the edge of the body, outside the body's own block."""

NEAR_COST = 0.5
"""Minimum weight of a line at the edge of the body, in the body's own block."""

PART_WEIGHT = 20.0
"""Minimum weight of a block that may be a part of a body; without a name it must be that of a body."""

PARTS_SHARE = 0.1
"""Minimum share of the other parts in the weight of the block around them."""

_PARTS = frozenset(("div", "section", "article"))
_STATES = re.compile(rf"^(?:rest|more)$|{STATES.pattern}")
"""Names of one of several alike blocks: a text may also be divided into its beginning and the rest."""
_PARAGRAPHS = frozenset(
    ("p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "dd", "dt", "blockquote", "pre", "figcaption")
)
_AROUND = _PARAGRAPHS | frozenset(
    ("ul", "ol", "dl", "tr", "tbody", "thead", "tfoot", "table", "center", "figure")
)


def paragraph_containers(blocks: Sequence[Block]) -> list[int]:
    """Return for each block its container: the nearest block around its paragraphs, or itself."""
    inner = {block.parent for block in blocks}
    containers: list[int] = []
    for index, (parent, tag, _, _, first, end) in enumerate(blocks):
        if parent < 0 or not (tag in _PARAGRAPHS or (end - first <= 1 and index not in inner)):
            containers.append(index)
            continue
        around = parent
        while blocks[around].tag in _AROUND and blocks[around].parent >= 0:
            around = blocks[around].parent
        containers.append(around)
    return containers


def choose_block(
    layout: Layout, weights: Sequence[float], containers: Sequence[int], share: float = SHARE
) -> tuple[int, int, int]:
    """Return (first line, end line, container) of the innermost block with the whole body.

    The container is the block whose own paragraphs weigh most. The search goes from the root to the heaviest
    child as long as that has at least `share` of its parent's weight. When no child has, it continues
    towards the container if that clearly outweighs all others (a body among teasers), else it stops (a body
    in several parts).
    """
    blocks = layout.blocks
    own = container_weights(layout, weights, containers)
    container = max(range(len(blocks)), key=own.__getitem__)
    second = max((weight for index, weight in enumerate(own) if index != container), default=0.0)
    path = _ancestors(blocks, container)
    total = running_total(weights)

    def weight_of(index: int) -> float:
        return total[blocks[index].end] - total[blocks[index].first]

    children: dict[int, list[int]] = {}
    for index, block in enumerate(blocks):
        children.setdefault(block.parent, []).append(index)
    current = 0
    while current != container and current in children:
        inner, whole = children[current], weight_of(current)
        best = max(inner, key=weight_of)
        if (
            best in path
            and weight_of(best) >= MIN_WEIGHT
            and _other_parts(layout, inner, best, weight_of) >= PARTS_SHARE * whole
        ):
            break
        if weight_of(best) < share * whole:
            clear = own[container] >= 0.35 * whole and second <= 0.6 * own[container]
            if not clear or current not in path:
                break
            best = next(index for index in inner if index in path)
        current = best
    return blocks[current].first, blocks[current].end, container


def _other_parts(
    layout: Layout, siblings: Sequence[int], best: int, weight_of: Callable[[int], float]
) -> float:
    """Return the weight of the other parts of a body in several ones, such as tabs or slides."""
    blocks, own = layout.blocks, layout.blocks[best]
    if own.tag not in _PARTS:
        return 0.0
    alike = [one for one in siblings if one != best and blocks[one].tag == own.tag]
    parts = [one for one in alike if weight_of(one) >= PART_WEIGHT]
    if not parts or {blocks[line.block].tag for line in layout.lines[own.first : own.end]} == {"li"}:
        return 0.0
    name = name_of_kind(own.hint, _STATES)
    least = PART_WEIGHT if name else MIN_WEIGHT
    return sum(
        weight_of(one)
        for one in parts
        if weight_of(one) >= least and name_of_kind(blocks[one].hint, _STATES) == name
    )


def _ancestors(blocks: Sequence[Block], index: int) -> set[int]:
    """Return a block and all blocks around it."""
    path = set()
    while index >= 0:
        path.add(index)
        index = blocks[index].parent
    return path


def line_costs(layout: Layout, containers: Sequence[int], container: int) -> list[float]:
    """Return the minimum weight of each line at the edge of a body with this container.

    It is low for lines of the container and of its siblings of the same kind (a body may have sections), and
    high for links.
    """
    own, name = layout.blocks[container], name_of_kind(layout.blocks[container].hint, _STATES)
    near = [
        block.parent == own.parent and block.tag == own.tag and name_of_kind(block.hint, _STATES) == name
        for block in layout.blocks
    ]
    return [_cost(line, near[containers[line.block]]) for line in layout.lines]


def _cost(line: Line, near: bool) -> float:
    if line.link_chars > 0.5 * len(line.text):
        return LINE_COST + 0.5 * line.link_chars
    return NEAR_COST if near else LINE_COST


def best_run(weights: Sequence[float], costs: Sequence[float], first: int, end: int) -> tuple[int, int]:
    """Return the run of lines with the highest sum of weight minus cost (maximum subarray)."""
    best, best_range = 0.0, (first, first)
    value, start = 0.0, first
    for index in range(first, end):
        if value <= 0:
            value, start = 0.0, index
        value += weights[index] - costs[index]
        if value > best:
            best, best_range = value, (start, index + 1)
    return best_range
