"""Learned examples in arrays of fixed size.

As small objects of their own, each replaced at another time, some thousand of them leave holes all over the
heap, and a long crawl grows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class LearnedExample(NamedTuple):
    """An example with its worth, as a model learns it.

    Attributes:
        number: of the example; no two have the same.
        offset: log-odds that the model starts from.
        worth: target value in [0, 1].
        at: positions of the weights that it uses.
        values: its values for these.
    """

    number: int
    offset: float
    worth: float
    at: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]


class LearnedExamples:
    """A table of learned examples.

    Args:
        capacity: number of rows; one takes `16 * width` bytes once it is used.
        width: maximum number of weights of an example.
    """

    def __init__(self, capacity: int, width: int) -> None:
        self.capacity = capacity
        self._at = np.zeros((capacity, width), np.int64)
        self._values = np.zeros((capacity, width))
        self._rest: list[tuple[int, int, float, float]] = [(0, -1, 0.0, 0.0)] * capacity

    def __getitem__(self, row: int) -> LearnedExample:
        length, number, offset, worth = self._rest[row]
        return LearnedExample(number, offset, worth, self._at[row, :length], self._values[row, :length])

    def __setitem__(self, row: int, example: LearnedExample) -> None:
        length = len(example.at)
        self._at[row, :length], self._values[row, :length] = example.at, example.values
        self._rest[row] = length, example.number, example.offset, example.worth

    def replace(self, example: LearnedExample) -> None:
        """Put an example in the place of the one with its number, if that is here."""
        for row, (_, number, _, _) in enumerate(self._rest):
            if number == example.number:
                self[row] = example
