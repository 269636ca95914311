"""An online logistic regression over hashed words and a few numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from topiccrawl.priority.learning.features import BITS
from topiccrawl.priority.learning.learned_examples import LearnedExample, LearnedExamples

REPLAYED = 30
"""Earlier examples that are learned again with each new one."""
_REMEMBERED = 5000
"""Number of earlier examples, a uniform sample of all."""
_RATE, _FIRST = 0.15, 0.1
"""Learning rate of AdaGrad, and start of its sums of squares: the first steps are not of full length."""
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


class LinearModel:
    """Logistic regression, trained by AdaGrad with replay of earlier examples.

    Batch training gives no better order of links than this (docs/decisions). With n examples learned the
    penalty on the squared weights is 1/n: few examples move the weights little.

    Args:
        numbers: number of dense features.
        correctable: number of latest examples whose worth can be corrected.
    """

    def __init__(self, numbers: int, *, correctable: int = 0) -> None:
        self.size = 1 << BITS
        self._weights = np.zeros(numbers + self.size + 1)  # the last one is padding and stays 0
        self._sums = np.full(len(self._weights), _FIRST)
        self._dense, self._hashed = self._weights[:numbers], self._weights[numbers:]  # views
        self._sample = LearnedExamples(_REMEMBERED, numbers + WIDTH)
        self._latest = LearnedExamples(correctable, numbers + WIDTH)
        self._random = np.random.default_rng(0)
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

    def learn(self, example: Example, worth: float, replayed: int = REPLAYED) -> int:
        """Learn from an example with a worth in [0, 1], and again from some earlier ones.

        Returns:
            The number of the example: how many were learned before.
        """
        learned = self._with_worth(example, worth)
        self.learned += 1
        self._step(learned)
        self._replay(replayed, learned.number)
        if self._latest.capacity:
            self._latest[learned.number % self._latest.capacity] = learned
        row = learned.number
        if row >= self._sample.capacity:  # a uniform sample of all examples
            row = int(self._random.integers(self.learned))
        if row < self._sample.capacity:
            self._sample[row] = learned
        return learned.number

    def worth(self, number: int) -> float:
        """Return what an example was worth, one of the latest `correctable`."""
        return self._latest[number % self._latest.capacity].worth

    def correct(self, number: int, worth: float) -> None:
        """Learn another worth of an example, one of the latest `correctable`; replay uses the new one."""
        row = number % self._latest.capacity
        corrected = self._latest[row]._replace(worth=worth)
        self._latest[row] = corrected
        self._sample.replace(corrected)
        self._step(corrected)
        self._replay(REPLAYED, self.learned)

    def _with_worth(self, example: Example, worth: float) -> LearnedExample:
        dense = len(self._dense)
        at = np.concatenate([np.arange(dense), example.hashed.astype(np.int64) + dense])
        values = np.concatenate([example.numbers, np.ones(len(example.hashed))])
        return LearnedExample(self.learned, example.offset, worth, at, values)

    def _replay(self, most: int, learned: int) -> None:
        if count := min(learned, self._sample.capacity):
            for row in self._random.integers(count, size=min(most, count)).tolist():
                self._step(self._sample[row])

    def _step(self, example: LearnedExample) -> None:
        # The loop runs some thirty times for each page: as few operations of numpy as possible.
        _, offset, worth, at, values = example
        weights = self._weights[at]
        score = offset + float(values @ weights)
        error = 1 / (1 + math.exp(-min(max(score, -30.0), 30.0))) - worth
        gradient = error * values + weights / self.learned
        sums = self._sums[at] + gradient * gradient
        self._sums[at] = sums
        self._weights[at] = weights - _RATE * gradient / np.sqrt(sums)
