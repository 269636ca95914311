"""How running time grows with input size, independent of the speed of the machine."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

SMALL, LARGE = 1, 8
"""Sizes to compare, in units."""

LINEAR = 4.0
"""Limit for linear growth, which is about 1; quadratic growth is 8."""


def growth(
    prepare: Callable[[int], Callable[[], object]], unit: int, tries: int = 2, enough: float = LINEAR
) -> float:
    """Return how much longer a unit takes in input of eight times the size: 1 is linear, 8 quadratic.

    Args:
        prepare: makes a piece of work of a given size; only the returned function is measured.
        unit: the smaller size; its work should take some hundredths of a second, so that it can be measured.
        tries: number of runs, of which the fastest counts.
        enough: growth below which the larger size is not tried again.
    """
    small = _seconds(prepare, SMALL * unit, tries)  # first, for work on what grows with each preparation
    least = float("inf")
    while tries and least >= enough:
        least, tries = min(least, _seconds(prepare, LARGE * unit, 1) / small * SMALL / LARGE), tries - 1
    return least


def _seconds(prepare: Callable[[int], Callable[[], object]], size: int, tries: int) -> float:
    quickest = float("inf")
    for _ in range(tries):
        work = prepare(size)
        start = process_time()
        work()
        quickest = min(quickest, process_time() - start)
    return quickest
