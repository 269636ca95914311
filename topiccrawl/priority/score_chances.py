"""Calibration of link scores by the relevance of the pages they led to."""

from __future__ import annotations

from collections.abc import Sequence

_BINS = 25
"""Scores of one bin differ by at most .04."""
_PRIOR = 2.0
"""Prior weight, in pages, of a bin without visits."""
_SURE = 10
"""Minimum number of visited pages for a bin to serve as the reference."""


class ScoreChances:
    """Estimates the probability that a link leads to a relevant page from its score.

    Scores of formula 5 order links, but they are no probabilities: .38 can mean one relevant page in three,
    and .52 nineteen in twenty. The probability is learned from the crawl's own pages: the mean relevance of
    the pages that links of such a score led to, as a share of the best mean. A score without pages counts as
    the cube of its share in `sure`.

    Args:
        sure: score from which on a link is sure before anything is learned; positive. The default is about
            formula 5 of a link whose page and anchor text are as relevant as the median of labelled titles.

    >>> chances = ScoreChances()
    >>> chances.of(0.4), chances.of(0.6)
    (0.512, 1.0)
    >>> for _ in range(50):
    ...     chances.add(0.58, 0.6)
    ...     chances.add(0.38, 0.15)
    >>> round(chances.of(0.58), 2), round(chances.of(0.38), 2)
    (1.0, 0.26)
    """

    def __init__(self, sure: float = 0.5) -> None:
        self._sure_score = sure
        self._pages = [0] * _BINS
        self._relevance = [0.0] * _BINS
        self._best = 0.0

    def add(self, score: float, relevance: float) -> None:
        """Add a page.

        Args:
            score: of the link that led to it, in [0, 1].
            relevance: of the page, in [0, 1].
        """
        place = bin_of(score, _BINS)
        self._pages[place] += 1
        self._relevance[place] += relevance
        sure = (place for place, pages in enumerate(self._pages) if pages >= _SURE)
        self._best = max((self._relevance[one] / self._pages[one] for one in sure), default=0.0)

    def of(self, score: float) -> float:
        """Return the approximate probability that a link with a score leads to a relevant page."""
        before = min(1.0, score / self._sure_score) ** 3
        if not self._best:
            return round(before, 9)
        place = bin_of(score, _BINS)
        pages, relevance = around(self._pages, place), around(self._relevance, place)
        return min(1.0, (relevance / self._best + _PRIOR * before) / (pages + _PRIOR))


def bin_of(score: float, bins: int) -> int:
    """Return the bin, of so many, that a score in [0, 1] falls into."""
    return min(bins - 1, int(score * bins))


def around(values: Sequence[float], place: int) -> float:
    """Return the value of a bin; neighbours count half, as a bin has few pages at first."""
    beside = (values[one] for one in (place - 1, place + 1) if 0 <= one < len(values))
    return values[place] + sum(beside) / 2
