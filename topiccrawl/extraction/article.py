"""The default extractor: text density to find the body, then its edges cleaned of furniture.

Lines weigh by their characters outside links and their text density (`weights`); the block that holds most
weight and the best run of lines in it are the body (`blocks`); furniture glued to it is taken off line by
line (`furniture`).
"""

from __future__ import annotations

from collections.abc import Sequence

from topiccrawl.extraction import furniture
from topiccrawl.extraction.blocks import best_run, choose_block, line_costs, paragraph_containers
from topiccrawl.extraction.lines import Layout, read_layout
from topiccrawl.extraction.weights import MIN_WEIGHT, headline, line_weights, teaser_lines
from topiccrawl.page.page import Page

MAX_LEAD = 25
"""How many lines below the headline a body may start."""


def extract_article(page: Page) -> str:
    """The body of a page, a paragraph a line; empty when the page has no article."""
    title = " ".join((page.tree.findtext(".//title") or "").split())
    return "\n".join(article_lines(read_layout(page.tree), title))


def article_lines(layout: Layout, title: str = "") -> list[str]:
    """The lines of the body in order.

    Args:
        layout: the page.
        title: text of the <title> element, used to find where the headline stands.
    """
    head = headline(layout, title)
    containers = paragraph_containers(layout.blocks)
    weights = line_weights(layout, title, head)
    if sum(weights) < MIN_WEIGHT:
        return []
    teasers = teaser_lines(layout, weights, containers, head)
    likely = [0.3 * w if teaser else w for w, teaser in zip(weights, teasers, strict=True)]
    first, end, container = choose_block(layout, likely, containers)
    first = _start(likely, head, first, end)
    first, end = best_run(likely, line_costs(layout, containers, container), first, end)
    summaries = [weights[index] for index in range(first, end) if teasers[index]]
    if sum(teasers) > 1 and sum(summaries) > 0.5 * sum(weights[first:end]):
        return []  # a list of articles
    return trim(layout, weights, first, end)


def _start(weights: Sequence[float], head: int, first: int, end: int) -> int:
    """Where the body may start: behind the headline, when that is in the block or a little above it."""
    if first <= head < end:
        return head + 1 if sum(weights[head + 1 : end]) > 0.5 * sum(weights[first:end]) else first
    return head + 1 if 0 <= first - head <= MAX_LEAD else first


def trim(layout: Layout, weights: Sequence[float], first: int, end: int) -> list[str]:
    """The lines of a range without furniture; empty when what is left weighs too little for an article."""
    left = sum(weights[first:end])
    if left < MIN_WEIGHT:
        return []
    whole, seen = left, 0.0
    out: list[str] = []
    for index in range(first, end):
        line = layout.lines[index]
        text = furniture.squeeze(line.text)
        if left < 0.25 * whole and (furniture.is_related(text) or furniture.is_disclaimer(text)):
            break
        left -= weights[index]
        if furniture.is_furniture(text) or (left < 0.15 * whole and furniture.is_promotion(text)):
            continue
        if weights[index] == 0 and line.link_chars > 0.6 * len(text):
            continue
        if seen < MIN_WEIGHT and furniture.is_date_row(text):
            continue
        seen += weights[index]
        out.append(furniture.without_credit(line.text))
    return out
