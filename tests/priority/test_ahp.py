"""The analytic hierarchy process."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.priority.ahp import ahp_weights

WEIGHTS = st.lists(st.floats(0.1, 10), min_size=1, max_size=9)


@given(WEIGHTS)
def test_the_weights_behind_a_consistent_matrix_are_found(weights: list[float]) -> None:
    matrix = [[a / b for b in weights] for a in weights]
    assert ahp_weights(matrix) == pytest.approx(np.array(weights) / sum(weights), abs=2e-6)


def test_saatys_example() -> None:
    """Distances of cities, compared by eye (Saaty 1977): relative to the sum of 1."""
    cairo = [
        [1, 1 / 3, 8, 3, 3, 7],
        [3, 1, 9, 3, 3, 9],
        [1 / 8, 1 / 9, 1, 1 / 6, 1 / 5, 2],
        [1 / 3, 1 / 3, 6, 1, 1 / 3, 6],
        [1 / 3, 1 / 3, 5, 3, 1, 6],
        [1 / 7, 1 / 9, 1 / 2, 1 / 6, 1 / 6, 1],
    ]
    assert ahp_weights(cairo) == pytest.approx((0.263, 0.397, 0.033, 0.116, 0.164, 0.027), abs=1.5e-3)


def test_a_slightly_inconsistent_matrix_is_taken() -> None:
    matrix = [[1, 3, 5], [1 / 3, 1, 3], [1 / 5, 1 / 3, 1]]  # consistency ratio .033
    assert ahp_weights(matrix) == pytest.approx((0.637, 0.258, 0.105), abs=1e-3)


def test_contradictions_are_refused() -> None:
    with pytest.raises(ValueError, match=r"contradict each other: consistency ratio \d\.\d+"):
        ahp_weights([[1, 5, 1 / 5], [1 / 5, 1, 5], [5, 1 / 5, 1]])


@pytest.mark.parametrize(
    "matrix",
    [
        [],
        [[1, 2], [0.5, 1], [1, 1]],
        [1, 2, 3],
        [[1, 2], [1]],
        [[1, 0], [1, 1]],
        [[1, -2], [-0.5, 1]],
        [[1, float("nan")], [1, 1]],
        [[1, 2], [2, 1]],
        [[2, 1], [1, 2]],
        [[1] * 10] * 10,
    ],
)
def test_what_is_no_comparison_matrix_is_refused(matrix: list[list[float]]) -> None:
    with pytest.raises(ValueError, match=r"."):
        ahp_weights(matrix)


def test_one_criterion_has_all_the_weight() -> None:
    assert ahp_weights([[1]]) == (1.0,)
    assert ahp_weights([[1, 4], [0.25, 1]]) == pytest.approx((0.8, 0.2))
