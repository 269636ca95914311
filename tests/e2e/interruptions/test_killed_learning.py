"""A crawl is killed while it learns which links to follow: it goes on with what it knew."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from e2e.crawling import FAST, PATIENCE, ROOT, Crawl, command, hub, other_stories, start, stories, story_html
from e2e.fault_server import Answer, FaultServer

from topiccrawl.relevance.topic.toml_edit import write_values

PORTAL = "http://portal.test/"
PROMISE = "党支部书记给党员讲党课"
LISTS, STORIES = 3, 12
"""Lists of each section, and links of each list."""
BUDGET, KILLED = 36, 28
"""Pages of the crawl, and the page whose request kills its process."""


@pytest.fixture(scope="module")
def web() -> Iterator[FaultServer]:
    """Lists of two sections whose links look alike; one section is on the topic."""
    lists, answers = {}, {}
    for section, told in (("gb", stories()), ("gd", other_stories())):
        for number in range(LISTS):
            links = {}
            for place in range(STORIES):
                story, url = told[place % 8], f"http://news.test/{section}/{number}{place:02}.html"
                links[url] = f"{PROMISE}{number}{place}"
                title = f"<title>{PROMISE}{number}{place} ".encode()
                answers[url] = Answer(story_html(story).replace(b"<title>", title))
            listing = f"http://news.test/{section}/list_{number}.html"
            lists[listing] = f"党建频道{number}"
            answers[listing] = hub("党建频道", links)
    answers[PORTAL] = hub("党建门户", lists)
    with FaultServer(answers) as server:
        yield server


@dataclass(frozen=True)
class Learned:
    """What a crawl knows at its end: lessons, and the scores of the links that wait."""

    crawl: Crawl
    lessons: int
    scores: dict[str, float]


def learned(crawl: Crawl) -> Learned:
    rows = crawl.rows("SELECT url, score FROM links WHERE state = 0")
    return Learned(
        crawl, crawl.stats["topiccrawl/lessons/learned"], {row["url"]: row["score"] for row in rows}
    )


def crawled(web: FaultServer, folder: Path, pages: int, killed_at: int = 0) -> Crawl:
    """Crawl one page after the other; with `killed_at` the process dies while it asks for that page."""
    topic = folder / "partybuild"
    if not topic.exists():
        shutil.copytree(ROOT / "resources" / "topics" / "partybuild", topic)
        write_values(topic, "learning", {"start": 12, "every": 4}, "test")
    settings = FAST | {
        "TOPICCRAWL_DATABASE_URL": f"sqlite:///{folder / 'corpus.db'}",
        "TOPICCRAWL_PAGE_SECONDS": "0",  # without a supervisor, which would start another worker
        "TOPICCRAWL_TRAP_PAGES": "0",
        "CONCURRENT_REQUESTS": "1",
        "CLOSESPIDER_PAGECOUNT": str(pages),
    }
    words = command("topic", {"seeds": PORTAL, "topic": str(topic)}, settings)
    asked = len(web.pages_asked())
    crawling = start(words, web.proxy_url)

    def look(number: int) -> None:
        if killed_at and len(web.pages_asked()) - asked >= killed_at:
            os.kill(crawling.pid, signal.SIGKILL)

    web.on_request = look
    code, log = crawling.end(PATIENCE)
    web.on_request = None
    assert code == (-signal.SIGKILL if killed_at else 0), log
    return Crawl(code, log, settings["TOPICCRAWL_DATABASE_URL"])


def test_a_crawl_that_is_killed_while_it_learns_knows_as_much_as_one_that_is_not(
    web: FaultServer, tmp_path: Path
) -> None:
    for name in ("whole", "killed"):
        (tmp_path / name).mkdir()
    whole = learned(crawled(web, tmp_path / "whole", BUDGET))
    killed = crawled(web, tmp_path / "killed", BUDGET, KILLED)
    (pages,) = [row["n"] for row in killed.rows("SELECT count(*) AS n FROM links WHERE state = 2")]
    assert KILLED - 10 <= pages < KILLED  # the rows of the last pages were not committed
    before = {row["url"]: row["score"] for row in killed.rows("SELECT url, score FROM links WHERE state = 0")}
    resumed = learned(crawled(web, tmp_path / "killed", BUDGET - pages))
    stats = resumed.crawl.stats
    # All but the portal, which is a seed; the lists are among them, and pages whose links are not done yet.
    assert pages - 1 <= stats["topiccrawl/lessons/resumed"] < KILLED
    assert stats["topiccrawl/lessons/rescored"] >= len(before)  # pages in flight wait again
    assert abs(resumed.lessons - whole.lessons) <= 1
    assert resumed.lessons >= BUDGET - 2
    both = sorted(whole.scores.keys() & resumed.scores.keys())
    assert len(both) >= 8
    a, b = (np.array([one.scores[url] for url in both]) for one in (whole, resumed))
    # Some forty lessons in a slightly different order: the two models differ, but not in what they prefer.
    assert abs(a.mean() - b.mean()) < 0.3, json.dumps([both, a.tolist(), b.tolist()])
    assert sum(url in whole.crawl.pages for url in resumed.crawl.pages) >= len(whole.crawl.pages) - 6
