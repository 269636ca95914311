"""How much pages were worth, by group of URLs, as smoothed log-odds."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

_PRIOR = 2.0
"""Pages of the overall yield that every group starts with, so that a single page decides little."""
_SURE = 1e-3
"""Yields are kept this far from 0 and 1."""


class Yields:
    """The mean worth of the pages of each group: a host, a directory, a URL pattern, a parent page.

    A group gets a number when it is first seen, so that the values of many groups are one array look-up. When
    there are too many, new groups get the numbers of those that were not asked for longest: hosts and
    directories stay, parent pages go, each of which takes about 200 bytes.

    Args:
        capacity: maximum number of groups.
    """

    def __init__(self, capacity: int = 20_000) -> None:
        self._numbers: dict[str, int] = {}
        self._names: list[str] = []
        self._asked = array("q")  # when each was last asked for
        self._asks = 0
        self._free: list[int] = []
        self._capacity = capacity
        self._worth = np.zeros(1024)
        self._pages = np.zeros(1024)
        self._total_worth, self._total_pages = 0.0, 0.0

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def overall(self) -> float:
        """Mean worth of all pages; one half before the first."""
        return (self._total_worth + 1.0) / (self._total_pages + 2.0)

    def number(self, group: str) -> int:
        """Return the number of a group, a new one if it is not known."""
        number = self._numbers.get(group)
        if number is None:
            number = self._new(group)
        self._asks += 1
        self._asked[number] = self._asks
        return number

    def name(self, group: int) -> str:
        """Return the name of a group, given by its number."""
        return self._names[group]

    def counts(self, group: int) -> tuple[float, float]:
        """Return the sum of what the pages of a group (number) were worth, and how many there were."""
        return float(self._worth[group]), float(self._pages[group])

    def learn(self, groups: npt.NDArray[np.int32], worth: float) -> None:
        """Count a page of some groups (numbers), whose worth is in [0, 1]."""
        self._worth[groups] += worth
        self._pages[groups] += 1
        self._total_worth += worth
        self._total_pages += 1

    def correct(self, groups: npt.NDArray[np.int32], change: float) -> None:
        """Change what a page that was counted is worth."""
        self._worth[groups] += change
        self._total_worth += change

    def log_odds(self, groups: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
        """Return the log-odds of each group's worth minus the overall ones; 0 where nothing is known."""
        overall = self.overall
        mean = (self._worth[groups] + _PRIOR * overall) / (self._pages[groups] + _PRIOR)
        mean = np.minimum(np.maximum(mean, _SURE), 1 - _SURE)  # for the few groups of a link np.clip is slow
        base = min(max(overall, _SURE), 1 - _SURE)
        return np.log(mean / (1 - mean)) - math.log(base / (1 - base))

    def log_odds_of(self, groups: Sequence[int]) -> list[float]:
        """Return `log_odds` of a few groups, for which plain numbers are quicker than arrays."""
        overall = self.overall
        base = min(max(overall, _SURE), 1 - _SURE)
        shift = math.log(base / (1 - base))
        worth, pages, found = self._worth.item, self._pages.item, []
        for group in groups:
            count = pages(group)
            mean = (worth(group) + _PRIOR * overall) / (count + _PRIOR) if count else overall
            mean = min(max(mean, _SURE), 1 - _SURE)
            found.append(math.log(mean / (1 - mean)) - shift)
        return found

    def _new(self, group: str) -> int:
        if len(self._names) < self._capacity:
            number = len(self._names)
            self._names.append(group)
            self._asked.append(0)
        else:
            number = self._free.pop() if self._free else self._forget()
            self._names[number] = group
            self._worth[number] = self._pages[number] = 0.0
        self._numbers[group] = number
        if number >= len(self._worth):
            self._worth = np.concatenate([self._worth, np.zeros(len(self._worth))])
            self._pages = np.concatenate([self._pages, np.zeros(len(self._pages))])
        return number

    def _forget(self) -> int:
        """Forget some groups, which is quicker than one at a time; return the number of one of them."""
        some = 1 + self._capacity // 100
        self._free = np.argpartition(np.asarray(self._asked), some - 1)[:some].tolist()
        for number in self._free:
            del self._numbers[self._names[number]]
        return self._free.pop()
