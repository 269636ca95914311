"""What a crawl says when it has ended, and its exit code."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e.crawling import (
    FAST,
    PATIENCE,
    ROOT,
    Crawl,
    command,
    crawl,
    environment,
    hub,
    run,
    said,
    start,
    stories,
    story_page,
)
from e2e.fault_server import Answer, FaultServer
from servers.mariadb import MariaDB
from servers.scrapyd import until

PARTY = stories()
PORTAL = "http://portal.test/"


@pytest.fixture
def web() -> Iterator[FaultServer]:
    """A list of six stories, one of them twice, and two links to nowhere."""
    links = {f"http://a.test/{number}.html": PARTY[number].title for number in range(6)}
    answers = {url: story_page(PARTY[number]) for number, url in enumerate(links)}
    twice = {"http://b.test/0.html": story_page(PARTY[0])}
    gone = {f"http://c.test/{number}.html": PARTY[7 + number].title for number in range(2)}
    more = {"http://b.test/0.html": PARTY[0].title} | gone
    with FaultServer({PORTAL: hub("党建频道", links | more)} | answers | twice) as server:
        yield server


def test_a_crawl_says_what_it_brought_and_then_that_nothing_is_due(web: FaultServer, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/variable.db"
    variables = environment(web.proxy_url) | {"TOPICCRAWL_DATABASE_URL": database}
    words = command("partybuild", {"seeds": PORTAL}, FAST)
    code, log = run(words, ROOT, variables)
    assert code == 0
    summary = said(log)
    assert summary == log[-len(summary) :]  # the last that is told
    for words_of_it in (
        r"INFO: partybuild: finished after \d+ s: every link worth a visit is visited\.",
        r"pages +fetched 8 = 6 kept \+ 1 duplicates \+ 1 lists \+ 0 dropped; harvest 87\.5%",
        r"failed +2 links gave no page: status_404 2",
        rf"corpus +6 pages of partybuild in {database}, 6 of them kept now",
        r"links +0 wait, \d+ are done, 0 are dead letters",
        r"next +topiccrawl export --topic partybuild --out partybuild\.jsonl",
    ):
        assert re.search(words_of_it, summary), (words_of_it, summary)
    # The log's line has the same numbers.
    assert (
        "fetched 8 = 6 kept + 1 duplicates + 1 lists + 0 dropped | harvest 87.5 % of fetched | corpus 6"
        in log
    )

    code, log = run(words, ROOT, variables)
    assert code == 0
    assert len(log.splitlines()) < 15
    assert re.search(r"partybuild: nothing new to do: no link waits \(\d+ links are done\)\.", log)
    assert f"6 pages of partybuild in {database}\n" in log

    export = ["topiccrawl", "export", "--topic", "partybuild", "--out", "out.jsonl"]
    assert run(export, tmp_path, variables) == (0, "6 pages of partybuild in out.jsonl\n")


def test_a_crawl_that_was_killed_says_what_all_starts_brought(web: FaultServer, tmp_path: Path) -> None:
    quick = dict(web.answers)
    for number in range(3, 6):
        url = f"http://a.test/{number}.html"
        web.answers[url] = Answer(quick[url].body, delay=60.0)
    settings = FAST | {
        "TOPICCRAWL_DATABASE_URL": f"sqlite:///{tmp_path / 'corpus.db'}",
        "DOWNLOAD_TIMEOUT": "60",
    }
    process = start(command("partybuild", {"seeds": PORTAL}, settings), web.proxy_url)
    until(lambda: "http://a.test/5.html" in web.pages_asked())
    first = Crawl(0, "", settings["TOPICCRAWL_DATABASE_URL"])
    done = "SELECT id FROM links WHERE state = 2 AND url LIKE 'http://a.test/%'"
    until(lambda: len(first.rows(done)) >= 3)
    os.kill(process.pid, signal.SIGKILL)
    process.end(PATIENCE)
    web.answers |= quick
    done = crawl(tmp_path, [PORTAL], proxy=web.proxy_url)
    assert done.code == 0
    summary = said(done.log)
    kept = done.stats["topiccrawl/pages/kept"]
    assert kept < 6
    assert re.search(rf"corpus +6 pages of .*, {kept} of them kept now", summary)
    assert re.search(
        r"restarts +1 before this one did not end in order; with them 6 pages were kept", summary
    )
    assert re.search(r"\d+ are done; \d+ of them waited at the start", summary)


def test_a_setting_comes_before_the_environment_and_its_password_is_warned_of(
    web: FaultServer, tmp_path: Path, mariadb_server: MariaDB, mariadb_corpus_url: str
) -> None:
    name = mariadb_corpus_url.rpartition("/")[2]
    variables = {"TOPICCRAWL_DATABASE_URL": f"sqlite:///{tmp_path}/never.db"}
    with mariadb_server.account(f"ALL ON {name}.*") as user:
        settings = {"TOPICCRAWL_DATABASE_URL": mariadb_server.url(name, user)}
        done = crawl(tmp_path, [PORTAL], proxy=web.proxy_url, settings=settings, variables=variables)
    assert done.code == 0
    assert not (tmp_path / "never.db").exists()
    assert "6 pages of partybuild in mysql+pymysql://" in said(done.log)
    assert "a password stands on the command line (-s TOPICCRAWL_DATABASE_URL)" in done.log
    assert "in the environment: TOPICCRAWL_DATABASE_URL, TOPICCRAWL_REDIS_URL" in done.log
    assert "geheim" not in done.log
