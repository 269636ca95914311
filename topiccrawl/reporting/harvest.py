"""The harvest rate of a focused crawl."""

from __future__ import annotations


def harvest_rate(relevant: int, pages: int) -> float:
    """Return the share of relevant pages among the fetched ones; 0 before the first page.

    Hubs count as fetched, but are never relevant, because a crawl collects articles. Relevance is judged by
    labels if there are any, during a crawl by its own verdict.

    Args:
        relevant: number of articles about the topic, duplicates included.
        pages: number of fetched HTML pages.

    >>> harvest_rate(90, 200), harvest_rate(0, 0)
    (0.45, 0.0)
    """
    return relevant / pages if pages else 0.0
