"""An online logistic regression over hashed words and a few numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

BITS = 18
"""The hashed features have `2 ** BITS` weights."""

WIDTH = 64
"""Maximum number of hashed features of an example."""


@dataclass(frozen=True, slots=True)
class Example:
    """The features of a link when it was scored.

    Attributes:
        offset: log-odds that the model starts from.
        numbers: values of the dense features.
        hashed: positions of the binary features, ascending, none twice.
    """

    offset: float
    numbers: npt.NDArray[np.float32]
    hashed: npt.NDArray[np.int32]


class LearnedExample(NamedTuple):
    """An example with its worth, as the model learns it.

    Attributes:
        offset: of the example.
        worth: target value in [0, 1]. at: positions of the weights that it uses.
        values: its values for these.
    """

    offset: float
    worth: float
    at: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]


class LinearModel:
    """Logistic regression, trained by AdaGrad with replay of earlier examples.

    Batch training gives no better order of links than this (docs/decisions). With n examples learned the
    penalty on the squared weights is 1/n: few examples move the weights little.

    Args:
        numbers: number of dense features.
        bits: the hashed features have `2 ** bits` weights.
        rate: learning rate of AdaGrad.
        replayed: earlier examples that are learned again with each new one.
        remembered: maximum number of earlier examples.
        seed: of the draw of earlier examples.
        first: start of AdaGrad's sums of squared gradients: the first steps are not of full length.
    """

    def __init__(
        self,
        numbers: int,
        bits: int = BITS,
        rate: float = 0.15,
        replayed: int = 30,
        remembered: int = 5000,
        seed: int = 0,
        first: float = 0.1,
    ) -> None:
        self.bits = bits
        self.size = 1 << bits
        self._weights = np.zeros(numbers + self.size + 1)  # the last one is padding and stays 0
        self._sums = np.full(len(self._weights), first)
        self._dense, self._hashed = self._weights[:numbers], self._weights[numbers:]  # views
        self._rate, self._replayed, self._capacity = rate, replayed, remembered
        self._lessons: list[LearnedExample] = []
        self._random = np.random.default_rng(seed)
        self.learned = 0

    def score(self, example: Example) -> float:
        """Return the log-odds of an example."""
        return float(example.offset + example.numbers @ self._dense + self._hashed[example.hashed].sum())

    def weights_of(self, hashed: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
        """Return the weights of hashed features."""
        return self._hashed[hashed]

    @property
    def dense(self) -> npt.NDArray[np.float64]:
        """Weights of the dense features."""
        return self._dense

    @property
    def remembered(self) -> int:
        """Number of earlier examples that may be learned again."""
        return len(self._lessons)

    def learn(self, example: Example, worth: float, replayed: int | None = None) -> LearnedExample:
        """Learn from an example with a worth in [0, 1], and again from some earlier ones."""
        self.learned += 1
        lesson = self._lesson(example, worth)
        self._step(lesson)
        self._replay(self._replayed if replayed is None else replayed)
        if len(self._lessons) < self._capacity:
            self._lessons.append(lesson)
        else:  # a uniform sample of all examples
            position = int(self._random.integers(self.learned))
            if position < self._capacity:
                self._lessons[position] = lesson
        return lesson

    def correct(self, lesson: LearnedExample, worth: float) -> LearnedExample:
        """Learn another worth of an example that was learned; replay uses the new one."""
        corrected = lesson._replace(worth=worth)
        for position, known in enumerate(self._lessons):
            if known is lesson:
                self._lessons[position] = corrected
        self._step(corrected)
        self._replay(self._replayed)
        return corrected

    def _lesson(self, example: Example, worth: float) -> LearnedExample:
        dense = len(self._dense)
        at = np.concatenate([np.arange(dense), example.hashed.astype(np.int64) + dense])
        values = np.concatenate([example.numbers, np.ones(len(example.hashed))])
        return LearnedExample(example.offset, worth, at, values)

    def _replay(self, most: int) -> None:
        if count := len(self._lessons):
            for position in self._random.integers(count, size=min(most, count)).tolist():
                self._step(self._lessons[position])

    def _step(self, lesson: LearnedExample) -> None:
        # The loop runs some thirty times for each page: as few operations of numpy as possible.
        offset, worth, at, values = lesson
        weights = self._weights[at]
        score = offset + float(values @ weights)
        error = 1 / (1 + math.exp(-min(max(score, -30.0), 30.0))) - worth
        gradient = error * values + weights / self.learned
        sums = self._sums[at] + gradient * gradient
        self._sums[at] = sums
        self._weights[at] = weights - self._rate * gradient / np.sqrt(sums)
