"""The strategy `whole-site`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from topiccrawl.priority.focus import Focus
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
    urls = ("https://a.test/1", "http://b.test/", "http://ca.test/", "http://c.test/", "http://[")
    assert [strategy.in_scope(url) for url in urls] == [True, True, False, False, False]


def test_hosts_below_those_of_the_seeds_are_parts_of_the_site(focus: Focus) -> None:
    strategy = site(focus, seeds=("http://www.town.test/", "http://news.other.test/"))
    inside = ("http://town.test/1", "http://dj.news.other.test/1", "http://a.www.town.test/")
    outside = ("http://dj.town.test/1", "http://other.test/", "http://www.other.test/")
    assert [strategy.in_scope(url) for url in (*inside, *outside)] == [True] * 3 + [False] * 3
