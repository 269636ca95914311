"""A crawl that knows the habits of a host: twins are fetched once, and no page is lost."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from e2e.crawling import crawl, hub, stories, story_page
from e2e.fault_server import Answer, FaultServer
from servers.corpora import opened

from topiccrawl.dedup.url_habits import Habit
from topiccrawl.settings import ITEM_PIPELINES
from topiccrawl.storage import schema
from topiccrawl.storage.rows.twins import habit_row
from topiccrawl.storage.rows.upsert import upsert

SEED = "http://portal.test/"
STORIES = stories()
TOPIC = "partybuild"


def test_twins_are_fetched_once_and_no_page_is_lost(tmp_path: Path) -> None:
    both, moved, gone, only_m, home, down = range(6)
    m = [f"http://m.x.test/a/{number}.html" for number in range(6)]
    www = [f"http://www.x.test/a/{number}.html" for number in range(6)]
    answers = {url: story_page(STORIES[n]) for urls in (m, www) for n, url in enumerate(urls)}
    answers[m[moved]] = Answer(status=301, headers=(("Location", www[moved]),))
    answers[m[gone]] = Answer(status=404)
    answers[m[home]] = Answer(status=302, headers=(("Location", SEED),))
    answers[m[down]] = Answer(status=503)
    answers[www[only_m]] = Answer(status=404)
    store = opened(f"sqlite:///{tmp_path / 'corpus.db'}")
    habit = habit_row(TOPIC, Habit("m.x.test", "a/0.html", "host:m>www"))
    row = {**habit, "alike": 3, "unlike": 0}
    store.transact(lambda connection: upsert(connection, schema.url_habits, [row]))
    store.close()
    links = {url: f"{STORIES[n].title}讲党课" for urls in (m, www) for n, url in enumerate(urls)}
    with FaultServer(answers | {SEED: hub("党建频道", links)}) as web:
        # The host that answers 503 is left alone for a moment only.
        done = crawl(tmp_path, [SEED], proxy=web.proxy_url, settings={"TOPICCRAWL_LONGEST_PAUSE": "0.2"})
        asked = {url: len(web.times(url)) for url in (*m, *www)}
    assert asked[m[both]] + asked[www[both]] == 1
    assert len(done.kept & {m[both], www[both]}) == 1
    assert www[moved] in done.kept  # a redirect between twins is followed
    assert www[gone] in done.kept  # the other form is tried
    assert m[only_m] in done.kept
    assert www[home] in done.kept
    assert www[down] in done.kept
    assert done.stats["topiccrawl/twins/not_fetched"] == 6


def test_a_site_is_fetched_with_or_without_www_once_it_is_known_to_serve_both(tmp_path: Path) -> None:
    bare, www = (
        [f"http://{host}/a/{number}.html" for number in range(9)] for host in ("x.test", "www.x.test")
    )
    answers = {url: story_page(STORIES[n]) for urls in (bare, www) for n, url in enumerate(urls)}
    later = "http://portal.test/later.html"
    # Pairs to learn from, and pages found before that under the name that is no longer their key afterwards.
    for hub_url, links in ((SEED, [*bare[:6], *www[:4]]), (later, [*bare, *www[6:]])):
        titles = {url: f"{STORIES[int(url[-6])].title}讲党课" for url in links}
        answers[hub_url] = hub("党建频道", titles)
    with FaultServer(answers) as web:
        crawl(tmp_path, [SEED], proxy=web.proxy_url)
        done = crawl(tmp_path, [later], proxy=web.proxy_url)
        asked = [len(web.times(url)) for url in (*bare, *www)]
    assert asked[:4] == asked[9:13] == [1] * 4
    assert [sum(pair) for pair in zip(asked[4:9], asked[13:], strict=True)] == [1] * 5, asked
    assert {url.rpartition("/")[2] for url in done.kept} == {f"{number}.html" for number in range(9)}


@pytest.mark.parametrize("moment", ["Before", "After"])
def test_a_kill_around_learning_neither_loses_nor_doubles_evidence(tmp_path: Path, moment: str) -> None:
    urls = [f"http://{host}.x.test/a/{number}.html" for number in range(3) for host in ("m", "www")]
    answers = {url: story_page(STORIES[n // 2]) for n, url in enumerate(urls)}
    killing = f"e2e.interruptions.killing_pipelines.Killed{moment}Learning"
    settings = {
        "ITEM_PIPELINES": json.dumps({**ITEM_PIPELINES, killing: 450}),
        "TOPICCRAWL_PAGE_SECONDS": "0",
    }
    with FaultServer(answers) as web:
        assert crawl(tmp_path, urls, proxy=web.proxy_url, settings=settings).code == -signal.SIGKILL
        done = crawl(tmp_path, urls, proxy=web.proxy_url)
    assert len(done.rows("SELECT id FROM pages")) == 6
    # Three pairs, each seen once, whichever of its pages was stored first.
    habits = done.rows("SELECT rule, alike, unlike FROM url_habits WHERE host = 'm.x.test'")
    assert habits == [{"rule": "host:m>www", "alike": 3, "unlike": 0}]
    assert len(done.rows("SELECT DISTINCT page_id FROM url_forms")) == 6
