"""By how much the probabilities of the link model are off, by what became of the pages."""

from __future__ import annotations

_BINS = 10
_PRIOR = 10.0
"""Pages at which half of what was measured counts."""


class Calibration:
    """Corrects probabilities by the pages that were fetched at about the same probability.

    The link model learns what pages are worth, and a page just over the verdict's threshold is worth little
    although it is kept. So its probabilities are too low for the chance that a page is kept. The scores
    themselves order the links: at the edge of a bin two corrected ones may be the other way round.

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
