"""Detect pages that list articles: summaries under linked headlines are not a body."""

from __future__ import annotations

from collections.abc import Sequence

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.article.weights import MIN_WEIGHT, TEASER_LEAST, leads_on
from topiccrawl.extraction.lines import Block, Layout

MIN_ITEMS = 3
"""Minimum number of items of a list of articles."""

ITEM_WEIGHT = 15.0
"""Minimum weight of the text of an item."""

ITEMS_SHARE = 0.8
"""Minimum share of the items in the weight of a page that lists articles."""

MIN_CARDS = 4
"""Minimum number of cards of a directory."""

CARD_NAME = 40
"""Maximum number of characters of the name of a card."""

SHORTEST_NAME = 8
"""Minimum number of characters of a name without a link; the users above comments have shorter ones."""

CARD_WEIGHT = 200.0
"""Maximum weight of the text of a card."""

_HEADINGS = ("h1", "h2", "h3", "h4")


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
    by_tag: dict[str, list[int]] = {tag: [] for tag in _HEADINGS}  # the name of a site is one of another tag
    for index, line in enumerate(layout.lines):
        row = by_tag.get(layout.blocks[line.block].tag)
        if row is None or len(line.text) < 8:
            continue
        if line.link_chars >= 0.8 * len("".join(line.text.split())):
            row.append(index)
    starts = max(by_tag.values(), key=len)
    if len(starts) < MIN_ITEMS:
        return False
    first = next((at for at in starts if at > head), len(weights))
    if head >= 0 and sum(weights[head:first]) >= MIN_WEIGHT:
        return False
    items = [sum(weights[at:end]) for at, end in zip(starts, [*starts[1:], len(weights)], strict=True)]
    texts = [weight for weight in items if weight >= ITEM_WEIGHT]
    return len(texts) >= MIN_ITEMS and sum(texts) >= ITEMS_SHARE * sum(weights)


def first_card(layout: Layout, weights: Sequence[float], head: int) -> int:
    """Return the first line of the cards in which nearly all text of a page stands, -1 when it does not.

    Cards are blocks alike in one block, such as the items of a directory: a short linked line, then a short
    text; or a name, a text and a date, with the link around a picture. A page with a dateline below its
    headline, or a text between the headline and the first card, is an article whatever it consists of.
    """
    whole = sum(weights)
    families: dict[tuple[int, str, str], list[Block]] = {}
    for block in layout.blocks:
        if block.end - block.first > 1:
            families.setdefault((block.parent, block.tag, block.hint), []).append(block)
    for cards in families.values():
        if len(cards) < MIN_CARDS:
            continue
        texts = [sum(weights[card.first : card.end]) for card in cards if _is_card(layout, weights, card)]
        if len(texts) < max(MIN_CARDS, 0.8 * len(cards)) or sum(texts) < ITEMS_SHARE * whole:
            continue
        first = cards[0].first
        return -1 if head >= 0 and _is_begun(layout, weights, head, first) else first
    return -1


def _is_card(layout: Layout, weights: Sequence[float], block: Block) -> bool:
    lines = layout.lines[block.first : block.end]
    named = any(
        len(line.text) <= CARD_NAME and line.link_chars >= 2 and 3 * line.link_chars >= len(line.text)
        for line in lines[:-1]
    )
    if not named and SHORTEST_NAME <= len(lines[0].text) <= CARD_NAME:
        rows = [furniture.squeeze(line.text) for line in lines]
        named = not rows[0].endswith("。") and any(map(furniture.is_date_row, rows[1:]))
    return named and TEASER_LEAST <= sum(weights[block.first : block.end]) <= CARD_WEIGHT


def _is_begun(layout: Layout, weights: Sequence[float], head: int, first: int) -> bool:
    """Return whether an article begins between a headline and what follows: by a text or a dateline."""
    if first <= head:
        return False
    rows = (furniture.squeeze(line.text) for line in layout.lines[head + 1 : first])
    return sum(weights[head + 1 : first]) >= MIN_WEIGHT or any(map(furniture.is_date_row, rows))


def _leads_to_the_rest(layout: Layout, weights: Sequence[float]) -> bool:
    """Return whether nearly all text of a page is directly followed by links to the rest of it."""
    texts = [
        weights[index - 1]
        for index, line in enumerate(layout.lines)
        if index and not weights[index] and leads_on(line) and weights[index - 1] >= ITEM_WEIGHT
    ]
    return len(texts) >= MIN_ITEMS and sum(texts) >= ITEMS_SHARE * sum(weights)
