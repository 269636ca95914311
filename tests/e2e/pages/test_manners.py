"""What the crawler may not do: ask forbidden pages or private addresses, hide who it is, open doors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from e2e.crawling import Crawl, crawl, hub, stories, story_page
from e2e.fault_server import Answer, FaultServer

SEED = "http://portal.test/"
PARTY = stories()


@pytest.fixture(scope="module")
def visit(tmp_path_factory: pytest.TempPathFactory) -> tuple[FaultServer, Crawl]:
    """A crawl with the private addresses closed, as it is by default."""
    inside = FaultServer()
    links = {f"http://portal.test/open/{number}.html": PARTY[number].title for number in range(3)}
    links |= {
        "http://portal.test/closed/1.html": PARTY[3].title,
        "http://odd-robots.test/closed.html": PARTY[4].title,
    }
    links |= {f"{inside.url}/inside.html": PARTY[5].title, "http://127.1/inside.html": PARTY[6].title}
    links |= {"http://portal.test/to-inside.html": PARTY[7].title}
    closed = b"User-agent: *\nDisallow: /closed\n"
    web = FaultServer(
        {
            SEED: hub("党建频道", links),
            "http://portal.test/robots.txt": Answer(closed, content_type="text/plain"),
            # Told to be anything but text: it is robots.txt all the same.
            "http://odd-robots.test/robots.txt": Answer(closed, content_type="application/x-unknown"),
            "http://portal.test/to-inside.html": Answer(
                status=302, headers=(("Location", f"{inside.url}/behind.html"),)
            ),
        }
        | {f"http://portal.test/open/{number}.html": story_page(PARTY[number]) for number in range(3)}
    )
    with web, inside:
        folder = tmp_path_factory.mktemp("manners")
        done = crawl(
            folder,
            [SEED, f"{inside.url}/"],
            proxy=web.proxy_url,
            settings={"TOPICCRAWL_ALLOW_PRIVATE": "False"},
        )
    assert inside.asked == []
    return web, done


def test_a_proxy_on_this_machine_is_no_private_address(visit: tuple[FaultServer, Crawl]) -> None:
    _, done = visit
    assert done.kept == {f"http://portal.test/open/{number}.html" for number in range(3)}


def test_private_addresses_are_refused_in_every_spelling(visit: tuple[FaultServer, Crawl]) -> None:
    web, done = visit
    assert not [one.url for one in web.asked if "127." in one.url]
    refused = {url for url, why in done.drops.items() if ("download", "private_address") in why}
    assert len(refused) == 4  # the seed, two links and a redirect
    assert done.counts()["download/private_address"] >= 2


def test_a_private_seed_is_refused_by_default(visit: tuple[FaultServer, Crawl]) -> None:
    _, done = visit
    assert re.search(r"the seed http://127\.0\.0\.1:\d+/ gives no page: private_address", done.log)


def test_robots_txt_is_obeyed_whatever_type_it_is_sent_as(visit: tuple[FaultServer, Crawl]) -> None:
    web, done = visit
    assert not web.times("http://portal.test/closed/1.html")
    assert not web.times("http://odd-robots.test/closed.html")
    assert done.drops["http://portal.test/closed/1.html"] == {("download", "robots")}
    assert not re.search(r"gave no page: [^\n]*robots", done.log)
    assert "2 links are forbidden by robots.txt" in done.log


def test_robots_txt_is_no_page_of_the_crawl(visit: tuple[FaultServer, Crawl]) -> None:
    _, done = visit
    assert done.stats["topiccrawl/pages/html"] == 4
    assert not [url for url in done.drops if url.endswith("/robots.txt")]


def test_it_says_who_it_is(visit: tuple[FaultServer, Crawl]) -> None:
    web, _ = visit
    agents = {one.agent for one in web.asked}
    assert len(agents) == 1
    assert agents.pop().startswith("topiccrawl/")


def test_no_doors_are_open(visit: tuple[FaultServer, Crawl]) -> None:
    _, done = visit
    assert "telnet" not in done.log.lower().replace("'telnetconsole_enabled': false", "")
    assert "RemoteControl" not in done.log


def test_dead_seeds_are_told_and_the_others_crawled(tmp_path: Path) -> None:
    with FaultServer() as web:
        web.answers[f"{web.url}/"] = hub("党建频道", {f"{web.url}/1.html": PARTY[0].title})
        web.answers[f"{web.url}/1.html"] = story_page(PARTY[0])
        seeds = ["http://127.0.0.1:1/", "http://no-such-host.invalid/", f"{web.url}/gone.html", f"{web.url}/"]
        done = crawl(tmp_path, seeds)
    assert done.kept == {f"{web.url}/1.html"}
    assert "http://127.0.0.1:1/ (refused)" in done.log
    assert "http://no-such-host.invalid/ (dns)" in done.log
    assert f"{web.url}/gone.html (status_404)" in done.log
