"""What grades teach beside the topic's own verdict, and models in topic folders and databases."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.errors import TopicError
from topiccrawl.relevance.learner import PageModel, SeenPage, learn_grades
from topiccrawl.relevance.learner.stored import (
    FILE,
    model_from_json,
    model_to_json,
    pages_from_json,
    pages_to_json,
    read_topic_model,
    write_topic_model,
)
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.folder import create_topic

THRESHOLD = 0.5
COMMON = [f"词{n}" for n in range(400)]
MODEL = PageModel({"党课": 2.0, "球队": -3.5}, -0.25, None, 60, 60)


def pages(telling: bool, count: int = 60, sites: int = 8, seed: int = 1) -> list[SeenPage]:
    """Graded pages whose verdicts say little; with `telling`, one word of either kind says more."""
    chance = random.Random(seed)
    found = []
    for number in range(count):
        relevant = chance.random() < 0.6
        relevance = min(0.95, max(0.05, chance.gauss(0.56 if relevant else 0.52, 0.05)))
        words = set(chance.sample(COMMON, 30))
        if telling and chance.random() < 0.8:
            words.add("党课" if relevant else "球队")
        site = f"s{number % sites}.cn"
        found.append(SeenPage(str(number), frozenset(words), 0, float(relevant), relevance, site))
    return found


@pytest.mark.parametrize("sites", [1, 3, 8])
def test_words_that_tell_are_learned_and_help_on_other_pages(sites: int) -> None:
    fit = learn_grades(pages(telling=True, sites=sites), THRESHOLD)
    assert fit.helps
    assert fit.moved > fit.plain + 0.05
    assert fit.sites == sites
    words = fit.model.words
    assert words["党课"] == max(words.values())
    assert words["球队"] == min(words.values())


def test_where_words_tell_nothing_they_do_not_seem_to_help() -> None:
    fits = [learn_grades(pages(telling=False, seed=seed), THRESHOLD) for seed in range(6)]
    assert np.mean([fit.moved - fit.plain for fit in fits if fit]) < 0.03
    assert not all(fit.helps for fit in fits if fit)


def test_what_tells_on_one_site_alone_does_not_help() -> None:
    """A word that only the relevant pages of each site have is no sign on another site."""
    own = [
        replace(page, words=page.words | {f"栏目{page.site}{page.grade}"}) for page in pages(telling=False)
    ]
    fit, plain = learn_grades(own, THRESHOLD), learn_grades(pages(telling=False), THRESHOLD)
    assert fit is not None and plain is not None
    assert abs(fit.moved - plain.moved) < 0.1


@pytest.mark.parametrize("share", [0.25, 0.75])
def test_pages_near_the_threshold_move_neither_up_nor_down(share: float) -> None:
    """Whether most graded pages are relevant or most are not, other pages stay as they are on average."""
    given = pages(telling=True, count=200)
    sides = [[page for page in given if page.grade == grade] for grade in (1.0, 0.0)]
    graded = sides[0][: int(share * 60)] + sides[1][: 60 - int(share * 60)]
    fit = learn_grades(graded, THRESHOLD)
    moved = [
        fit.model.moved(page.relevance, page.words) - page.relevance
        for page in pages(telling=True, count=200, seed=9)
    ]
    assert abs(np.mean(moved)) < 0.08
    assert np.std(moved) > 0.02


@pytest.mark.parametrize("count", [0, 9, 10])
def test_ten_pages_of_either_kind_must_be_graded(count: int) -> None:
    given = pages(telling=True, count=200)
    others = [page for page in given if page.grade == 0.0][:count]
    graded = [page for page in given if page.grade == 1.0] + others
    ungraded = [replace(page, grade=None) for page in given]
    assert (learn_grades([*graded, *ungraded], THRESHOLD) is not None) == (count == 10)


def test_the_same_pages_give_the_same_model_and_empty_texts_are_harmless() -> None:
    given = [*pages(telling=True), SeenPage("x", frozenset(), 0, 1.0, 0.6, "x.cn")]
    first, second = (learn_grades(given, THRESHOLD) for _ in range(2))
    assert first == second
    assert first is not None and first.model.grades == 60


@given(st.floats(0, 1), st.sets(st.sampled_from(["党课", "球队", "学习", "今天"])))
def test_a_word_for_a_page_never_lowers_it(relevance: float, words: set[str]) -> None:
    value = PageModel({"党课": 3.0}, 0.0, None, 20, 20).moved(relevance, words)
    assert 0 <= value <= 1
    assert value >= relevance - 1e-5
    assert PageModel({}, 0.0, None, 0, 0).moved(relevance, words) == pytest.approx(relevance, abs=1e-5)


@pytest.fixture
def topic(tmp_path: Path) -> Topic:
    return create_topic(tmp_path / "t", Draft("党建", ("支部", "党员")))


def test_a_topic_without_the_file_has_none(topic: Topic) -> None:
    assert read_topic_model(topic) is None


def test_what_was_written_is_read(topic: Topic, tmp_path: Path) -> None:
    write_topic_model(tmp_path / "t", MODEL, "topic calibrate` on grades.tsv", "ahead in 90 % of all pairs")
    assert (tmp_path / "t" / FILE).read_text("utf-8").startswith("# Written by `topiccrawl topic calibrate`")
    read = read_topic_model(Topic.load(tmp_path / "t"))
    assert (read.words, read.offset, read.topic_words) == (MODEL.words, MODEL.offset, None)


@pytest.mark.parametrize("cell", ["高", "", "nan", "inf"])
def test_a_weight_that_is_no_number_is_named(topic: Topic, tmp_path: Path, cell: str) -> None:
    (tmp_path / "t" / FILE).write_text(f"党课\t1\n球队\t{cell}\n", encoding="utf-8")
    with pytest.raises(TopicError, match=rf"{FILE}:2: weight '{cell}' is not a number"):
        read_topic_model(topic)


@pytest.mark.parametrize("topic_words", [None, frozenset({"支部"})])
def test_a_stored_model_of_the_other_kind_is_not_used(topic_words: frozenset[str] | None) -> None:
    """A topic may be judged by what crawls learn alone, and later no more."""
    stored = model_to_json(replace(MODEL, topic_words=topic_words))
    assert model_from_json(stored, topic_words) == replace(MODEL, topic_words=topic_words)
    assert model_from_json(stored, {"支部"} if topic_words is None else None) is None


def test_models_and_pages_of_earlier_versions_are_read() -> None:
    stored = {"words": {"球队": -3.5}, "offset": 0.5, "pages": 90, "grades": 3}
    assert model_from_json(stored, {"支部"}) == PageModel({"球队": -3.5}, 0.5, frozenset({"支部"}), 90, 3)
    [page] = pages_from_json([["http://a.cn/1", 2, 1.0, "党课 学习"]])
    assert page == SeenPage("http://a.cn/1", frozenset({"党课", "学习"}), 2, 1.0)
    graded = pages(telling=True, count=3)
    assert pages_from_json(pages_to_json(graded)) == graded
