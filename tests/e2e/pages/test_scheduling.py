"""In which order a real crawl asks for pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import crawl, hub, other_stories, stories, story_page
from e2e.fault_server import FaultServer

PARTY = stories()
ONE_AT_A_TIME = {"CONCURRENT_REQUESTS": "1", "TOPICCRAWL_PATIENCE": "0"}


@pytest.fixture
def web() -> Iterator[FaultServer]:
    with FaultServer() as server:
        yield server


def _pages(web: FaultServer, hosts: int) -> dict[str, str]:
    """Links, by URL, to all the stories, which stand on several hosts."""
    links = {
        f"http://h{number % hosts}.test/{number}.html": story.title for number, story in enumerate(PARTY)
    }
    web.answers |= {url: story_page(story) for url, story in zip(links, PARTY, strict=True)}
    return links


def test_the_best_link_of_all_hosts_comes_first(web: FaultServer, tmp_path: Path) -> None:
    links = _pages(web, hosts=3)
    web.answers["http://portal.test/"] = hub("党建频道", links)
    done = crawl(tmp_path, ["http://portal.test/"], proxy=web.proxy_url, settings=ONE_AT_A_TIME)
    asked = web.pages_asked()[1:]
    assert sorted(asked) == sorted(links)
    scores = {row["url"]: row["score"] for row in done.rows("SELECT url, score FROM links")}
    priorities = [scores[url] for url in asked]
    assert priorities == sorted(priorities, reverse=True)
    assert len({round(value, 3) for value in priorities}) > 5
    assert done.stats["scheduler/enqueued"] == done.stats["scheduler/dequeued"] == len(links) + 1


def test_a_host_is_given_its_pause_while_others_are_asked(web: FaultServer, tmp_path: Path) -> None:
    links = _pages(web, hosts=2)
    web.answers["http://portal.test/"] = hub("党建频道", links)
    polite = {"DOWNLOAD_DELAY": "0.2", "CONCURRENT_REQUESTS_PER_DOMAIN": "1", "TOPICCRAWL_PATIENCE": "0"}
    crawl(tmp_path, ["http://portal.test/"], proxy=web.proxy_url, settings=polite)
    times = {
        host: sorted(
            one.at
            for one in web.asked
            if one.url.startswith(f"http://{host}.test/") and "robots" not in one.url
        )
        for host in ("h0", "h1")
    }
    assert sum(map(len, times.values())) == len(links)
    for of in times.values():
        # Scrapy spreads the pause by half of it to either side. A single request may be late on a busy machine.
        assert (of[-1] - of[0]) / (len(of) - 1) > 0.1
    assert times["h1"][0] < times["h0"][-1]
    assert times["h0"][0] < times["h1"][-1]


def test_a_page_budget_counts_what_the_gate_drops(web: FaultServer, tmp_path: Path) -> None:
    links = {f"http://a.test/{number}.html": f"党支部书记给党员讲党课之{number}" for number in range(40)}
    web.answers |= {url: story_page(other_stories()[0]) for url in links}
    web.answers["http://portal.test/"] = hub("党建频道", links)
    settings = ONE_AT_A_TIME | {"CLOSESPIDER_PAGECOUNT": "8"}
    done = crawl(tmp_path, ["http://portal.test/"], proxy=web.proxy_url, settings=settings)
    assert done.runs[-1]["finish_reason"] == "closespider_pagecount"
    assert 5 <= len(web.pages_asked()) <= 10  # Scrapy counts robots.txt too
    assert done.counts()["gate/description"] >= 4
