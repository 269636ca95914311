"""The similarity of a page to a topic in vector space."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.priority.two_step.page_vector import (
    PageSimilarity,
    PageWords,
    PositionWeights,
    cosine,
)

K = {"国足": 3.0, "亚冠": 1.0, "中超": 2.0}
WORDS = st.lists(st.sampled_from([*K, "天气", "股市"]), max_size=8)


def test_a_page_by_hand() -> None:
    # Title: 国足 中超. Anchor texts: 中超 天气 中超. Rest: 国足, four times, and 亚冠.
    page = PageWords(["国足", "中超"], ["中超", "天气", "中超"], ["国足"] * 4 + ["亚冠", "股市"])
    wf = {"国足": 3 + 4, "亚冠": 1, "中超": 3 + 2 * 2}
    assert page.frequencies() == {**wf, "天气": 2, "股市": 1}
    product = 3 * 7 + 1 * 1 + 2 * 7
    expected = product / (math.sqrt(9 + 1 + 4) * math.sqrt(49 + 1 + 49))
    assert PageSimilarity(K).of(page) == pytest.approx(expected, abs=1e-9)
    whole = product / (math.sqrt(9 + 1 + 4) * math.sqrt(49 + 1 + 49 + 4 + 1))
    assert PageSimilarity(K, space="page").of(page) == pytest.approx(whole, abs=1e-9)


def test_weights_of_positions_are_parameters() -> None:
    page = PageWords(["国足"], ["国足"], ["国足", "天气"])
    assert page.frequencies(PositionWeights(10, 0.5, 0)) == {"国足": 10.5, "天气": 0}


def test_words_in_title_and_anchor_texts_count_more_than_in_the_body() -> None:
    similarity = PageSimilarity({"国足": 1.0, "中超": 0.1})
    in_title = similarity.of(PageWords(["国足"], [], ["中超"]))
    in_anchor = similarity.of(PageWords([], ["国足"], ["中超"]))
    in_body = similarity.of(PageWords([], [], ["国足", "中超"]))
    assert in_title > in_anchor > in_body


def test_anchor_texts_are_taken_out_of_the_body() -> None:
    words = PageWords.of(["t"], ["a", "b", "b", "gone"], ["b", "a", "x", "b", "b", "x"])
    assert (words.title, words.anchor) == (["t"], ["a", "b", "b", "gone"])
    assert sorted(words.body) == ["b", "x", "x"]
    assert PageWords.of([], ["a"], ["a", "b", "c"], left_out=["b"]) == PageWords([], ["a"], ["c"])


def test_page_space_lowers_a_page_that_names_the_topic_in_passing() -> None:
    passing, about = PageWords(body=["国足"] + ["天气"] * 50), PageWords(body=["国足"] * 50)
    literal = PageSimilarity(K)
    whole = PageSimilarity(K, space="page")
    assert literal.of(passing) == literal.of(about)
    assert whole.of(passing) < 0.1 * whole.of(about)


@given(WORDS, WORDS, WORDS, st.sampled_from(["topic", "page"]))
def test_in_bounds(title: list[str], anchor: list[str], body: list[str], space: str) -> None:
    similarity = PageSimilarity(K, space=space)  # type: ignore[arg-type]
    words = PageWords(title, anchor, body)
    assert 0 <= similarity.of(words) <= 1
    assert (similarity.of(words) > 0) == bool(K.keys() & {*title, *anchor, *body})


def test_a_page_in_the_proportions_of_the_topic_has_1() -> None:
    page = PageWords(body=["国足"] * 3 + ["亚冠"] + ["中超"] * 2)
    assert PageSimilarity(K).of(page) == pytest.approx(1, abs=1e-12)


def test_cosine_of_a_zero_vector() -> None:
    assert cosine({}, K) == cosine({"国足": 0.0}, K) == 0
