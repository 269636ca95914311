"""An online logistic regression over hashed words and a few numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from topiccrawl.priority.learning.learned_examples import LearnedExample, LearnedExamples

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


class LinearModel:
    """Logistic regression, trained by AdaGrad with replay of earlier examples.

    Batch training gives no better order of links than this (docs/decisions). With n examples learned the
    penalty on the squared weights is 1/n: few examples move the weights little.

    Args:
        numbers: number of dense features.
        bits: the hashed features have `2 ** bits` weights.
        rate: learning rate of AdaGrad.
        replayed: earlier examples that are learned again with each new one.
        remembered: number of earlier examples, a uniform sample of all.
        correctable: number of latest examples whose worth can be corrected.
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
        correctable: int = 0,
        seed: int = 0,
        first: float = 0.1,
    ) -> None:
        self.bits = bits
        self.size = 1 << bits
        self._weights = np.zeros(numbers + self.size + 1)  # the last one is padding and stays 0
        self._sums = np.full(len(self._weights), first)
        self._dense, self._hashed = self._weights[:numbers], self._weights[numbers:]  # views
        self._rate, self._replayed = rate, replayed
        self._sample = LearnedExamples(remembered, numbers + WIDTH)
        self._latest = LearnedExamples(correctable, numbers + WIDTH)
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

    def learn(self, example: Example, worth: float, replayed: int | None = None) -> int:
        """Learn from an example with a worth in [0, 1], and again from some earlier ones.

        Returns:
            The number of the example: how many were learned before.
        """
        learned = self._with_worth(example, worth)
        self.learned += 1
        self._step(learned)
        self._replay(self._replayed if replayed is None else replayed, learned.number)
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
        self._replay(self._replayed, self.learned)

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
        self._weights[at] = weights - self._rate * gradient / np.sqrt(sums)
