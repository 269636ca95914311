"""What the scores of links turned out to be worth."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.priority.score_chances import ScoreChances

UNIT = st.floats(0, 1)


@given(st.lists(st.tuples(UNIT, UNIT), max_size=60), UNIT)
def test_a_chance_is_between_0_and_1(pages: list[tuple[float, float]], score: float) -> None:
    chances = ScoreChances()
    for found, relevance in pages:
        chances.add(found, relevance)
    assert 0 <= chances.of(score) <= 1


@given(UNIT, UNIT)
def test_before_the_first_page_a_better_score_has_the_better_chance(one: float, other: float) -> None:
    chances = ScoreChances()
    low, high = sorted((one, other))
    assert chances.of(low) <= chances.of(high)


def test_a_small_difference_of_scores_can_be_a_large_one_of_chances() -> None:
    chances = ScoreChances()
    for _ in range(30):
        chances.add(0.54, 0.5)
        chances.add(0.38, 0.1)
    assert chances.of(0.54) > 0.95
    assert 0.2 < chances.of(0.38) < 0.3
    assert chances.of(0.38) < chances.of(0.42) < chances.of(0.46) < chances.of(0.54)


def test_a_low_score_that_leads_to_relevant_pages_is_sure() -> None:
    chances = ScoreChances()
    before = chances.of(0.3)
    for _ in range(30):
        chances.add(0.3, 0.6)
    assert before < 0.3 < 0.9 < chances.of(0.3)


def test_pages_that_are_worth_nothing_teach_nothing_about_the_best() -> None:
    chances = ScoreChances()
    for _ in range(30):
        chances.add(0.2, 0.0)
    assert chances.of(0.6) == 1
