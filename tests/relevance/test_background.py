"""The background level of a word list, and the scale that follows it."""

from __future__ import annotations

import dataclasses
import math
import random

import numpy as np
import pytest

from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.background import background_level
from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.topic.scale import Scale
from topiccrawl.relevance.topic.topic import Topic

VOCABULARY = ("党员", "干部", "会议", "球队", "支部")
SHARES = np.array([0.1, 0.2, 0.3, 0.1, 0.0])


def _level(topic_words: frozenset[str]) -> float:
    values = np.array([1.5, 0.2, 0.1, 0.0, 0.4])
    masses = np.array([1.0, 0.5, 0.5, 1.0, 1.0])
    return background_level(VOCABULARY, values, masses, topic_words, SHARES)


def test_it_is_what_a_general_document_scores_by_near_words() -> None:
    # 支部 is in no general document, and 党员 is a topic word.
    assert _level(frozenset({"党员"})) == pytest.approx((0.2 * 0.2 + 0.3 * 0.1) / (0.1 + 0.1 + 0.15 + 0.1))


def test_it_grows_with_the_length_of_a_long_list() -> None:
    short = _level(frozenset({"党员"}))
    assert _level(frozenset({"党员", *map(str, range(119))})) == pytest.approx(short)
    assert _level(frozenset({"党员", *map(str, range(299))})) == pytest.approx(2.5 * short)


def test_without_frequencies_there_is_none() -> None:
    assert background_level(VOCABULARY, np.ones(5), np.ones(5), frozenset(), np.zeros(5)) == 0


def test_a_scale_keeps_its_numbers_where_a_level_is_unknown() -> None:
    fitted = Scale(0.2, 0.02, 0.1, level=0.01)
    assert fitted.at(0.0) == fitted
    assert dataclasses.replace(fitted, level=0.0).at(0.5).body == 0.1
    assert fitted.at(0.001).body == pytest.approx(0.01)


def test_titles_follow_a_level_of_their_own() -> None:
    fitted = Scale(0.2, 0.02, 0.1, level=0.01, description_level=0.04)
    moved = fitted.at(0.001, 0.02)
    assert (moved.description, moved.anchor, moved.body) == pytest.approx((0.1, 0.002, 0.01))
    assert fitted.at(0.001, 0.0).description == pytest.approx(0.02)
    assert fitted.at(0.01, 0.04) == fitted


def test_equality_and_algorithm_1_have_no_level(partybuild: Topic) -> None:
    words = dict.fromkeys(random.Random(1).sample(sorted(partybuild.words), 30), 1.0)
    for similarity in ({"admit": "graded", "share": 0.0}, {"admit": "algorithm1", "th1": 0.95}):
        topic = dataclasses.replace(partybuild, words=words, tables={"similarity": similarity})
        level = Relevance(topic).level
        assert level == 0


@pytest.mark.parametrize("name", ["partybuild", "overseas", "football"])
def test_the_numbers_of_a_shipped_topic_hold_for_its_list(name: str) -> None:
    focus = Focus(Topic.load(name))
    assert focus.scale.level == focus.relevance.level
    assert bool(focus.topic.scale.description_level) == (name == "football")
    for part in ("description", "anchor", "body"):
        assert math.isclose(getattr(focus.scale, part), getattr(focus.topic.scale, part), rel_tol=0.01)


def test_a_shipped_topic_with_30_of_its_words_still_keeps_pages(partybuild: Topic) -> None:
    words = random.Random(1).sample(sorted(partybuild.words), 30)
    cut = dataclasses.replace(partybuild, words={word: partybuild.words[word] for word in words})
    focus, title = Focus(cut), "基层党组织书记讲党课"
    assert not focus.relevance.topic_words_in(title)
    assert focus.description(title) >= focus.gate.threshold
    fixed = dataclasses.replace(cut.scale, level=0.0)
    assert focus.relevance.score(title) / fixed.description < focus.gate.threshold


def test_fewer_words_of_a_short_list_are_as_much_evidence() -> None:
    whole = Focus(Topic.load("overseas"))
    words = random.Random(1).sample(sorted(whole.topic.words), 30)
    cut = Focus(dataclasses.replace(whole.topic, words={word: whole.topic.words[word] for word in words}))
    assert whole.verdict.words_share == pytest.approx(0.3, rel=0.01)
    assert 0.1 < cut.verdict.words_share < 0.2
    assert whole.verdict.words / 10 < cut.verdict.words < whole.verdict.words / 3
    assert (cut.verdict.threshold, cut.verdict.body_share) == (
        whole.verdict.threshold,
        whole.verdict.body_share,
    )
