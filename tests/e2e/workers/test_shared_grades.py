"""A grade that a person gives reaches every worker of a running crawl."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from e2e.crawling import FAST, PATIENCE, Crawl, command, hub, start, stories, story_page
from e2e.fault_server import Answer, FaultServer
from servers.scrapyd import until

from topiccrawl.cli import main
from topiccrawl.topics.calibration.graded_pages import write_grades

PORTAL = "http://portal.test/"
GRADED = "http://host0.test/0.html"
WITHIN = 60.0
"""Seconds after which a grade must have reached all workers."""


def test_a_grade_reaches_both_workers_of_a_running_crawl_within_a_minute(
    tmp_path: Path, mariadb_corpus_url: str, redis_url: str
) -> None:
    table, go_on = tmp_path / "等级.tsv", threading.Event()
    urls = [
        f"http://host{number}.test/{number}.html" for number in range(6)
    ]  # as many as both workers have slots
    answers = {
        url: Answer(story_page(stories()[number]).body, after=None if number == 0 else go_on)
        for number, url in enumerate(urls)
    }
    answers[PORTAL] = hub("党建频道", {url: stories()[number].title for number, url in enumerate(urls)})
    shared = {
        "TOPICCRAWL_DATABASE_URL": mariadb_corpus_url,
        "TOPICCRAWL_REDIS_URL": redis_url,
        "TOPICCRAWL_LESSON_INTERVAL": "2",
        "CONCURRENT_REQUESTS": "3",  # so that both workers have some in flight
        "TOPICCRAWL_PAGE_SECONDS": "0",
    }
    stored = Crawl(0, "", mariadb_corpus_url)
    with FaultServer(answers) as web:
        words = command("partybuild", {"seeds": PORTAL}, FAST | shared)
        workers = [start(words, web.proxy_url)]
        until(lambda: PORTAL in web.pages_asked())
        workers.append(start(words, web.proxy_url))
        until(lambda: len(set(web.pages_asked())) >= 6)  # more than one worker asks for at once
        until(lambda: bool(stored.rows(f"SELECT id FROM pages WHERE url = '{GRADED}'")))
        write_grades(table, {GRADED: (0, stories()[0].title)})
        label = ["topic", "label", "-t", "partybuild", "-o", str(table), "--table"]
        assert main([*label, "--database", mariadb_corpus_url]) == 0
        began = time.monotonic()
        until(lambda: all("follows 1 new grade" in worker.output for worker in workers), WITHIN)
        assert time.monotonic() - began < WITHIN
        go_on.set()
        ended = [worker.end(PATIENCE) for worker in workers]
    assert [code for code, _ in ended] == [0, 0], ended
    assert stored.rows("SELECT url, grade FROM labels") == [{"url": GRADED, "grade": 0}]
