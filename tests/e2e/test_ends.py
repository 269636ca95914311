"""Every way a request can end: kept, dropped, refused for now, raised; and what the next start makes of it."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

from e2e.crawling import ROOT, Crawl, crawl, environment, hub, stories, story_page
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
    ended = subprocess.run(
        [sys.executable, "-m", "topiccrawl", *given],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return ended.stdout


def test_pages_that_a_server_refuses_for_now_are_dead_letters_and_can_be_put_back(tmp_path: Path) -> None:
    pages = {
        f"http://h{status}.test/{status}.html": story_page(STORIES[n]) for n, status in enumerate(REFUSING)
    }
    gone = "http://gone.test/404.html"
    parts = {
        f"http://part.test/{status}.html": Answer(story_page(STORIES[9]).body, status=status)
        for status in (204, 205, 206)
    }
    refused = {url: Answer(b"busy", status=status) for url, status in zip(pages, REFUSING, strict=True)}
    settings = {"TOPICCRAWL_LONGEST_PAUSE": "0.2"}
    with FaultServer(web_of(refused | parts | {gone: Answer(status=404)})) as web:
        first = crawl(tmp_path, [SEED], proxy=web.proxy_url, settings=settings)
        assert all(
            len(web.times(url)) == (2 if status != 599 else 1)
            for url, status in zip(pages, REFUSING, strict=True)
        )
        for url, status in zip(pages, REFUSING, strict=True):
            assert first.links[url] == (State.DEAD, f"download: status_{status}")
        assert {first.links[url][0] for url in (SEED, gone, *parts)} == {State.DONE}
        assert first.drops[gone] == {("gate", "status_404")}
        assert all(first.drops[url] for url in parts)
        web.answers |= pages
        assert crawl(tmp_path, [SEED], proxy=web.proxy_url, settings=settings).kept == set()
        assert requeue(tmp_path)
        again = crawl(tmp_path, [SEED], proxy=web.proxy_url, settings=settings)
    assert again.kept == set(pages)


def test_a_proxy_that_answers_502_once_loses_no_seed(tmp_path: Path) -> None:
    seeds = {f"http://h{number}.test/": story_page(STORIES[number]) for number in range(3)}
    settings = {"RETRY_TIMES": "0", "TOPICCRAWL_REQUEUE_AFTER": "0.001"}
    with FaultServer({url: Answer(status=502) for url in seeds}) as web:
        crawl(tmp_path, list(seeds), proxy=web.proxy_url, settings=settings)
        web.answers |= seeds
        again = crawl(tmp_path, list(seeds), proxy=web.proxy_url, settings=settings)
    assert again.kept == set(seeds)


def test_seeds_refused_as_private_can_be_put_back(tmp_path: Path) -> None:
    with FaultServer() as web:
        seed = f"{web.url}/"
        web.answers[seed] = story_page(STORIES[0])
        refused = crawl(tmp_path, [seed], settings={"TOPICCRAWL_ALLOW_PRIVATE": "False"})
        assert refused.links[seed] == (State.DEAD, "download: private_address")
        requeue(tmp_path)
        assert crawl(tmp_path, [seed]).kept == {seed}


def test_a_pipeline_that_raises_is_tried_again_and_then_a_dead_letter(tmp_path: Path) -> None:
    broken, unwanted = "http://a.test/broken.html", "http://b.test/unwanted.html"
    good = {f"http://c{number}.test/": story_page(STORIES[number]) for number in range(3)}
    answers = {broken: story_page(STORIES[3]), unwanted: story_page(STORIES[4])} | good
    settings = {
        "ITEM_PIPELINES": json.dumps({**ITEM_PIPELINES, "e2e.user_pipelines.Broken": 450}),
        "TOPICCRAWL_MAX_ATTEMPTS": "3",
    }
    with FaultServer(web_of(answers)) as web:
        done = crawl(tmp_path, [SEED], proxy=web.proxy_url, settings=settings)
        assert len(web.times(broken)) == 3
        assert len(web.times(unwanted)) == 1
    assert done.links[broken] == (State.DEAD, "ZeroDivisionError")
    assert done.drops[broken] == {("failed", "ZeroDivisionError")}
    assert done.links[unwanted] == (State.DONE, None)
    assert done.kept == set(good)


def test_a_host_that_answers_429_is_left_alone_for_as_long_as_it_says(tmp_path: Path) -> None:
    busy = [f"http://busy.test/{number}.html" for number in range(4)]
    answers = {url: Answer(status=429, headers=(("Retry-After", "2"),)) for url in busy}
    settings = {"RETRY_TIMES": "1", "TOPICCRAWL_HOST_PATIENCE": "5", "CONCURRENT_REQUESTS_PER_DOMAIN": "1"}
    with FaultServer(web_of(answers)) as web:
        done = crawl(tmp_path, [SEED], proxy=web.proxy_url, settings=settings)
        asked = sorted(time for url in busy for time in web.times(url))
    assert all(later - earlier > 1.9 for earlier, later in pairwise(asked))
    assert len(asked) == 3  # pauses of 6 s in all: then the host is given up, and the crawl ends
    assert {done.links[url][0] for url in busy} == {State.DEAD}
    assert {reason for url in busy for _, reason in [done.links[url]]} == {
        "download: host_refuses",
        "download: status_429",
    }
    assert done.stats["topiccrawl/hosts/given_up"] == 1


def _trap(url: str) -> Answer:
    """A page whose text is the same under every URL, and whose links lead on to new ones."""
    deeper = {f"{url}a/": "党课", f"{url}b/": "党建要闻：党员干部学习党章"}
    return story_page(STORIES[5], links=deeper)


def test_links_of_copies_on_one_host_are_not_followed(tmp_path: Path) -> None:
    class Growing(dict[str, Answer]):
        def get(self, url: str, default: Answer | None = None) -> Answer | None:  # type: ignore[override]
            return (
                _trap(url)
                if url.startswith("http://trap.test/") and "robots" not in url
                else super().get(url, default)
            )

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
    assert len([url for url, drops in done.drops.items() if ("links", "of_duplicate") in drops]) >= 2


def test_a_crawl_that_is_through_does_nothing_more(tmp_path: Path) -> None:
    with FaultServer(web_of({"http://a.test/1.html": story_page(STORIES[0])})) as web:
        crawl(tmp_path, [SEED], proxy=web.proxy_url)
        asked = len(web.asked)
        again: Crawl = crawl(tmp_path, [SEED], proxy=web.proxy_url)
        assert len(web.asked) == asked
    assert again.code == 0
