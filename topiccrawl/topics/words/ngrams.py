"""Counts of all short runs of characters of a text, in bounded memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


class BoundedCounter:
    """Counts strings, and drops the rarest if there are too many.

    A count is never too high, and too low by at most `error`: dropping the strings with at most `t`
    occurrences increases `error` by `t` (after the lossy counting of Manku & Motwani 2002).

    Args:
        capacity: maximum number of strings between two calls of `add`.

    Attributes:
        counts: the counts.
        error: maximum number of occurrences that a count misses.

    >>> counter = BoundedCounter(2)
    >>> counter.add(["侨联", "侨联", "归侨", "侨乡", "侨联"])
    >>> counter.counts, counter.error
    (Counter({'侨联': 3}), 1)
    """

    def __init__(self, capacity: int) -> None:
        if capacity < 1:
            raise ValueError(f"capacity = {capacity!r} is under 1")
        self.counts: Counter[str] = Counter()
        self.error = 0
        self._capacity = capacity

    def add(self, strings: Iterable[str]) -> None:
        """Count strings; one document per call keeps memory bounded."""
        self.counts.update(strings)
        if len(self.counts) > self._capacity:
            self._drop_rarest()

    def _drop_rarest(self) -> None:
        by_count = Counter(self.counts.values())
        left, least = len(self.counts), 0
        # Down to half of the capacity, or this would happen with every document.
        while left > max(1, self._capacity // 2) and by_count:
            least = min(by_count)
            left -= by_count.pop(least)
        self.counts = Counter({string: count for string, count in self.counts.items() if count > least})
        self.error += least


def grams(run: str, longest: int) -> list[str]:
    """Return all substrings of a run with 1 to `longest` characters.

    >>> grams("归国侨", 2)
    ['归', '国', '侨', '归国', '国侨']
    """
    size = len(run)
    return [
        run[start : start + length]
        for length in range(1, min(longest, size) + 1)
        for start in range(size - length + 1)
    ]
