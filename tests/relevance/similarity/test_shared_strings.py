"""Pairs of words of which a set knows only shared characters."""

from __future__ import annotations

import pytest

from topiccrawl.relevance.similarity.cosines import Cosines
from topiccrawl.relevance.similarity.shared_strings import SharedStrings
from topiccrawl.relevance.vectors.word_vectors import WordVectors

PAIRS = [
    ("红旗渠", "红旗", "composed"),  # of 红旗 and 渠
    ("红旗", "红旗渠", "composed"),
    ("红旗渠", "红旗渠", ""),  # a word with itself
    ("红旗渠", "足球", ""),
    ("侨联", "曼联", "refused"),
    ("侨联", "侨胞", "refused"),
    ("侨胞", "侨联", "refused"),
    ("侨联", "足球", ""),
    ("足球", "足够", ""),  # the set has both
]


@pytest.mark.parametrize(("word", "topic_word", "expected"), PAIRS)
def test_which_pairs_share_strings_only(
    vectors: WordVectors, word: str, topic_word: str, expected: str
) -> None:
    factor, refused = SharedStrings(vectors, (topic_word,)).of((word,))
    assert (factor.item() < 1, refused.item()) == (expected == "composed", expected == "refused")


def test_many_pairs_at_once_are_the_pairs_one_by_one(vectors: WordVectors) -> None:
    words = tuple(dict.fromkeys(word for word, *_ in PAIRS))
    others = tuple(dict.fromkeys(word for _, word, _ in PAIRS))
    found = Cosines(vectors, others).of(words)
    for row, word in enumerate(words):
        for column, other in enumerate(others):
            cosine, known = Cosines(vectors, (other,)).of((word,))
            assert found[0][row, column] == pytest.approx(cosine[0, 0], abs=1e-6)
            assert found[1][row, column] == known[0, 0]
