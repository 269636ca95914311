"""Calibration of the link model's probabilities by the outcomes of fetched pages."""

from __future__ import annotations

from topiccrawl.priority.score_chances import around, bin_of

_BINS = 10
_PRIOR = 10.0
"""Number of pages at which half of the measured error is corrected."""


class Calibration:
    """Corrects probabilities by the outcomes of pages with about the same probability.

    The link model learns the worth of pages, which is low for a page just over the verdict's threshold
    although the page is kept. So its probabilities underestimate the chance that a page is kept. Links are
    still ordered by the uncorrected scores, since corrections may swap two links at the edge of a bin.

    >>> calibration = Calibration()
    >>> calibration.of(0.75)
    0.75
    >>> for _ in range(90):
    ...     calibration.add(0.75, kept=True)
    >>> calibration.of(0.75), calibration.of(0.15)
    (0.975, 0.15)
    """

    def __init__(self) -> None:
        self._pages = [0] * _BINS
        self._missing = [0.0] * _BINS
        # Kept as a list: the scheduler wants the chances of all hosts' best links for every request.
        self._corrections = [0.0] * _BINS

    def add(self, predicted: float, *, kept: bool) -> None:
        """Add a page, by the probability in [0, 1] of the link that led to it, and whether it was kept."""
        place = bin_of(predicted, _BINS)
        self._pages[place] += 1
        self._missing[place] += kept - predicted
        for near in range(max(0, place - 1), min(_BINS, place + 2)):
            self._corrections[near] = around(self._missing, near) / (around(self._pages, near) + _PRIOR)

    def of(self, predicted: float) -> float:
        """Return the corrected probability."""
        return min(1.0, max(0.0, predicted + self._corrections[bin_of(predicted, _BINS)]))
