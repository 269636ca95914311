"""An online logistic regression over hashed words and a few numbers."""

from __future__ import annotations

from dataclasses import dataclass

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
        self._dense = np.zeros(numbers)
        self._dense_sums = np.full(numbers, first)
        self._hashed = np.zeros(self.size + 1)  # the last one is padding and stays 0
        self._hashed_sums = np.full(self.size + 1, first)
        self._rate, self._replayed, self._capacity = rate, replayed, remembered
        self._examples: list[tuple[Example, float]] = []
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
        return len(self._examples)

    def learn(self, example: Example, worth: float, replayed: int | None = None) -> None:
        """Learn from an example with a worth in [0, 1], and again from some earlier ones."""
        self.learned += 1
        self._step(example, worth)
        self._replay(self._replayed if replayed is None else replayed)
        if len(self._examples) < self._capacity:
            self._examples.append((example, worth))
        else:  # a uniform sample of all examples
            position = int(self._random.integers(self.learned))
            if position < self._capacity:
                self._examples[position] = example, worth

    def correct(self, example: Example, worth: float) -> None:
        """Learn another worth of an example that was learned; replay uses the new one."""
        for position, (known, _) in enumerate(self._examples):
            if known is example:
                self._examples[position] = example, worth
        self._step(example, worth)
        self._replay(self._replayed)

    def _replay(self, most: int) -> None:
        if count := len(self._examples):
            for position in self._random.integers(count, size=min(most, count)):
                self._step(*self._examples[position])

    def _step(self, example: Example, worth: float) -> None:
        error = 1 / (1 + np.exp(-np.clip(self.score(example), -30, 30))) - worth
        penalty = 1 / self.learned
        gradient = error * example.numbers + penalty * self._dense
        self._dense_sums += gradient**2
        self._dense -= self._rate * gradient / np.sqrt(self._dense_sums)
        at = example.hashed
        gradient = error + penalty * self._hashed[at]
        self._hashed_sums[at] += gradient**2
        self._hashed[at] -= self._rate * gradient / np.sqrt(self._hashed_sums[at])
