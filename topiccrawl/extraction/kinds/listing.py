"""Detect pages that list articles: summaries under linked headlines are not a body."""

from __future__ import annotations

from collections.abc import Sequence

from topiccrawl.extraction.article.weights import MIN_WEIGHT, leads_on
from topiccrawl.extraction.lines import Layout

MIN_ITEMS = 3
"""Minimum number of items of a list of articles."""

ITEM_WEIGHT = 15.0
"""Minimum weight of the text of an item."""

ITEMS_SHARE = 0.8
"""Minimum share of the items in the weight of a page that lists articles."""

_HEADINGS = frozenset(("h1", "h2", "h3", "h4"))


def is_summaries(
    layout: Layout, weights: Sequence[float], teasers: Sequence[bool], head: int, first: int, end: int
) -> bool:
    """Return whether a range of lines is mostly summaries under linked headlines.

    A single text is a summary only on a page without a headline, if it is below a heading element or ends in
    a link to the rest.
    """
    found = [index for index in range(first, end) if teasers[index]]
    if not found or 2 * sum(weights[index] for index in found) <= sum(weights[first:end]):
        return False
    if sum(teasers) > 1:
        return True
    line, above = layout.lines[found[0]], layout.lines[found[0] - 1]
    return head < 0 and (leads_on(line) or layout.blocks[above.block].tag in _HEADINGS)


def lists_articles(layout: Layout, weights: Sequence[float], head: int) -> bool:
    """Return whether a page lists articles, as blogs do.

    Such a page has a series of linked headings, each followed by the beginning of its article, or, without a
    headline, a series of beginnings, each followed by a link to the rest (阅读全文).

    Args:
        layout: lines and blocks of the page.
        weights: weights of the lines.
        head: index of the headline's line, -1 when there is none; a text directly after it is an article,
            whatever follows.
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
    texts = [weight for weight in items if weight >= ITEM_WEIGHT]
    return len(texts) >= MIN_ITEMS and sum(texts) >= ITEMS_SHARE * sum(weights)


def _leads_to_the_rest(layout: Layout, weights: Sequence[float]) -> bool:
    """Return whether nearly all text of a page is directly followed by links to the rest of it."""
    texts = [
        weights[index - 1]
        for index, line in enumerate(layout.lines)
        if index and not weights[index] and leads_on(line) and weights[index - 1] >= ITEM_WEIGHT
    ]
    return len(texts) >= MIN_ITEMS and sum(texts) >= ITEMS_SHARE * sum(weights)
