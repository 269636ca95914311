"""The strategy `whole-site`."""

from __future__ import annotations

from dataclasses import replace

import pytest
from priority.strategies.pages import fetched

from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import SEED_SCORE
from topiccrawl.priority.strategies.whole_site import WholeSite
from topiccrawl.relevance.topic.topic import Topic

OTHER = "本市明天多云转晴，气温回升"
TOPIC = Topic.load("partybuild")


@pytest.fixture(scope="module")
def focus() -> Focus:
    return Focus(TOPIC)


def site(focus: Focus, *, seeds: tuple[str, ...] = (), domains: tuple[str, ...] = ()) -> WholeSite:
    focus.topic = replace(TOPIC, seeds=seeds, domains=domains)
    return WholeSite(focus)


def test_the_domains_of_the_topic_are_the_sites(focus: Focus) -> None:
    strategy = site(focus, seeds=("http://other.test/",), domains=("gov.test",))
    urls = ("http://www.gov.test/1", "http://gov.test/", "http://other.test/", "http://ygov.test/")
    assert [strategy.in_scope(url) for url in urls] == [True, True, False, False]


def test_without_domains_the_hosts_of_the_seeds_are(focus: Focus) -> None:
    strategy = site(focus, seeds=("http://A.test/x", "https://b.test:81/"))
    urls = ("https://a.test/1", "http://b.test/", "http://www.a.test/", "http://c.test/", "http://[")
    assert [strategy.in_scope(url) for url in urls] == [True, True, False, False, False]


def test_the_deeper_the_sooner(focus: Focus) -> None:
    strategy = site(focus, seeds=("http://a.test/",))
    scores = [strategy.link("http://a.test/1", LinkContext(depth=depth)).value for depth in range(1, 40)]
    assert scores == sorted(set(scores))
    assert 0 < scores[0] < scores[-1] < SEED_SCORE


def test_every_page_is_followed_and_kept_whatever_its_relevance(focus: Focus) -> None:
    strategy = site(focus, seeds=("http://a.test/",))
    page = fetched(OTHER)
    passage = strategy.gate(page)
    verdict = strategy.verdict(page, passage, OTHER)
    assert (passage.follows, passage.candidate, verdict.kept) == (True, True, True)
    assert verdict.relevance < focus.verdict.threshold
    assert not strategy.gate(fetched(OTHER, is_hub=True)).candidate
