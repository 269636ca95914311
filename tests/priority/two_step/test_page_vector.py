"""The similarity of a page to a topic in vector space."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.priority.two_step.page_vector import (
    PageWords,
    PositionWeights,
    VectorSpaceParameters,
    page_similarity,
)

K = {"国足": 3.0, "亚冠": 1.0, "中超": 2.0}
LITERAL, WHOLE = VectorSpaceParameters(space="topic"), VectorSpaceParameters(space="page")
WORDS = st.lists(st.sampled_from([*K, "天气", "股市"]), max_size=8)


def test_a_page_by_hand() -> None:
    # Title: 国足 中超. Anchor texts: 中超 天气 中超. Rest: 国足, four times, and 亚冠.
    page = PageWords(["国足", "中超"], ["中超", "天气", "中超"], ["国足"] * 4 + ["亚冠", "股市"])
    wf = {"国足": 3 + 4, "亚冠": 1, "中超": 3 + 2 * 2}
    assert page.frequencies() == {**wf, "天气": 2, "股市": 1}
    product = 3 * 7 + 1 * 1 + 2 * 7
    expected = product / (math.sqrt(9 + 1 + 4) * math.sqrt(49 + 1 + 49))
    assert page_similarity(page, K, LITERAL) == pytest.approx(expected, abs=1e-9)
    whole = product / (math.sqrt(9 + 1 + 4) * math.sqrt(49 + 1 + 49 + 4 + 1))
    assert page_similarity(page, K, WHOLE) == pytest.approx(whole, abs=1e-9)


def test_weights_of_positions_are_parameters() -> None:
    page = PageWords(["国足"], ["国足"], ["国足", "天气"])
    assert page.frequencies(PositionWeights(10, 0.5, 0)) == {"国足": 10.5, "天气": 0}


def test_words_in_title_and_anchor_texts_count_more_than_in_the_body() -> None:
    pages = (
        PageWords(["国足"], [], ["中超"]),
        PageWords([], ["国足"], ["中超"]),
        PageWords([], [], ["国足", "中超"]),
    )
    title, anchor, body = (page_similarity(page, {"国足": 1.0, "中超": 0.1}, LITERAL) for page in pages)
    assert title > anchor > body


def test_anchor_texts_are_taken_out_of_the_body() -> None:
    words = PageWords.of(["t"], ["a", "b", "b", "gone"], ["b", "a", "x", "b", "b", "x"])
    assert (words.title, words.anchor) == (["t"], ["a", "b", "b", "gone"])
    assert sorted(words.body) == ["b", "x", "x"]
    assert PageWords.of([], ["a"], ["a", "b", "c"], left_out=["b"]) == PageWords([], ["a"], ["c"])


def test_page_space_lowers_a_page_that_names_the_topic_in_passing() -> None:
    passing, about = PageWords(body=["国足"] + ["天气"] * 50), PageWords(body=["国足"] * 50)
    assert page_similarity(passing, K, LITERAL) == page_similarity(about, K, LITERAL)
    assert page_similarity(passing, K, WHOLE) < 0.1 * page_similarity(about, K, WHOLE)


@given(WORDS, WORDS, WORDS, st.sampled_from([LITERAL, WHOLE]))
def test_in_bounds(
    title: list[str], anchor: list[str], body: list[str], parameters: VectorSpaceParameters
) -> None:
    found = page_similarity(PageWords(title, anchor, body), K, parameters)
    assert 0 <= found <= 1
    assert (found > 0) == bool(K.keys() & {*title, *anchor, *body})
