"""The link model learns from judged pages which links to follow."""

from __future__ import annotations

import random
import tracemalloc

import numpy as np
import pytest

from topiccrawl.priority.learning import link_model
from topiccrawl.priority.learning.features import GROUPS, NUMBERS, LinkScores
from topiccrawl.priority.learning.linear_model import LinearModel
from topiccrawl.priority.learning.link_model import LinkModel, probability
from topiccrawl.priority.learning.targets import Targets
from topiccrawl.priority.learning.yields import Yields
from topiccrawl.priority.link_context import LinkContext

WEAK = LinkScores(0.3, 0.3, 0.3)


def add(
    model: LinkModel, url: str, anchor: str, parent: str = "http://a.cn/", scores: LinkScores = WEAK
) -> float:
    return model.link(url, url, LinkContext(anchor=anchor, parent_url=parent), scores)


def teach(model: LinkModel, url: str, anchor: str, worth: float) -> None:
    add(model, url, anchor)
    model.fetch(url)
    model.learn(url, worth)


@pytest.fixture
def model() -> LinkModel:
    return LinkModel(str.split)


def test_without_lessons_formula_5_orders(model: LinkModel) -> None:
    good = add(model, "http://a.cn/1.html", "党课 开讲", scores=LinkScores(0.8, 0.8, 0.8))
    weak = add(model, "http://a.cn/2.html", "天气 预报")
    assert 0 < weak < good < 1


def test_words_of_anchor_texts_and_sections_of_sites_are_learned() -> None:
    words, sections = LinkModel(str.split), LinkModel(str.split)
    for n in range(60):
        teach(words, f"http://a.cn/x/{n}1000.html", "先锋 队伍", 1.0)
        teach(words, f"http://a.cn/x/{n}2000.html", "天气 预报", 0.0)
        teach(sections, f"http://a.cn/dangjian/{n}1000.html", f"标题{n}", 1.0)
        teach(sections, f"http://a.cn/yule/{n}1000.html", f"题目{n}", 0.0)
    good, bad = (add(words, f"http://b.cn/y/{word}.html", f"{word} 故事") for word in ("先锋", "天气"))
    assert good > bad + 0.2
    good, bad = (add(sections, f"http://a.cn/{one}/77777.html", "新") for one in ("dangjian", "yule"))
    assert good > bad + 0.3


def test_waiting_links_are_rescored_up_and_down(model: LinkModel) -> None:
    up = add(model, "http://a.cn/dangjian/1.html", "甲")
    down = add(model, "http://a.cn/yule/1.html", "乙")
    for n in range(30):
        teach(model, f"http://a.cn/dangjian/{n}1000.html", f"标题{n}", 1.0)
        teach(model, f"http://a.cn/yule/{n}1000.html", f"题目{n}", 0.0)
    scores = dict(model.rescore())
    assert scores["http://a.cn/dangjian/1.html"] > up
    assert scores["http://a.cn/yule/1.html"] < down
    assert dict(model.rescore()) == {}  # nothing was learned since


def test_links_far_from_the_top_get_new_scores_after_a_page_for_each_of_them(
    model: LinkModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_model, "_AMONG", 2)
    monkeypatch.setattr(link_model, "_LINKS_A_PAGE", 1)
    best = {f"http://a.cn/dangjian/{n}.html" for n in (1, 2)}
    others = {f"http://a.cn/dangjian/{n}.html" for n in range(3, 11)}
    for url in best:
        add(model, url, "甲", scores=LinkScores(0.8, 0.8, 0.8))
    for url in others:
        add(model, url, "乙")
    for n in range(9):  # one page fewer than links that wait
        teach(model, f"http://a.cn/dangjian/{n}1000.html", f"标题{n}", 1.0)
    assert dict(model.rescore()).keys() == best
    teach(model, "http://a.cn/dangjian/91000.html", "标题", 1.0)
    assert others <= dict(model.rescore()).keys()


def test_fetched_links_are_not_rescored(model: LinkModel) -> None:
    add(model, "http://a.cn/1.html", "甲")
    model.fetch("http://a.cn/1.html")
    for n in range(30):
        teach(model, f"http://a.cn/{n}1000.html", f"标题{n}", 1.0)
    assert dict(model.rescore()) == {}


def test_the_best_link_to_a_target_counts_and_all_words_do(model: LinkModel) -> None:
    first = add(model, "http://a.cn/1.html", "更多", scores=LinkScores(0.7, 0.1, 0.1))
    assert add(model, "http://a.cn/1.html", "党课", scores=LinkScores(0.2, 0.1, 0.1)) == pytest.approx(
        first, abs=0.02
    )
    for n in range(40):
        teach(model, f"http://a.cn/{n}1000.html", "党课", 1.0)
        teach(model, f"http://a.cn/{n}2000.html", "天气", 0.0)
    assert dict(model.rescore())["http://a.cn/1.html"] > first


