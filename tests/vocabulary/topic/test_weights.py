"""Formula 2."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.vocabulary.topic.weights import TermWeight, term_weights

DOMAIN = [["支部", "支部", "学习"], ["支部", "会议"], ["支部"]]
GENERAL = [["足球", "会议"], ["足球"], ["天气", "天气"]]
DOCUMENTS = st.lists(st.lists(st.sampled_from("甲乙丙丁"), max_size=6), max_size=6)


@pytest.mark.parametrize(
    ("word", "count", "documents"),
    [("支部", 4, 3), ("学习", 1, 1), ("会议", 1, 2), ("足球", 0, 2), ("天气", 0, 1)],
)
def test_formula_2_by_hand(word: str, count: int, documents: int) -> None:
    expected = TermWeight(count / 6 * math.log(6 / documents), count, documents)
    assert term_weights(DOMAIN, GENERAL)[word] == expected


def test_the_literal_count_looks_at_domain_documents_alone() -> None:
    literal = term_weights(DOMAIN, GENERAL, literal=True)
    assert literal.keys() == {"支部", "学习", "会议"}
    assert literal["支部"].weight == 0  # in every domain document: the paper's text would throw it away
    assert literal["会议"].weight == pytest.approx(1 / 3 * math.log(3))
    assert literal == term_weights(DOMAIN)


def test_no_documents_have_no_words() -> None:
    assert term_weights([]) == {}
    assert term_weights([[]], [[]]) == {}


def test_documents_may_come_as_a_stream() -> None:
    assert term_weights(iter(DOMAIN), iter(GENERAL)) == term_weights(DOMAIN, GENERAL)


@given(DOCUMENTS, DOCUMENTS, st.booleans())
def test_weights_are_finite_and_not_negative(
    domain: list[list[str]], general: list[list[str]], literal: bool
) -> None:
    for weight in term_weights(domain, general, literal).values():
        assert 0 <= weight.weight < math.inf
        assert weight.documents >= 1
    assert term_weights(domain[::-1], general, literal) == term_weights(domain, general, literal)
