"""Formula 2."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.topics.making.weights import FLOOR, TopicWeights, smoothed_weight, words_table

DOMAIN = [["支部", "支部", "学习"], ["支部", "会议"], ["支部"]]
GENERAL = [["足球", "会议"], ["足球"], ["天气", "天气"]]
DOCUMENTS = st.lists(st.lists(st.sampled_from("甲乙丙丁"), max_size=6), max_size=6)


@pytest.mark.parametrize(
    ("word", "count", "documents"),
    [("支部", 4, 3), ("学习", 1, 1), ("会议", 1, 2), ("足球", 0, 2), ("天气", 0, 1)],
)
def test_raw_weights_are_formula_2(word: str, count: int, documents: int) -> None:
    weights = TopicWeights.of((("a", words) for words in DOMAIN), (("b", words) for words in GENERAL))
    assert weights.words[word].raw == pytest.approx(count / 6 * math.log(6 / documents))
    assert (weights.words[word].count, weights.words[word].documents) == (count, documents)
    raw = [entry.raw for entry in weights.words.values()]
    assert weights.means()["raw_mean_all"] == pytest.approx(sum(raw) / len(raw))


@given(DOCUMENTS, DOCUMENTS)
def test_weights_are_finite_and_not_negative(domain: list[list[str]], general: list[list[str]]) -> None:
    weights = TopicWeights.of((("a", words) for words in domain), (("b", words) for words in general))
    assert all(0 <= entry.raw < math.inf and 0 <= entry.smoothed <= 1 for entry in weights.words.values())


def documents(source: str, number: int, *words: str) -> list[tuple[str, list[str]]]:
    return [(source, list(words))] * number


def test_a_word_that_was_seen_once_weighs_less_than_a_frequent_one_but_more_than_nothing() -> None:
    weights = TopicWeights.of(
        [("", ["支部", "红船"]), *documents("", 29, "支部", "会议")], documents("", 30, "会议")
    ).words
    assert 0 == weights["会议"].weight() < weights["红船"].weight() < weights["支部"].weight() == 1


def test_the_mean_is_one_of_the_words_of_the_domain() -> None:
    weights = TopicWeights.of(documents("", 4, "支部"), documents("", 4, "足球", "天气", "股市"))
    assert weights.means()["mean"] == weights.words["支部"].weight() == 1
    assert weights.means()["mean_all"] == 0.25


def test_each_source_weighs_the_same() -> None:
    large, small = documents("large", 980, "党代会"), documents("small", 80, "党课")
    weights = TopicWeights.of([*large, *small], documents("other", 1000, "足球")).words
    assert weights["党课"].smoothed == pytest.approx(weights["党代会"].smoothed, rel=0.05)


def test_no_source_has_more_than_half_of_a_weight() -> None:
    here = [*documents("a", 100, "分党委", "党课"), *documents("b", 100, "党课")]
    weights = TopicWeights.of(here, documents("c", 200, "足球")).words
    assert weights["分党委"].smoothed > 2 * FLOOR
    assert weights["分党委"].weight(FLOOR) == 2 * FLOOR
    assert weights["党课"].weight(FLOOR) == weights["党课"].smoothed > 2 * FLOOR


def test_a_single_source_is_not_judged_by_the_others() -> None:
    here = [*documents("a", 100, "分党委"), *documents("b", 10, "党课")]
    weights = TopicWeights.of(here, documents("c", 200, "足球")).words
    assert weights["分党委"].weight(FLOOR) == weights["分党委"].smoothed


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.integers(1, 10_000))
def test_smoothed_weights_grow_with_the_share_in_the_domain(a: float, b: float, q: float, n: int) -> None:
    low, high = sorted((smoothed_weight(a, q, n), smoothed_weight(b, q, n)))
    assert 0 <= low <= high <= 1 + 1e-9
    assert smoothed_weight(max(a, b), q, n) == high


def test_general_topic_words_are_found_for_the_overrides() -> None:
    weights = TopicWeights.of(documents("", 9, "支部", "学习"), documents("", 9, "学习"))
    assert weights.too_general(["支部", "学习", "红船"]) == {"学习": 0.0}


def test_the_table_leaves_the_weight_of_unseen_words_empty() -> None:
    weights = TopicWeights.of(documents("", 9, "支部"), documents("", 9, "学习", "会议"))
    assert words_table(["支部", "红船", "学习"], weights).splitlines()[1:] == [
        f"支部\t1\t9\t{9 / 18 * math.log(2):.6g}",
        "红船\t\t0\t",
        "学习\t\t0\t",
    ]
