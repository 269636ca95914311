"""Calibration of the link model's probabilities by the outcomes of fetched pages."""

from __future__ import annotations

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
        place = _bin(predicted)
        self._pages[place] += 1
        self._missing[place] += kept - predicted
        for near in (place, *_beside(place)):
            self._corrections[near] = self._correction(near)

    def of(self, predicted: float) -> float:
        """Return the corrected probability."""
        return min(1.0, max(0.0, predicted + self._corrections[_bin(predicted)]))

    def _correction(self, place: int) -> float:
        # Neighbours count half: a bin has few pages at first.
        pages = self._pages[place] + sum(self._pages[one] for one in _beside(place)) / 2
        missing = self._missing[place] + sum(self._missing[one] for one in _beside(place)) / 2
        return missing / (pages + _PRIOR)


def _beside(place: int) -> tuple[int, ...]:
    return tuple(one for one in (place - 1, place + 1) if 0 <= one < _BINS)


def _bin(predicted: float) -> int:
    return min(_BINS - 1, int(predicted * _BINS))