def test_reasons_name_what_weighs_and_add_up_to_the_score(model: LinkModel) -> None:
    for n in range(40):
        teach(model, f"http://a.cn/dangjian/{n}1000.html", f"党课 标题{n}", 1.0)
        teach(model, f"http://a.cn/yule/{n}1000.html", f"天气 题目{n}", 0.0)
    url = "http://a.cn/dangjian/77777.html"
    score = add(model, url, "党课 天气")
    reasons = model.explain(url, url, ["党课 天气"]) or pytest.fail("it waits")
    assert probability(reasons.log_odds) == pytest.approx(score)
    assert sum(reasons.parts.values()) == pytest.approx(reasons.log_odds)
    words = {feature.name: feature.log_odds for feature in reasons.features["words"]}
    assert words["word:党课"] > 0.1 > -0.1 > words["word:天气"]
    assert reasons.features["names"][0].name == "directory:dangjian"
    (group,) = (one for one in reasons.features["yields"] if one.name == "d a.cn/dangjian")
    assert (group.worth, group.pages) == (40, 40)
    assert model.explain("http://a.cn/unknown.html", "http://a.cn/unknown.html") is None


def test_scoring_all_at_once_equals_scoring_one() -> None:
    rng = random.Random(3)
    linear, yields = LinearModel(len(NUMBERS) + len(GROUPS)), Yields()
    targets = Targets(empty=linear.size)
    for n in range(300):
        numbers = [1.0, *(rng.random() for _ in NUMBERS[1:])]
        groups = [yields.number(f"{kind}{rng.randrange(9)}") for kind in GROUPS]
        targets.add(str(n), numbers, groups, frozenset(rng.sample(range(1000), rng.randrange(1, 60))))
        example, own = targets.example(str(n), yields) or pytest.fail("added")
        linear.learn(example, rng.random())
        yields.learn(own, rng.random())
    scores = dict(targets.rescore(linear, yields, 0.0))
    assert len(scores) == 300
    for key, score in scores.items():
        example, _ = targets.example(key, yields) or pytest.fail("known")
        assert score == pytest.approx(linear.score(example), abs=1e-4)


def test_the_oldest_target_is_forgotten_when_there_are_too_many() -> None:
    linear, yields = LinearModel(len(NUMBERS) + len(GROUPS)), Yields()
    targets = Targets(empty=linear.size, capacity=5)
    for n in range(12):
        targets.add(str(n), [1.0] * len(NUMBERS), [0] * len(GROUPS), frozenset({n}))
    assert [str(n) in targets for n in (6, 7, 11)] == [False, True, True]
    assert {key for key, _ in targets.rescore(linear, yields, 0.0)} == {"7", "8", "9", "10", "11"}
    assert np.isfinite([score for _, score in targets.rescore(linear, yields, 0.0)]).all()


@pytest.mark.parametrize("worth", [0.0, 1.0])
def test_the_best_links_are_those_that_scoring_all_would_find(worth: float) -> None:
    linear, yields = LinearModel(len(NUMBERS) + len(GROUPS)), Yields()
    targets, others = (Targets(empty=linear.size) for _ in range(2))
    group = [yields.number(kind) for kind in GROUPS]
    for n in range(60):
        for some in (targets, others):
            some.add(str(n), [1.0, n / 60, *[0.0] * (len(NUMBERS) - 2)], group, frozenset({n}))
    waiting = dict(targets.rescore(linear, yields))  # what a frontier knows
    assert len(waiting) == 60
    rewritten = 0
    for n in range(59, 50, -1):
        example, _ = targets.example(str(n), yields) or pytest.fail("added")
        for _ in range(20):
            linear.learn(example, worth)
        new = dict(targets.rescore(linear, yields, near=5))
        rewritten += len(new)
        waiting |= new
        every = dict(others.rescore(linear, yields))
        best = sorted(every, key=every.__getitem__)[-5:]
        assert sorted(waiting, key=waiting.__getitem__)[-5:] == best
        assert all(waiting[key] == every[key] for key in best)
    assert rewritten < 9 * 60


def test_links_with_long_texts_are_remembered_in_little_memory() -> None:
    words: list[str] = []
    model = LinkModel(lambda anchor: words.append(anchor) or anchor.split())  # type: ignore[func-returns-value]
    anchor = "党员 学习 " * 100_000
    add(model, "http://a.cn/1.html", "党")  # what is made once
    tracemalloc.start()
    for number in range(20):
        add(model, f"http://a.cn/{number}.html", anchor + str(number))
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert used < 400_000 < len(anchor), "not one of the anchor texts"
    assert max(map(len, words)) == 100
