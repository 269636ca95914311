"""The two-step score: one test for each case of its filter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.priority.two_step.score import TwoStepParameters, TwoStepScore, two_step_score

FILTER = TwoStepParameters(own_share=0.7, noise=0.2, high=0.6)
NO_FILTER = TwoStepParameters(noise=0.0, high=0.0)
SIMILARITY = st.floats(0, 1)


def test_the_known_answer_of_the_paper() -> None:
    for parameters in (FILTER, NO_FILTER):
        assert two_step_score(0.9, [0.9, 0.8, 0.7], parameters).value == pytest.approx(0.87, abs=1e-12)


def test_children_turn_the_order_a_b_c_into_a_c_b() -> None:
    own = {"a": 0.9, "b": 0.8, "c": 0.7}
    children = {"a": [0.9, 0.8, 0.7], "b": [0.3, 0.1, 0.5], "c": [0.9, 1.0, 0.8]}
    scores = {page: two_step_score(own[page], children[page], NO_FILTER).value for page in own}
    assert scores == pytest.approx({"a": 0.87, "b": 0.65, "c": 0.76}, abs=1e-12)
    assert sorted(own, key=own.__getitem__, reverse=True) == ["a", "b", "c"]
    assert sorted(own, key=scores.__getitem__, reverse=True) == ["a", "c", "b"]


def test_mostly_high_children_drop_noise_and_count_without_it() -> None:
    found = two_step_score(0.5, [0.9, 0.1, 0.7, 0.0, 0.8], FILTER)
    assert found.noise == (1, 3)
    assert found.children == pytest.approx(0.8, abs=1e-12)
    assert found.value == pytest.approx(0.7 * 0.5 + 0.3 * 0.8, abs=1e-12)


def test_mostly_high_children_keep_a_child_between_the_thresholds() -> None:
    found = two_step_score(0.5, [0.9, 0.4, 0.8], FILTER)
    assert found.noise == ()
    assert found.children == pytest.approx(0.7, abs=1e-12)


def test_no_high_child_takes_the_second_part_away() -> None:
    found = two_step_score(0.5, [0.59, 0.5], FILTER)
    assert found == TwoStepScore(pytest.approx(0.35, abs=1e-12))


def test_some_high_children_give_the_plain_mean() -> None:
    found = two_step_score(0.5, [0.9, 0.1, 0.0, 0.2], FILTER)
    assert found.noise == ()
    assert found.value == pytest.approx(0.7 * 0.5 + 0.3 * 0.3, abs=1e-12)


def test_half_of_the_children_are_not_most_of_them() -> None:
    assert two_step_score(0.5, [0.9, 0.1], FILTER).noise == ()


def test_the_thresholds_themselves() -> None:
    assert two_step_score(0.5, [0.6, 0.6, 0.2], FILTER).noise == ()
    assert two_step_score(0.5, [0.6, 0.6, 0.19], FILTER).noise == (2,)


def test_a_stuffed_page_that_leads_nowhere_ranks_under_an_honest_one() -> None:
    stuffed = two_step_score(1.0, [0.05, 0.0, 0.1], FILTER).value
    honest = two_step_score(0.75, [0.8, 0.7, 0.1], FILTER).value
    unknown = two_step_score(0.75, [], FILTER).value
    assert stuffed < honest
    assert stuffed < unknown


@given(SIMILARITY, st.lists(SIMILARITY, max_size=8), SIMILARITY, SIMILARITY, SIMILARITY)
def test_in_bounds(own: float, children: list[float], share: float, one: float, other: float) -> None:
    parameters = TwoStepParameters(share, min(one, other), max(one, other))
    found = two_step_score(own, children, parameters)
    assert 0 <= found.value <= 1 + 1e-12
    assert all(children[place] < parameters.noise for place in found.noise)


@given(SIMILARITY, st.lists(SIMILARITY, max_size=8), st.randoms())
def test_the_order_of_the_children_does_not_matter(own: float, children: list[float], random: object) -> None:
    other = list(children)
    random.shuffle(other)  # type: ignore[attr-defined]
    assert two_step_score(own, other, FILTER).value == pytest.approx(
        two_step_score(own, children, FILTER).value, abs=1e-12
    )
