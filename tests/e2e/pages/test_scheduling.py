"""In which order a real crawl asks for pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import crawl, hub, other_stories, stories, story_page
from e2e.fault_server import Answer, FaultServer

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


def test_an_address_that_is_tried_again_is_one_address(web: FaultServer, tmp_path: Path) -> None:
    """Two that fail at every try and one that moves to another form of its address: three rows, not six."""
    failing = ["http://h1.test/1.html", "http://h2.test/2.html"]
    moved = "http://h3.test/3.html"
    web.answers |= dict.fromkeys(failing, Answer(status=503))
    web.answers[moved] = Answer(status=302, headers=(("Location", f"{moved}?sid=77"),))
    web.answers[f"{moved}?sid=77"] = story_page(PARTY[0])
    # 503 also pauses its host.
    settings = {"TOPICCRAWL_LONGEST_PAUSE": "0.1"}
    done = crawl(tmp_path, [*failing, moved], proxy=web.proxy_url, settings=settings)
    rows = done.rows("SELECT url, state FROM links")
    assert sorted(row["url"] for row in rows) == [*failing, f"{moved}?sid=77"]
    assert {row["state"] for row in rows} <= {2, 3}
    assert sorted(web.pages_asked()) == sorted([*failing * 2, moved, f"{moved}?sid=77"])
    assert done.kept == {f"{moved}?sid=77"}


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


def test_links_wait_for_the_seeds_but_not_for_ever(web: FaultServer, tmp_path: Path) -> None:
    link, other = "http://a.test/1.html", "http://a.test/2.html"
    web.answers |= {
        "http://fast.test/": hub("党建频道", {link: PARTY[0].title}),
        "http://slow.test/": Answer(hub("党建频道", {other: PARTY[1].title}).body, delay=1.5),
        "http://dead.test/": Answer(fault="hang"),
        link: story_page(PARTY[0]),
        other: story_page(PARTY[1]),
    }
    seeds = ["http://dead.test/", "http://slow.test/", "http://fast.test/"]
    settings = {"TOPICCRAWL_SEED_HEAD_START": "2", "DOWNLOAD_TIMEOUT": "6", "RETRY_TIMES": "0"}
    done = crawl(tmp_path, seeds, proxy=web.proxy_url, settings=settings)
    start = web.times("http://dead.test/")[0]
    assert set(web.pages_asked()[:3]) == set(seeds)
    assert all(1.5 < web.times(url)[0] - start < 5.5 for url in (link, other))
    assert done.kept == {link, other}
    assert "http://dead.test/ (timeout)" in done.log


def test_a_page_budget_counts_what_the_gate_drops(web: FaultServer, tmp_path: Path) -> None:
    links = {f"http://a.test/{number}.html": f"党支部书记给党员讲党课之{number}" for number in range(40)}
    web.answers |= {url: story_page(other_stories()[0]) for url in links}
    web.answers["http://portal.test/"] = hub("党建频道", links)
    settings = ONE_AT_A_TIME | {"CLOSESPIDER_PAGECOUNT": "8"}
    done = crawl(tmp_path, ["http://portal.test/"], proxy=web.proxy_url, settings=settings)
    assert done.runs[-1]["finish_reason"] == "closespider_pagecount"
    assert 5 <= len(web.pages_asked()) <= 10  # Scrapy counts robots.txt too
    assert done.counts()["gate/description"] >= 4
