"""The two-step score: one test for each case of its filter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.priority.two_step.score import TwoStepParameters, two_step_score

FILTER = TwoStepParameters(own_share=0.7, noise=0.2, high=0.6)
NO_FILTER = TwoStepParameters(noise=0.0, high=0.0)
SIMILARITY = st.floats(0, 1)


def test_the_known_answer_of_the_paper() -> None:
    for parameters in (FILTER, NO_FILTER):
        assert two_step_score(0.9, [0.9, 0.8, 0.7], parameters) == pytest.approx(0.87, abs=1e-12)


def test_children_turn_the_order_a_b_c_into_a_c_b() -> None:
    own = {"a": 0.9, "b": 0.8, "c": 0.7}
    children = {"a": [0.9, 0.8, 0.7], "b": [0.3, 0.1, 0.5], "c": [0.9, 1.0, 0.8]}
    scores = {page: two_step_score(own[page], children[page], NO_FILTER) for page in own}
    assert scores == pytest.approx({"a": 0.87, "b": 0.65, "c": 0.76}, abs=1e-12)
    assert sorted(own, key=own.__getitem__, reverse=True) == ["a", "b", "c"]
    assert sorted(own, key=scores.__getitem__, reverse=True) == ["a", "c", "b"]


@pytest.mark.parametrize(
    ("children", "counted"),
    [
        ([0.9, 0.1, 0.7, 0.0, 0.8], [0.9, 0.7, 0.8]),  # most are high: noise is dropped
        ([0.9, 0.4, 0.8], [0.9, 0.4, 0.8]),  # but not what lies between the thresholds
        ([0.59, 0.5], [0.0]),  # none is high: the second part is 0
        ([0.9, 0.1, 0.0, 0.2], [0.9, 0.1, 0.0, 0.2]),  # some are high: the plain mean
        ([0.9, 0.1], [0.9, 0.1]),  # half are not most
        ([0.6, 0.6, 0.2], [0.6, 0.6, 0.2]),  # the thresholds themselves
        ([0.6, 0.6, 0.19], [0.6, 0.6]),
    ],
)
def test_which_children_count(children: list[float], counted: list[float]) -> None:
    expected = 0.7 * 0.5 + 0.3 * sum(counted) / len(counted)
    assert two_step_score(0.5, children, FILTER) == pytest.approx(expected, abs=1e-12)


def test_a_stuffed_page_that_leads_nowhere_ranks_under_an_honest_one() -> None:
    stuffed = two_step_score(1.0, [0.05, 0.0, 0.1], FILTER)
    honest = two_step_score(0.75, [0.8, 0.7, 0.1], FILTER)
    unknown = two_step_score(0.75, [], FILTER)
    assert stuffed < honest
    assert stuffed < unknown


@given(SIMILARITY, st.lists(SIMILARITY, max_size=8), SIMILARITY, SIMILARITY, SIMILARITY)
def test_in_bounds(own: float, children: list[float], share: float, one: float, other: float) -> None:
    parameters = TwoStepParameters(share, min(one, other), max(one, other))
    assert 0 <= two_step_score(own, children, parameters) <= 1 + 1e-12
