"""The strategy `semantic`: paper A."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from priority.strategies.pages import fetched

from topiccrawl.errors import TopicError
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import Outcome, VisitedPage
from topiccrawl.priority.strategies.registry import make_strategy
from topiccrawl.priority.strategies.semantic import Semantic
from topiccrawl.priority.structure import StructureParameters
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.folder import create_topic

RELEVANT = "党支部书记讲党课，党员学习党章党规"
OTHER = "本市明天多云转晴，气温回升"


@pytest.fixture(scope="module")
def made() -> Semantic:
    strategy = make_strategy(Topic.load("partybuild"), "semantic")
    assert isinstance(strategy, Semantic)
    return strategy


@pytest.fixture
def strategy(made: Semantic) -> Semantic:
    return Semantic(made.focus)


@pytest.fixture(scope="module")
def literal() -> Semantic:
    strategy = make_strategy(
        Topic.load("partybuild").with_tables({"semantic": {"weights": "literal"}}), "semantic"
    )
    assert isinstance(strategy, Semantic)
    return strategy


def test_the_parameters_are_those_of_the_paper(strategy: Semantic, literal: Semantic) -> None:
    shipped = Topic.load("partybuild")
    for focus in (strategy.focus, literal.focus):
        similarity = focus.relevance.similarity.parameters
        assert (similarity.simd_scope, similarity.admit) == ("uncovered", "algorithm1")
        structure = focus.url_structure
        assert (structure.value, structure.scope) == ("similar", "all")
        assert structure.history == strategy.history.holds == "accepted"
    assert strategy.focus.topic.words == shipped.words
    assert strategy.focus.priority.evidence > 0
    assert (literal.focus.priority.evidence, literal.focus.priority.picture) == (0, 1)


def test_a_topic_may_have_a_history_for_each_host() -> None:
    topic = Topic.load("partybuild").with_tables({"semantic": {"scope": "host"}})
    structure = Semantic.prepare(topic).section("url_structure", StructureParameters)
    assert (structure.value, structure.scope) == ("similar", "host")


def test_literal_weights_are_formula_2_on_plain_counts(literal: Semantic) -> None:
    topic, shipped = literal.focus.topic, Topic.load("partybuild")
    word, row = next((word, row) for word, row in shipped.rows.items() if row.field(3))
    assert topic.words[word] == float(row.field(3)) != shipped.words[word]
    assert topic.mean_weight == shipped.tables["weights"]["raw_mean_all"]


def test_a_link_is_formula_5_with_one_history_for_all_hosts(strategy: Semantic) -> None:
    focus, text = strategy.focus, "党支部书记讲党课"
    alpha, beta, lam = focus.priority.weights
    url = "http://news.example.cn/dangjian/2021/1.html"
    context = LinkContext(text, description=0.4)
    before = strategy.link(url, context)
    assert before.value == pytest.approx(alpha * 0.4 + beta * focus.anchor(text))
    for number in range(20):
        strategy.visited(VisitedPage(f"http://news.example.cn/dangjian/2021/{number + 2}.html", Outcome.KEPT))
    assert strategy.link(url, context).value == pytest.approx(before.value + lam)
    for number in range(400):
        strategy.visited(VisitedPage(f"https://b{number}.example.org/x/y/z{number}", Outcome.KEPT))
    assert strategy.link(url, context).value == pytest.approx(before.value)


def test_vectors_and_structure_each_raise_a_link(tmp_path: Path) -> None:
    """火箭队 is near the topic word 勇士队 by vectors, and in no thesaurus; 昨夜回顾 says nothing."""
    topic = create_topic(tmp_path / "nba", Draft("篮球", ("勇士队", "季后赛", "扣篮", "三分球")))
    values = []
    for table in ({}, {"alpha": 0.5}):
        strategy = make_strategy(topic.with_tables({"semantic": table}), "semantic")
        for number in range(20):
            strategy.visited(VisitedPage(f"http://a.cn/nba/{number}.html", Outcome.KEPT))
        near, empty = LinkContext("火箭队客场取胜"), LinkContext("昨夜回顾")
        links = (
            ("http://a.cn/x/tea/y", near),
            ("http://a.cn/nba/99.html", empty),
            ("http://a.cn/x/tea/y", empty),
        )
        values.append([strategy.link(url, context).value for url, context in links])
    (by_vectors, by_structure, by_nothing), (without_vectors, *others) = values
    assert by_vectors > by_nothing < by_structure
    assert [without_vectors, *others] == [by_nothing, by_structure, by_nothing]


def test_chances_are_learned_from_the_descriptions_of_pages(strategy: Semantic) -> None:
    poor, good = "本市召开会议研究部署工作", "党支部书记讲党课"
    scores = {text: strategy.link("http://a.example.cn/1", LinkContext(text)).value for text in (poor, good)}
    before = {text: strategy.chance(score) for text, score in scores.items()}
    for number in range(20):
        for text, title in ((poor, OTHER), (good, RELEVANT)):
            page = fetched(title, url=f"http://a.example.cn/{number}.html")
            strategy.gate(replace(page, context=LinkContext(text)))
    after = {text: strategy.chance(score) for text, score in scores.items()}
    assert 0 < scores[poor] < scores[good]
    assert after[poor] / after[good] < before[poor] / before[good] < scores[poor] / scores[good]


def test_seeds_and_lists_teach_nothing_about_scores(strategy: Semantic) -> None:
    before = [strategy.chance(score / 10) for score in range(10)]
    for number in range(20):
        strategy.gate(fetched(RELEVANT, url=f"http://a.example.cn/{number}.html", seed=True))
        strategy.gate(fetched(RELEVANT, headlines=[RELEVANT] * 9, is_hub=True))
    assert [strategy.chance(score / 10) for score in range(10)] == before


def test_a_wrong_literal_scale_names_its_line(tmp_path: Path) -> None:
    (tmp_path / "words.tsv").write_text("党建\t1.0\t3\t0.5\n", encoding="utf-8")
    text = 'title = "党建"\nseeds = []\n[semantic]\nweights = "literal"\n[semantic.literal]\nanchor = -1.0\n'
    (tmp_path / "topic.toml").write_text(text, encoding="utf-8")
    with pytest.raises(TopicError, match=r"topic\.toml:6: \[semantic\.literal\] anchor = -1\.0"):
        make_strategy(Topic.load(tmp_path), "semantic")
