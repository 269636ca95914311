from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.topics.words.keyness import log_likelihood, log_ratio

pairs = st.integers(1, 10**6).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total)))


def test_the_value_is_that_of_the_contingency_table() -> None:
    # Worked out by hand: 侨 30 times in 1,000 words, 10 times in 4,000; expected 8 and 32.
    value = 2 * (30 * math.log(30 / 8) + 10 * math.log(10 / 32))
    assert log_likelihood(30, 1000, 10, 4000) == pytest.approx(value)


@given(pairs)
def test_equal_shares_are_no_evidence(pair: tuple[int, int]) -> None:
    count, total = pair
    assert log_likelihood(count, total, 3 * count, 3 * total) == pytest.approx(0, abs=1e-6)


@given(pairs, pairs)
def test_the_sign_says_in_which_text_a_word_is_more_frequent(a: tuple[int, int], b: tuple[int, int]) -> None:
    value = log_likelihood(*a, *b)
    assert math.isfinite(value)
    assert value == pytest.approx(-log_likelihood(*b, *a), abs=1e-9)
    if a[0] * b[1] > b[0] * a[1]:
        assert value >= 0
    if a[0] * b[1] < b[0] * a[1]:
        assert value <= 0


def test_more_text_with_the_same_shares_is_more_evidence() -> None:
    assert log_likelihood(200, 10_000, 100, 10_000) > log_likelihood(20, 1000, 10, 1000) > 0


@pytest.mark.parametrize("numbers", [(5, 4, 0, 10), (-1, 4, 0, 10), (0, 0, 0, 10), (1, 4, 11, 10)])
def test_impossible_counts_are_refused(numbers: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="occurrences in"):
        log_likelihood(*numbers)


def test_the_ratio_counts_doublings_and_survives_absence() -> None:
    assert log_ratio(80, 1000, 10, 1000) == 3
    assert log_ratio(4, 1000, 0, 1000) == 3  # absent: half an occurrence
