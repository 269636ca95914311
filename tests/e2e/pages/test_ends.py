"""Every way a request can end: kept, dropped, refused for now, raised; and what the next start makes of it."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from e2e.crawling import ROOT, Crawl, crawl, environment, hub, run, said, stories, story_page, sums
from e2e.fault_server import Answer, FaultServer

from topiccrawl.settings import ITEM_PIPELINES
from topiccrawl.storage.frontier.contract import State

SEED = "http://portal.test/"
STORIES = stories()
REFUSING = (408, 429, 500, 502, 503, 599)


def web_of(answers: dict[str, Answer]) -> dict[str, Answer]:
    """A list page that links to all of them, and they."""
    links = {url: STORIES[number % len(STORIES)].title + "讲党课" for number, url in enumerate(answers)}
    return {SEED: hub("党建频道", links)} | answers


def requeue(folder: Path) -> str:
    """`topiccrawl frontier requeue`, for all dead letters."""
    given = [
        "frontier",
        "requeue",
        "--database",
        f"sqlite:///{folder / 'corpus.db'}",
        "--topic",
        "partybuild",
    ]
    code, told = run(["topiccrawl", *given], ROOT, environment())
    assert code == 0, told
    return told


REFUSED = {
    f"http://h{status}.test/{status}.html": story_page(STORIES[n]) for n, status in enumerate(REFUSING)
}
GONE, GONE_FOR_GOOD, HANGS = "http://gone.test/404.html", "http://gone.test/410.html", "http://hang.test/"
PARTS = {
    f"http://part.test/{status}.html": Answer(story_page(STORIES[9]).body, status=status)
    for status in (204, 205, 206)
}
BROKEN, UNWANTED = "http://a.test/broken.html", "http://b.test/unwanted.html"
GOOD = {f"http://c{number}.test/": story_page(STORIES[10 + number]) for number in range(2)}


@dataclass
class Ends:
    """A crawl of pages that end in every way, the same command again, and once more after `requeue`."""

    first: Crawl
    second: Crawl
    third: Crawl
    private: str
    times: dict[str, int]
    """Requests of the first crawl by URL."""
    asked: tuple[int, int]
    """Requests up to the end of the first and of the second crawl."""
    gone: dict[str, int]
    """Requests of all crawls for dead links; the third crawl begins after their term."""


@pytest.fixture(scope="module")
def ends(tmp_path_factory: pytest.TempPathFactory) -> Ends:
    folder = tmp_path_factory.mktemp("ends")
    refused = {url: Answer(b"busy", status=status) for url, status in zip(REFUSED, REFUSING, strict=True)}
    raising = {BROKEN: story_page(STORIES[6]), UNWANTED: story_page(STORIES[7])}
    gone = {GONE: Answer(status=404), GONE_FOR_GOOD: Answer(status=410)}
    settings = {
        "ITEM_PIPELINES": json.dumps({**ITEM_PIPELINES, "e2e.user_pipelines.Broken": 450}),
        "TOPICCRAWL_MAX_ATTEMPTS": "3",
        "TOPICCRAWL_ALLOW_PRIVATE": "False",
        "DOWNLOAD_TIMEOUT": "3",
        "TOPICCRAWL_LONGEST_PAUSE": "0.2",
    }
    with FaultServer(web_of(refused | PARTS | raising | GOOD | gone | {HANGS: Answer(fault="hang")})) as web:
        private = f"{web.url}/"
        web.answers[private] = story_page(STORIES[8])
        seeds = [SEED, private]
        first = crawl(folder, seeds, proxy=web.proxy_url, settings=settings)
        read(first)
        times, asked = {url: len(web.times(url)) for url in web.answers}, len(web.asked)
        web.answers |= REFUSED | {HANGS: story_page(STORIES[13])}
        second = crawl(folder, seeds, proxy=web.proxy_url, settings=settings)
        read(second)
        asked_again = len(web.asked)
        requeue(folder)
        web.answers[GONE] = story_page(STORIES[12])
        settings = {"TOPICCRAWL_LONGEST_PAUSE": "0.2", "TOPICCRAWL_DEAD_LINK_TERM": "0.001"}
        third = crawl(folder, seeds, proxy=web.proxy_url, settings=settings)
        gone_times = {url: len(web.times(url)) for url in gone}
    return Ends(first, second, third, private, times, (asked, asked_again), gone_times)


def read(done: Crawl) -> None:
    """Read what a crawl has left before the next one changes it."""
    assert all((done.pages is not None, done.drops is not None, done.links is not None, done.runs))


def test_pages_that_a_server_refuses_for_now_or_never_sends_are_dead_letters(ends: Ends) -> None:
    for url, status in zip(REFUSED, REFUSING, strict=True):
        assert ends.times[url] == (2 if status != 599 else 1)
        assert ends.first.links[url] == (State.DEAD, f"download: status_{status}")
    assert (ends.times[HANGS], ends.first.links[HANGS]) == (2, (State.DEAD, "download: timeout"))
    assert {ends.first.links[url][0] for url in (SEED, GONE, GONE_FOR_GOOD, *PARTS)} == {State.DONE}
    assert ends.first.drops[GONE] == {("gate", "status_404")}
    assert all(ends.first.drops[url] for url in PARTS)


def test_a_pipeline_that_raises_is_tried_again_and_then_a_dead_letter(ends: Ends) -> None:
    assert (ends.times[BROKEN], ends.times[UNWANTED]) == (3, 1)
    assert ends.first.links[BROKEN] == (State.DEAD, "ZeroDivisionError")
    assert ends.first.drops[BROKEN] == {("failed", "ZeroDivisionError")}
    assert ends.first.links[UNWANTED] == (State.DONE, None)
    assert ends.first.drops[UNWANTED] == {("pipeline", "drop_item")}
    assert ends.first.kept == set(GOOD)


def test_the_summary_adds_up_and_names_every_reason(ends: Ends) -> None:
    fetched = (len(GOOD) + 2 + 3,) * 2  # the list page, one that is dropped, one that is tried three times
    assert set(sums(said(ends.first.log))) == {fetched}
    assert re.search(r"dropped .*ZeroDivisionError 1", said(ends.first.log))
    assert re.search(r"dropped .*drop_item 1", said(ends.first.log))


def test_seeds_that_are_private_are_dead_letters(ends: Ends) -> None:
    assert ends.first.links[ends.private] == (State.DEAD, "download: private_address")
    assert ends.times[ends.private] == 0
    assert f"the seed {ends.private} gives no page: private_address" in ends.first.log


def test_a_crawl_that_is_through_does_nothing_more(ends: Ends) -> None:
    assert ends.asked[0] == ends.asked[1]
    assert (ends.second.code, ends.second.runs[-1]["finish_reason"]) == (0, "finished")
    assert ends.second.kept == set(GOOD)


def test_dead_letters_can_be_put_back(ends: Ends) -> None:
    assert ends.third.kept == {*GOOD, *REFUSED, HANGS, ends.private, BROKEN, GONE}


def test_dead_links_are_asked_for_once_more_after_their_term(ends: Ends) -> None:
    assert ends.asked[0] == ends.asked[1]
    assert ends.gone == {GONE: 2, GONE_FOR_GOOD: 2}
    assert ends.third.stats["topiccrawl/dead_links/asked_again"] == 2
    assert GONE not in ends.third.drops
    assert ends.third.drops[GONE_FOR_GOOD] == {("gate", "status_410")}


def test_a_proxy_that_answers_502_once_loses_no_seed(tmp_path: Path) -> None:
    seeds = {f"http://h{number}.test/": story_page(STORIES[number]) for number in range(3)}
    settings = {"RETRY_TIMES": "0"}
    with FaultServer({url: Answer(status=502) for url in seeds}) as web:
        crawl(tmp_path, list(seeds), proxy=web.proxy_url, settings=settings)
        with closing(sqlite3.connect(tmp_path / "corpus.db")) as connection, connection:
            connection.execute("UPDATE links SET dead_since = dead_since - 86400")
        web.answers |= seeds
        again = crawl(tmp_path, list(seeds), proxy=web.proxy_url, settings=settings)
    assert again.kept == set(seeds)


def test_a_host_that_answers_429_is_left_alone_for_as_long_as_it_says(tmp_path: Path) -> None:
    busy = [f"http://busy.test/{number}.html" for number in range(4)]
    answers = {url: Answer(status=429, headers=(("Retry-After", "1"),)) for url in busy}
    settings = {"TOPICCRAWL_HOST_PATIENCE": "2.5", "CONCURRENT_REQUESTS_PER_DOMAIN": "1"}
    with FaultServer(web_of(answers)) as web:
        done = crawl(tmp_path, [SEED], proxy=web.proxy_url, settings=settings)
        asked = sorted(time for url in busy for time in web.times(url))
    assert all(later - earlier > 0.9 for earlier, later in pairwise(asked))
    assert len(asked) == 3  # pauses of 3 s in all: then the host is given up, and the crawl ends
    assert {done.links[url][0] for url in busy} == {State.DEAD}
    assert {reason for url in busy for _, reason in [done.links[url]]} == {
        "download: host_refuses",
        "download: status_429",
    }
    assert done.stats["topiccrawl/hosts/given_up"] == 1


def test_a_host_that_drops_connections_when_it_is_asked_often_is_left_alone_for_a_while(
    tmp_path: Path,
) -> None:
    class Strict(dict[str, Answer]):
        """It answers two requests, and two more for who leaves it alone for a second."""

        left, last = 2, 0.0

        def get(self, url: str, default: Answer | None = None) -> Answer | None:  # type: ignore[override]
            if not url.startswith("http://busy.test/") or "robots" in url:
                return super().get(url, default)
            waited, self.last = time.monotonic() - self.last > 1, time.monotonic()
            self.left = 1 if waited else self.left - 1
            return super().get(url) if self.left >= 0 else Answer(fault="reset")

    stories_there = {f"http://busy.test/{number}.html": story_page(STORIES[number]) for number in range(4)}
    with FaultServer() as web:
        web.answers = Strict(web_of(stories_there))
        settings = {
            "CONCURRENT_REQUESTS_PER_DOMAIN": "1",
            "RETRY_TIMES": "2",
            "TOPICCRAWL_LONGEST_PAUSE": "1.5",
        }
        done = crawl(tmp_path, [SEED], proxy=web.proxy_url, settings=settings)
    assert done.kept == stories_there.keys()
    assert done.stats["topiccrawl/hosts/pauses"] >= 1
    assert "busy.test drops connections: no requests to it for 2 s" in done.log


def _trap(url: str) -> Answer:
    """A page whose text is the same under every URL, and whose links lead on to new ones."""
    deeper = {f"{url}a/": "党课", f"{url}b/": "党建要闻：党员干部学习党章"}
    return story_page(STORIES[5], links=deeper)


def _wait_for_row(database: Path, url: str) -> None:
    """Wait until a page is stored; of two copies in work at once, either may be stored first."""
    end = time.monotonic() + 50
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as corpus:
        while (
            time.monotonic() < end
            and not corpus.execute("SELECT 1 FROM pages WHERE url = ?", [url]).fetchone()
        ):
            time.sleep(0.02)


def test_links_of_copies_on_one_host_are_not_followed(tmp_path: Path) -> None:
    class Growing(dict[str, Answer]):
        def get(self, url: str, default: Answer | None = None) -> Answer | None:  # type: ignore[override]
            if not url.startswith("http://trap.test/") or "robots" in url:
                return super().get(url, default)
            if url != "http://trap.test/":
                _wait_for_row(tmp_path / "corpus.db", "http://trap.test/")
            return _trap(url)

    other = "http://mirror.test/copy.html"
    beyond = "http://mirror.test/beyond.html"
    with FaultServer() as web:
        web.answers = Growing(
            {
                SEED: hub(
                    "党建频道", {"http://trap.test/": STORIES[5].title, other: STORIES[5].title + "讲党课"}
                ),
                other: story_page(STORIES[5], links={beyond: STORIES[6].title}),
                beyond: story_page(STORIES[6]),
            }
        )
        done = crawl(tmp_path, [SEED], proxy=web.proxy_url, settings={"CLOSESPIDER_PAGECOUNT": "60"})
        trapped = [url for url in web.pages_asked() if "trap.test" in url]
    assert done.runs[-1]["finish_reason"] == "finished"
    assert len(trapped) <= 3  # the page, and what it links to
    assert beyond in done.kept  # the link of a copy on another host
    assert done.counts()["links/of_duplicate"] >= 2
    assert sums(done.log)
    assert all(fetched == total for fetched, total in sums(done.log))
    assert len([url for url, drops in done.drops.items() if ("links", "of_duplicate") in drops]) >= 2
