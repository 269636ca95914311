"""Repeated links are told from new ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.scored_links import ScoredLinks
from topiccrawl.priority.strategies.contract import Outcome, VisitedPage
from topiccrawl.priority.strategies.formula_5 import Formula5
from topiccrawl.relevance.topic.topic import Topic

MENU = "http://a.test/dj/"
LINK = LinkContext(anchor="党建频道", description=0.4)

URLS = st.sampled_from([f"http://a.test/{section}/{n}.html" for section in ("dj", "cj") for n in (1, 2)])
CONTEXTS = st.builds(
    LinkContext,
    anchor=st.sampled_from(["党建频道", "财经", "党支部书记讲党课", ""]),
    description=st.sampled_from([0.0, 0.3, 0.6]),
    picture=st.booleans(),
    seed=st.just(False),  # a seed is never asked about
)


@pytest.fixture(scope="module")
def focus() -> Focus:
    return Focus(Topic.load("partybuild"))


def test_a_link_of_a_menu_is_scored_once_for_pages_that_are_no_better() -> None:
    scored = ScoredLinks()
    assert not scored.has_better(MENU, LINK, 0.0)
    scored.add(MENU, LINK, 0.0)
    assert scored.has_better(MENU, LINK, 0.0)
    assert scored.has_better(MENU, LinkContext(anchor=LINK.anchor, description=0.3), 0.0)
    assert not scored.has_better(MENU, LinkContext(anchor=LINK.anchor, description=0.5), 0.0)
    assert not scored.has_better(MENU, LINK, 1.0)
    assert not scored.has_better(MENU, LinkContext(anchor="党建", description=0.4), 0.0)
    assert not scored.has_better("http://b.test/dj/", LINK, 0.0)
    assert not scored.has_better(MENU, LINK._replace(role="pager"), 0.0)


def test_memory_is_bounded() -> None:
    scored = ScoredLinks(8)
    for number in range(30):
        scored.add(f"http://a.test/{number}", LINK, 0.0)
        assert scored.has_better(f"http://a.test/{number}", LINK, 0.0)
    known = [number for number in range(30) if scored.has_better(f"http://a.test/{number}", LINK, 0.0)]
    assert 1 <= len(known) <= 8


@given(steps=st.lists(st.tuples(URLS, CONTEXTS, st.booleans()), max_size=25))
def test_what_is_called_a_repetition_never_scores_higher(
    focus: Focus, steps: list[tuple[str, LinkContext, bool]]
) -> None:
    strategy = Formula5(focus)
    best: dict[str, float] = {}
    for url, context, accepted in steps:
        repeated = strategy.is_repetition(url, context, waits=True)
        value = strategy.link(url, context).value
        assert not repeated or value <= best[url]
        best[url] = max(value, best.get(url, 0.0))
        # The structure of the URLs of this section is worth more, or less, from now on.
        strategy.visited(VisitedPage(url, Outcome.KEPT if accepted else Outcome.REJECTED))
