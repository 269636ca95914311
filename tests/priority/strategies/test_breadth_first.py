"""The strategy `breadth-first`."""

from __future__ import annotations

import pytest

from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.breadth_first import BreadthFirst
from topiccrawl.relevance.topic.topic import Topic

OTHER = "本市明天多云转晴，气温回升"


@pytest.fixture(scope="module")
def strategy() -> BreadthFirst:
    return BreadthFirst(Focus(Topic.load("partybuild")))


def test_words_do_not_count(strategy: BreadthFirst) -> None:
    contexts = (LinkContext("党建", description=0.9, depth=2), LinkContext(OTHER, depth=2))
    assert len({strategy.link("http://a.test/", context).value for context in contexts}) == 1
    assert strategy.should_enqueue(strategy.link("http://a.test/", contexts[1]))
