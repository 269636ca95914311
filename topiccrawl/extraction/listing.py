"""Pages that list articles: a body that is only the summaries under linked headlines is none."""

from __future__ import annotations

from collections.abc import Sequence

from topiccrawl.extraction.lines import Layout
from topiccrawl.extraction.weights import MIN_WEIGHT, leads_on

MIN_ITEMS = 3
"""From so many linked headings with a text of their own a page lists articles."""

ITEM_WEIGHT = 15.0
"""Least weight of the text under a linked heading for it to count as an item."""

ITEMS_SHARE = 0.8
"""Least share of a page's weight that the items of a list make up."""

_HEADINGS = frozenset(("h1", "h2", "h3", "h4"))


def is_summaries(
    layout: Layout, weights: Sequence[float], teasers: Sequence[bool], head: int, first: int, end: int
) -> bool:
    """Whether the lines of a range are mostly summaries under linked headlines.

    A single one is a summary only on a page without a headline of its own, when what it stands under is
    marked as a heading, or a link to the rest follows it.
    """
    found = [index for index in range(first, end) if teasers[index]]
    if not found or 2 * sum(weights[index] for index in found) <= sum(weights[first:end]):
        return False
    if sum(teasers) > 1:
        return True
    line, above = layout.lines[found[0]], layout.lines[found[0] - 1]
    return head < 0 and (leads_on(line) or layout.blocks[above.block].tag in _HEADINGS)


def lists_articles(layout: Layout, weights: Sequence[float], head: int) -> bool:
    """Whether a page is a row of linked headings, each over the beginning of its article (as blogs have).

    Or, without a headline of its own, a row of beginnings, each over a link to the rest (阅读全文).

    Args:
        layout: the page.
        weights: of its lines.
        head: index of the headline's line, -1 when there is none; a text that follows it directly is an
            article, whatever comes after.
    """
    if head < 0 and _leads_to_the_rest(layout, weights):
        return True
    starts = [
        index
        for index, line in enumerate(layout.lines)
        if len(line.text) >= 8
        and line.link_chars >= 0.8 * len("".join(line.text.split()))
        and layout.blocks[line.block].tag in _HEADINGS
    ]
    if len(starts) < MIN_ITEMS:
        return False
    first = next((at for at in starts if at > head), len(weights))
    if head >= 0 and sum(weights[head:first]) >= MIN_WEIGHT:
        return False
    items = [sum(weights[at:end]) for at, end in zip(starts, [*starts[1:], len(weights)], strict=True)]
    told = [weight for weight in items if weight >= ITEM_WEIGHT]
    return len(told) >= MIN_ITEMS and sum(told) >= ITEMS_SHARE * sum(weights)


def _leads_to_the_rest(layout: Layout, weights: Sequence[float]) -> bool:
    """Whether nearly all the text of a page stands directly over links to the rest of it."""
    told = [
        weights[index - 1]
        for index, line in enumerate(layout.lines)
        if index and not weights[index] and leads_on(line) and weights[index - 1] >= ITEM_WEIGHT
    ]
    return len(told) >= MIN_ITEMS and sum(told) >= ITEMS_SHARE * sum(weights)
