"""Every strategy that scores links admits those that lead on, behind all better ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from topiccrawl.page.anchors.link import COLUMN, PAGER, SOURCE
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import Strategy
from topiccrawl.priority.strategies.registry import STRATEGIES, make_strategy, strategy_named
from topiccrawl.relevance.topic.topic import Topic

SCORING = [name for name in STRATEGIES if name not in ("whole-site", "breadth-first")]
URL = "http://a.example.cn/dj/index_1.html"
WORDLESS = LinkContext("下一页", parent_url="http://a.example.cn/dj/", description=0.0)


@pytest.fixture(scope="module", params=SCORING)
def strategy(request: pytest.FixtureRequest) -> Strategy:
    try:
        topic = Topic.load("partybuild").with_tables({"url_vectors": {"samples": "http://b.test/x?id=7"}})
        return make_strategy(replace(topic, domains=()), request.param)
    except ImportError:
        pytest.skip(f"{request.param} needs an extra")


@pytest.mark.parametrize("role", [PAGER, SOURCE, COLUMN])
def test_links_that_lead_on_are_admitted_with_the_least_score(strategy: Strategy, role: str) -> None:
    plain, leading = strategy.rated(URL, WORDLESS), strategy.rated(URL, WORDLESS._replace(role=role))
    assert strategy.should_enqueue(leading)
    if not strategy.should_enqueue(plain):
        assert plain == strategy.link(URL, WORDLESS)
        assert leading.parts and strategy.least(leading) < leading.value < strategy.least(leading) + 1e-9
    better = strategy.rated(
        "http://a.example.cn/dj/1.html", WORDLESS._replace(anchor="党支部书记给党员讲党课", description=0.9)
    )
    assert better.value >= leading.value or not strategy.should_enqueue(better)


def test_traps_end_in_all_but_breadth_first() -> None:
    ends = {name for name in STRATEGIES if strategy_named(name).ends_traps}
    assert ends == set(STRATEGIES) - {"breadth-first"}
