"""The administration pages beside a crawl that runs: what they ask for, the crawl's own writer does."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from admin.conftest import Admin, start
from e2e.crawling import FAST, PATIENCE, command, hub, stories, story_page
from e2e.crawling import start as start_crawl
from e2e.fault_server import Answer, FaultServer

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.reporting.crawl_state import crawl_state
from topiccrawl.storage.database import parse_url
from topiccrawl.storage.frontier.sqlite.view import SqliteFrontierView
from topiccrawl.storage.inbox import inbox_file
from topiccrawl.storage.pages.existing import existing_corpus

SEED, BROKEN, SLOW = "http://news.test/", "http://news.test/broken.html", "http://slow.test/slow.html"


def web(release: threading.Event) -> dict[str, Answer]:
    """Stories; one whose connection breaks, and one that holds the crawl until it is released."""
    pages = {f"{SEED}{number}.html": story_page(story) for number, story in enumerate(stories()[:8])}
    anchors = {url: stories()[number].title for number, url in enumerate(pages)}
    broken, slow = stories()[8], stories()[9]
    links = {**anchors, BROKEN: broken.title, SLOW: slow.title}
    held = Answer(story_page(slow).body, after=release)
    return {SEED: hub("党建", links), **pages, BROKEN: Answer(fault="reset"), SLOW: held}


def wait_for(what: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_a_running_crawl_is_paused_corrected_and_stopped(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    on_file = database_url.startswith("sqlite")
    admin = start(database_url, tmp_path)
    release = threading.Event()
    settings = {**FAST, "TOPICCRAWL_DATABASE_URL": database_url, "RETRY_TIMES": "0"}
    settings |= {} if on_file else {"JOBDIR": str(tmp_path / "job")}
    frontier = tmp_path / ("corpus.db" if on_file else "job/frontier.db")
    with FaultServer(web(release)) as server:
        crawl = start_crawl(command("partybuild", {"seeds": SEED}, settings), server.proxy_url)
        try:
            follow(admin, server, frontier)
            release.set()
            code, log = crawl.end(PATIENCE)
        finally:
            release.set()
            admin.services.close()
    assert code == 0, log
    assert "links wait again" in log and "is paused" in log and "continues" in log
    assert log.count("database is locked") == 0
    with existing_corpus(database_url) as store:
        assert [run["finish_reason"] for run in store.read_runs("partybuild")] == ["stopped"]


def follow(admin: Admin, server: FaultServer, frontier: Path) -> None:
    """Everything an operator does while the crawl runs."""
    services = admin.services

    def state() -> str:
        return services.read(lambda connection: crawl_state(connection, "partybuild")).state

    def rows(query: str) -> list[tuple[object, ...]]:
        with services.store.reading() as connection:
            return [tuple(row) for row in connection.exec_driver_sql(query)]

    def is_dead() -> bool:
        with closing(SqliteFrontierView(frontier, "partybuild")) as view:
            return bool(view.dead(1))

    wait_for(lambda: rows("SELECT id FROM pages") and rows("SELECT id FROM run_figures") and is_dead())
    assert state() == "running"
    assert services.read(lambda connection: crawl_state(connection, "partybuild")).figures["fetched"] > 0
    assert "收获率" in admin.as_(Role.VIEWER).get("/crawls/partybuild").text

    (number, url), *_ = rows("SELECT id, url FROM pages ORDER BY id")
    assert admin.post(Role.EDITOR, f"/pages/{number}/grade", grade="other").status_code == 303
    wait_for(lambda: rows("SELECT url, grade FROM labels") == [(url, 0)])
    wait_for(lambda: services.desk.inbox.waiting() == 0)

    server.answers[BROKEN] = story_page(stories()[8])
    assert admin.post(Role.OPERATOR, "/crawls/partybuild/dead", url=BROKEN).status_code == 303
    wait_for(lambda: rows(f"SELECT id FROM pages WHERE url = '{BROKEN}'"))
    assert not is_dead()

    admin.post(Role.OPERATOR, "/crawls/partybuild/pause")
    wait_for(lambda: state() == "paused")
    admin.post(Role.OPERATOR, "/crawls/partybuild/resume")
    wait_for(lambda: state() == "running")
    admin.post(Role.OPERATOR, "/crawls/partybuild/stop")
    wait_for(lambda: state() == "closing")
    assert rows("SELECT count(*) FROM page_index") == rows("SELECT count(*) FROM pages")
    file = inbox_file(parse_url(services.configuration.database))
    assert file is None or file.is_file()
