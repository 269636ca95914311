"""Cilin by the levels that two senses share."""

from __future__ import annotations

import pytest
from relevance.conftest import SMALL_CILIN

from topiccrawl.relevance.thesauri.cilin import Cilin
from topiccrawl.relevance.thesauri.cilin_path import CilinPath


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("支部", "支部", 1.0),
        ("支部", "党支部", 1.0),  # one line marked =
        ("党校", "团校", 0.5),  # one line marked #
        ("支部", "党委", 0.8),
        ("支部", "会议", 0.4),
        ("支部", "学习", 0.2),
        ("支部", "足球", 0.0),
        ("会议", "足球", 1.0),  # the best pair of senses counts
    ],
)
def test_the_share_by_hand(a: str, b: str, expected: float) -> None:
    cilin = CilinPath(SMALL_CILIN)
    assert cilin.similarity(a, b) == cilin.similarity(b, a) == pytest.approx(expected)


def test_the_words_are_those_of_cilin_and_the_values_others() -> None:
    assert CilinPath.load().words == Cilin.load().words
    assert CilinPath.load().fingerprint != Cilin.load().fingerprint
    assert CilinPath.load() is CilinPath.load()
