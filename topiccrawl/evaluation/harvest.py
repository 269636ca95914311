"""The harvest rate: how much of what a focused crawl fetches is what it is sent for."""

from __future__ import annotations


def harvest_rate(relevant: int, pages: int) -> float:
    """Share of the fetched pages that are relevant; 0 before the first page.

    Pages that only lead to others are fetched and count, but are never relevant: the crawl is sent for
    articles. Who says what is relevant differs: while a crawl runs, its own verdict; where there are labels,
    the labels.

    Args:
        relevant: articles about the topic among the pages, those that repeat others too.
        pages: HTML pages fetched.

    >>> harvest_rate(90, 200), harvest_rate(0, 0)
    (0.45, 0.0)
    """
    return relevant / pages if pages else 0.0
