"""Graded relevance: being a topic word, and nearness to the topic words."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable

import numpy as np
import pytest

from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.similarity.algorithm import SimilarityParameters
from topiccrawl.relevance.similarity.similarity import Similarity
from topiccrawl.relevance.thesauri.cilin import Cilin
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.relevance.vectors.word_vectors import WordVectors
from topiccrawl.text.general_idf import word_information

GRADED = SimilarityParameters(admit="graded")


def _by_the_letter(topic: Topic, vectors: WordVectors, words: Iterable[str]) -> float:
    """Compute the relevance word by word and pair by pair, with GRADED's numbers."""
    information, centred = word_information(set(words)), vectors.centred()
    mean = np.mean([topic.weight(t) for t in topic.words])
    total = mass = 0.0
    for word in set(words):
        g = information.get(word, 1.0) if _in_vocabulary(word, topic, vectors) else 1.0
        mass += g
        if not topic.weight(word):
            continue
        own, *others = centred.matrix((word, *topic.words)).astype(float)
        row = [float(own @ other) for other in others]
        near = max(0.0, float(np.mean(sorted(row)[-5:])))
        if word in topic.words:
            total += g * (topic.weight(word) / mean + 0.5)
        else:
            total += g * 0.5 * near**4
    return total / mass if mass else 0.0


def _in_vocabulary(word: str, topic: Topic, vectors: WordVectors) -> bool:
    tables = (vectors.words, topic.words, topic.weights, Cilin.load().words)
    return any(word in table for table in tables)


@pytest.fixture(scope="module")
def graded(cilin: Cilin, vectors: WordVectors) -> Relevance:
    topic = Topic(
        name="cold",
        title="党建",
        seeds=(),
        domains=(),
        words=dict.fromkeys(("党员", "党支部", "主题党日", "党章", "入党", "党课"), 1.0) | {"纪委": 0.4},
        weights={"会议": 0.0},
    )
    return Relevance(topic, Similarity(cilin, vectors, GRADED))


def test_the_table_gives_the_numbers_of_the_formula(graded: Relevance, vectors: WordVectors) -> None:
    rng = random.Random(4)
    texts = [rng.sample(vectors.words, 8) for _ in range(3)]
    texts += [["党员", "会议", "曼联", "三会一课", "ξ"], ["会议"], ["纪委", "组织生活"], []]
    for words in texts:
        expected = _by_the_letter(graded.topic, vectors, words)
        assert graded.score_words(words) == pytest.approx(expected, abs=1e-6)


def test_a_near_word_counts_and_less_than_a_topic_word(graded: Relevance) -> None:
    assert 0 < graded.word_value("红烧肉") < graded.word_value("党小组") < graded.word_value("纪委")
    assert graded.word_value("会议") == 0  # weighs nothing


def test_what_has_no_topic_word_is_ordered_by_nearness(graded: Relevance) -> None:
    titles = ("基层组织生活会召开", "市民周末逛公园", "球队主场取胜")
    near, far, foreign = map(graded.score, titles)
    assert not graded.topic_words_in("".join(titles))
    assert near > 5 * max(far, foreign)


def test_without_similarity_only_topic_words_count(
    cilin: Cilin, vectors: WordVectors, graded: Relevance
) -> None:
    off = Similarity(cilin, vectors, dataclasses.replace(GRADED, share=0.0))
    relevance = Relevance(graded.topic, off)
    assert relevance.score("基层组织生活会召开") == 0
    assert relevance.score("党员上党课") > 0


def test_a_long_list_decides_by_its_own_words() -> None:
    parameters = dataclasses.replace(GRADED, share=0.5, long_list=100)
    assert [parameters.share_of(words) for words in (1, 100, 200, 1000)] == [0.5, 0.5, 0.25, 0.05]
    assert GRADED.share_of(10_000) == GRADED.share
    with pytest.raises(ValueError, match="long_list"):
        dataclasses.replace(GRADED, long_list=-1)
