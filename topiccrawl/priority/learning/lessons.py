"""Learned examples in arrays of fixed size.

As small objects of their own, each replaced at another time, some thousand of them leave holes all over the
heap, and a long crawl grows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class Lesson(NamedTuple):
    """An example with its worth, as a model learns it.

    Attributes:
        number: of the lesson; no two have the same.
        offset: log-odds that the model starts from.
        worth: target value in [0, 1].
        at: positions of the weights that it uses.
        values: its values for these.
    """

    number: int
    offset: float
    worth: float
    at: npt.NDArray[np.integer]
    values: npt.NDArray[np.floating]


class Lessons:
    """Rows of lessons.

    Args:
        capacity: number of rows.
        width: maximum number of weights of a lesson.
        exact: whether values are kept with double precision, so that a lesson needs no conversion when it is
            taken out again; a row then takes `16 * width` bytes, otherwise half of that.
    """

    def __init__(self, capacity: int, width: int, *, exact: bool) -> None:
        self.capacity = capacity
        self._at = np.zeros((capacity, width), np.int64 if exact else np.int32)
        self._values = np.zeros((capacity, width), np.float64 if exact else np.float32)
        self._rest: list[tuple[int, int, float, float]] = [(0, -1, 0.0, 0.0)] * capacity

    def __getitem__(self, row: int) -> Lesson:
        length, number, offset, worth = self._rest[row]
        return Lesson(number, offset, worth, self._at[row, :length], self._values[row, :length])

    def __setitem__(self, row: int, lesson: Lesson) -> None:
        length = len(lesson.at)
        self._at[row, :length], self._values[row, :length] = lesson.at, lesson.values
        self._rest[row] = length, lesson.number, lesson.offset, lesson.worth

    def correct(self, number: int, worth: float) -> None:
        """Give a lesson another worth, if it is here."""
        for row, (length, own, offset, _) in enumerate(self._rest):
            if own == number:
                self._rest[row] = length, own, offset, worth
