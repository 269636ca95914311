"""A database that goes away in the middle of a crawl, for a while or for good."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import FAST, PATIENCE, Crawl, command, hub, said, start, stories, story_page
from e2e.fault_server import Answer, FaultServer
from servers.mariadb import MariaDB

PARTY = stories()
LINKS = {f"http://h{number % 3}.test/{number}.html": story.title for number, story in enumerate(PARTY)}
QUICK = {url: story_page(story) for url, story in zip(LINKS, PARTY, strict=True)}


@pytest.fixture
def slow_web() -> Iterator[FaultServer]:
    """A web whose last pages come some seconds after the first."""
    answers = {url: Answer(page.body, delay=0.2 * number) for number, (url, page) in enumerate(QUICK.items())}
    with FaultServer({"http://portal.test/": hub("党建频道", LINKS)} | answers) as server:
        yield server


class Running:
    """A crawl of the slow web that has not ended yet."""

    def __init__(self, web: FaultServer, folder: Path, database: str, patience: int, redis: str = "") -> None:
        settings = FAST | {
            "TOPICCRAWL_DATABASE_URL": database,
            "TOPICCRAWL_DATABASE_PATIENCE": str(patience),
            "DOWNLOAD_TIMEOUT": "10",
            "JOBDIR": str(folder),
            "TOPICCRAWL_REDIS_URL": redis,
        }
        self._web = web
        self._database = database
        self._process = start(
            command("partybuild", {"seeds": "http://portal.test/"}, settings), web.proxy_url
        )

    def wait_for_pages(self, number: int) -> None:
        end = time.monotonic() + PATIENCE
        while len(self._web.pages_asked()) < number:
            assert time.monotonic() < end
            assert self._process.is_running
            time.sleep(0.05)

    def end(self) -> Crawl:
        return Crawl(*self._process.end(PATIENCE), self._database)


def test_nothing_is_lost_while_the_server_is_away(
    slow_web: FaultServer, tmp_path: Path, mariadb_server: MariaDB, mariadb_corpus_url: str
) -> None:
    crawling = Running(slow_web, tmp_path, mariadb_corpus_url, patience=60)
    crawling.wait_for_pages(6)
    mariadb_server.kill()
    time.sleep(1.5)
    mariadb_server.start()
    done = crawling.end()
    assert (done.code, done.runs[-1]["finish_reason"]) == (0, "finished")
    assert "the database is away" in done.log
    assert done.kept == set(LINKS)
    assert {row["title"] for row in done.pages.values()} == {story.title for story in PARTY}
    assert all(row["text"] and row["raw_html"] and row["body_sha256"] for row in done.pages.values())
    assert done.stats["topiccrawl/pages/kept"] == len(LINKS)


def test_a_server_that_stays_away_ends_the_crawl_with_an_exit_code_and_few_lines(
    slow_web: FaultServer, tmp_path: Path, mariadb_server: MariaDB, mariadb_corpus_url: str
) -> None:
    crawling = Running(slow_web, tmp_path, mariadb_corpus_url, patience=1)
    crawling.wait_for_pages(6)
    mariadb_server.kill()
    done = crawling.end()
    assert "the crawl stops: " in done.log
    assert "Spider closed (database_unavailable)" in done.log
    assert done.code == 1
    assert "Traceback" not in done.log
    assert "never retrieved" not in done.log
    assert re.search(r"ERROR: partybuild: ended after \d+ s: the database went away", said(done.log))
    assert re.search(r"next +the same command again +\(the crawl continues\)", said(done.log))
    assert len([line for line in done.log.splitlines() if "ERROR" in line or "WARNING" in line]) < 15
    mariadb_server.start()
    assert done.runs[-1]["finish_reason"] is None
    assert all(row["text"] and row["raw_html"] for row in done.pages.values())
    assert done.kept < set(LINKS)
    slow_web.answers |= QUICK
    again = Running(slow_web, tmp_path, mariadb_corpus_url, patience=60).end()
    assert again.runs[-1]["finish_reason"] == "finished"
    assert again.kept == set(LINKS)


def test_workers_whose_database_stays_away_lose_no_page(
    slow_web: FaultServer, tmp_path: Path, mariadb_server: MariaDB, mariadb_corpus_url: str, redis_url: str
) -> None:
    crawling = Running(slow_web, tmp_path, mariadb_corpus_url, patience=1, redis=redis_url)
    crawling.wait_for_pages(6)
    mariadb_server.kill()
    assert "Spider closed (database_unavailable)" in crawling.end().log
    mariadb_server.start()
    slow_web.answers |= QUICK
    again = Running(slow_web, tmp_path, mariadb_corpus_url, patience=60, redis=redis_url).end()
    assert again.runs[-1]["finish_reason"] == "finished"
    assert again.kept == set(LINKS)


def test_a_file_that_another_program_holds_ends_the_crawl_in_time(
    slow_web: FaultServer, tmp_path: Path
) -> None:
    path = tmp_path / "语料.db"
    crawling = Running(slow_web, tmp_path, f"sqlite:///{path}", patience=1)
    crawling.wait_for_pages(6)
    other = sqlite3.connect(path, timeout=10, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    begun = time.monotonic()
    done = crawling.end()
    waited = time.monotonic() - begun
    other.execute("ROLLBACK")
    other.close()
    assert "the crawl stops: " in done.log
    assert "Spider closed (database_unavailable)" in done.log
    assert "Traceback" not in done.log
    assert waited < 40  # and not for the 60 s of a writer that nobody has told

    slow_web.answers |= QUICK
    again = Running(slow_web, tmp_path, f"sqlite:///{path}", patience=60).end()
    assert again.runs[-1]["finish_reason"] == "finished"
    assert again.kept == set(LINKS)
