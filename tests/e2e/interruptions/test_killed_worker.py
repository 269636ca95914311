"""The process of a crawl is killed in the middle: the crawl continues, and so does its feed."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import FAST, PATIENCE, ROOT, Crawl, command, crawl, hub, start, stories, story_page
from e2e.fault_server import Answer, FaultServer
from servers.scrapyd import until

sys.path.insert(0, str(ROOT))

from benchmarks.processes import children
from topiccrawl.settings import ITEM_PIPELINES
from topiccrawl.storage.frontier.contract import State

PORTAL = "http://portal.test/"
PAGES = {f"http://a.test/{number}.html": story for number, story in enumerate(stories()[:12])}


@pytest.fixture
def web() -> Iterator[FaultServer]:
    """A list page and twelve stories, the second half of which is not answered."""
    with FaultServer({PORTAL: hub("党建频道", {url: PAGES[url].title for url in PAGES})}) as server:
        for number, (url, story) in enumerate(PAGES.items()):
            server.answers[url] = Answer(story_page(story).body, delay=0.0 if number < 6 else 60.0)
        yield server


def test_a_worker_that_is_killed_is_followed_by_one_that_loses_and_repeats_nothing(
    web: FaultServer, tmp_path: Path
) -> None:
    database, feed = f"sqlite:///{tmp_path / 'corpus.db'}", tmp_path / "条目.jsonl"
    feed.write_text('{"url": "of an earlier crawl"}\n', encoding="utf-8")
    fields = {"FEED_EXPORT_FIELDS": '["url", "text"]', "CLOSESPIDER_PAGECOUNT": "1000"}
    fields["TOPICCRAWL_TRAP_PAGES"] = "0"  # the slow half would take all places that a new host has
    settings = FAST | fields | {"TOPICCRAWL_DATABASE_URL": database, "DOWNLOAD_TIMEOUT": "60"}
    words = [*command("partybuild", {"seeds": PORTAL, "fresh": "1"}, settings), "-O", str(feed)]
    crawling = start(words, web.proxy_url)
    until(lambda: sum(url in PAGES for url in web.pages_asked()) > 6)
    stored = Crawl(0, "", database)
    until(lambda: len(stored.rows("SELECT id FROM pages")) >= 5)
    until(lambda: len(stored.rows("SELECT id FROM links WHERE state = 2")) > 5)
    (worker,) = children(crawling.pid)
    before = {row["url"] for row in stored.rows("SELECT url FROM links WHERE state = 2")}
    web.answers |= {url: story_page(story) for url, story in PAGES.items()}
    os.kill(worker, signal.SIGKILL)
    code, said = crawling.end(PATIENCE)
    assert code == 0
    done = Crawl(code, said, database)
    assert f"the worker died by {signal.Signals.SIGKILL.name}" in said
    assert done.kept == set(PAGES), done.drops
    assert [run["finish_reason"] for run in done.runs] == [None, "finished"]
    assert done.stats["topiccrawl/worker/restarts"] == 1
    # Had the second worker begun anew as well, all would have been asked for again.
    assert len(before) >= 5
    assert {url: len(web.times(url)) for url in before} == dict.fromkeys(before, 1)
    lines = [json.loads(line) for line in feed.read_text(encoding="utf-8").splitlines()]
    fed = [line["url"] for line in lines]
    assert len(fed) == len(set(fed))
    assert set(fed) <= set(PAGES)  # nothing of the earlier crawl, whose feed the first worker overwrote
    assert set(PAGES) - before <= set(fed)
    assert all(line["text"] for line in lines)


@pytest.mark.parametrize("moment", ["Before", "After"])
def test_a_kill_between_the_row_and_the_dead_letter_of_a_page_loses_neither(
    tmp_path: Path, moment: str
) -> None:
    broken, good = "http://a.test/broken.html", "http://a.test/good.html"
    answers = {url: story_page(stories()[number]) for number, url in enumerate((broken, good))}
    settings = {
        "ITEM_PIPELINES": json.dumps({**ITEM_PIPELINES, "e2e.user_pipelines.Broken": 450}),
        "TOPICCRAWL_MAX_ATTEMPTS": "2",
        "TOPICCRAWL_PAGE_SECONDS": "0",  # without a supervisor, which would start another worker
    }
    killing = settings | {"SCHEDULER": f"e2e.killing_scheduler.Killed{moment}Letter"}
    with FaultServer(answers) as web:
        killed = crawl(tmp_path, [broken, good], proxy=web.proxy_url, settings=killing)
        assert killed.code == -signal.SIGKILL
        assert killed.drops[broken] == {("failed", "ZeroDivisionError")}
        assert killed.links[broken][0] is State.LEASED  # the letter is written after the row
        done = crawl(tmp_path, [broken, good], proxy=web.proxy_url, settings=settings)
    assert done.code == 0
    # The kill counts as its second and last attempt.
    assert done.links[broken] == (State.DEAD, "took part in 2 crashes")
    assert done.drops[broken] == {("failed", "ZeroDivisionError")}
    assert len(done.rows("SELECT id FROM drops WHERE stage = 'failed'")) == 1
    assert done.kept == {good}
