"""How the time of a piece of work grows with its size: the same on a slow and on a fast machine."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

SMALL, LARGE = 1, 8
"""Sizes to compare, as multiples of a unit."""

LINEAR = 4.0
"""Growth below which work is taken for linear, between 1 and the 8 of work that grows with the square."""


def growth(prepare: Callable[[int], Callable[[], object]], unit: int, tries: int = 2) -> float:
    """How many times longer eightfold work takes for each unit of it.

    About 1 where the time grows with the size of the work, 8 where it grows with its square.

    Args:
        prepare: makes work of a size; what it returns is measured, its making is not.
        unit: the smaller size; its work should take some hundredths of a second, so that it can be measured.
        tries: the quickest of so many counts.
    """
    small = _seconds(prepare, SMALL * unit, tries)  # first, for work on what grows with each preparation
    return _seconds(prepare, LARGE * unit, tries) / small * SMALL / LARGE


def _seconds(prepare: Callable[[int], Callable[[], object]], size: int, tries: int) -> float:
    quickest = float("inf")
    for _ in range(tries):
        work = prepare(size)
        start = process_time()
        work()
        quickest = min(quickest, process_time() - start)
    return quickest
