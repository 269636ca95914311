"""Logistic regression over the words of a text: the step and the soft answers that its users share."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

FIRST = 1e-6
"""Start of AdaGrad's sums of squared gradients."""
GRADED, JUDGED = 2.0, 0.3
"""Weights of a page with and without a grade. Measured with 50 to 200 grades (docs/decisions)."""

_SOFTNESS = 0.4
"""Range of relevance over which a page without a grade is neither surely relevant nor surely not."""
_RATE, _PENALTY = 0.15, 1e-4

Floats = npt.NDArray[np.float64]


def soft_answer(relevance: float, threshold: float) -> float:
    """Return the answer in [0, 1] for a page without a grade, from its verdict.

    >>> soft_answer(0.4, 0.4), soft_answer(0.5, 0.4), soft_answer(0.9, 0.4)
    (0.5, 0.75, 1.0)
    """
    return min(1.0, max(0.0, 0.5 + (relevance - threshold) / _SOFTNESS))


def step(weights: Floats, sums: Floats, bag: npt.NDArray[np.integer], answer: float, weight: float) -> None:
    """Take a step of AdaGrad; change weights and sums in place.

    Args:
        weights: of all words.
        sums: of the squared gradients of all words, `FIRST` at the beginning.
        bag: positions of the different words of the text; not empty.
        answer: in [0, 1].
        weight: of the text.
    """
    scale = 1 / math.sqrt(len(bag))
    own = weights[bag]
    odds = min(max(float(own.sum()) * scale, -30.0), 30.0)
    error = 1 / (1 + math.exp(-odds)) - answer
    gradient = weight * error * scale + _PENALTY * own
    squares = sums[bag] + gradient * gradient
    sums[bag] = squares
    weights[bag] = own - _RATE * gradient / np.sqrt(squares)
