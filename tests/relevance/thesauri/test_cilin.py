"""Similarity over Cilin."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from topiccrawl.relevance.thesauri.cilin import Cilin


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("支部", "支部", 1.0),
        ("支部", "党支部", 1.0),  # one line marked =
        ("党校", "团校", 0.5),  # one line marked #
        ("支部", "党委", 0.96 * _cos(3) * (3 - 1 + 1) / 3),  # part at level 5 among 3, neighbours
        ("支部", "党校", 0.96 * _cos(3) * (3 - 2 + 1) / 3),
        ("支部", "小组", 0.9 * _cos(2) * (2 - 1 + 1) / 2),  # level 4
        ("支部", "会议", 0.8 * _cos(2) * (2 - 1 + 1) / 2),  # level 3; the other sense of 会议 is far
        ("支部", "学习", 0.65 * _cos(2) * (2 - 1 + 1) / 2),  # level 2
        ("支部", "足球", 0.1),  # different trees
        ("会议", "足球", 1.0),  # the best pair of senses counts
    ],
)
def test_the_formula_by_hand(small_cilin: Cilin, a: str, b: str, expected: float) -> None:
    assert small_cilin.similarity(a, b) == pytest.approx(expected, abs=1e-12)
    assert small_cilin.similarity(b, a) == small_cilin.similarity(a, b)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("国民", 1.0),
        ("群众", 0.957661),
        ("党群", 0.897808),
        ("市民", 0.540593),
        ("志愿者", 0.225247),
        ("先锋", 0.180198),
    ],
)
def test_published_values_for_people(cilin: Cilin, word: str, expected: float) -> None:
    assert cilin.similarity("人民", word) == pytest.approx(expected, abs=1e-6)


def test_unknown_words_have_no_similarity(cilin: Cilin) -> None:
    assert cilin.similarity("两学一做", "学习") is None
    assert cilin.similarity("学习", "两学一做") is None
    assert cilin.similarity("两学一做", "两学一做") is None
    assert "两学一做" not in cilin
    assert "学习" in cilin
    assert not cilin.row("两学一做").any()
    assert cilin.row("两学一做").shape == (len(cilin.words),)


def test_a_row_equals_the_single_values(cilin: Cilin) -> None:
    rnd = random.Random(7)
    for word in rnd.sample(cilin.words, 12):
        row = cilin.row(word)
        others = [*rnd.sample(range(len(cilin.words)), 150), cilin.words.index(word)]
        assert [row[n] for n in others] == [cilin.similarity(word, cilin.words[n]) for n in others]


def test_all_values_are_in_range(cilin: Cilin) -> None:
    for word in random.Random(3).sample(cilin.words, 60):
        row = cilin.row(word)
        assert row.min() >= 0
        assert row.max() == 1
        assert np.isfinite(row).all()


def test_the_packaged_thesaurus_is_whole(cilin: Cilin) -> None:
    assert len(cilin.words) == 77_431
    assert cilin.words == tuple(sorted(set(cilin.words)))
    assert Cilin.load() is cilin
