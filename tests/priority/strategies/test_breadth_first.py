"""The strategy `breadth-first`."""

from __future__ import annotations

import pytest
from priority.strategies.pages import fetched

from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.breadth_first import BreadthFirst
from topiccrawl.priority.strategies.contract import SEED_SCORE
from topiccrawl.priority.strategies.formula_5 import Formula5
from topiccrawl.relevance.topic.topic import Topic

OTHER = "本市明天多云转晴，气温回升"


@pytest.fixture(scope="module")
def strategy() -> BreadthFirst:
    return BreadthFirst(Focus(Topic.load("partybuild")))


def test_the_nearer_to_the_seeds_the_sooner(strategy: BreadthFirst) -> None:
    scores = [
        strategy.link("http://a.test/", LinkContext("党建", depth=depth)).value for depth in range(1, 40)
    ]
    assert scores == sorted(set(scores), reverse=True)
    assert 0 < scores[-1] < scores[0] < SEED_SCORE


def test_words_do_not_count(strategy: BreadthFirst) -> None:
    contexts = (LinkContext("党建", description=0.9, depth=2), LinkContext(OTHER, depth=2))
    assert len({strategy.link("http://a.test/", context).value for context in contexts}) == 1
    assert strategy.should_enqueue(strategy.link("http://a.test/", contexts[1]))


def test_links_of_every_page_are_followed_and_lists_are_not_kept(strategy: BreadthFirst) -> None:
    page, hub = strategy.gate(fetched(OTHER)), strategy.gate(fetched(OTHER, is_hub=True))
    assert (page.follows, page.candidate, hub.follows, hub.candidate) == (True, True, True, False)


@pytest.mark.parametrize("title", [OTHER, "党支部书记讲党课，党员学习党章党规"])
def test_pages_are_kept_as_by_the_default(strategy: BreadthFirst, title: str) -> None:
    page, default = fetched(title), Formula5(strategy.focus)
    expected = default.verdict(page, default.gate(page), title * 5)
    assert strategy.verdict(page, strategy.gate(page), title * 5) == expected
