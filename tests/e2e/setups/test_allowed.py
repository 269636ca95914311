"""What editors allow after all, beside a crawl that runs and without one."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest
from admin.conftest import Admin, start
from e2e.crawling import FAST, PATIENCE, Crawl, command, crawl, hub, other_stories, stories, story_page
from e2e.crawling import start as start_crawl
from e2e.fault_server import Answer, FaultServer
from e2e.setups.test_admin import wait_for

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.reporting.crawl_state import crawl_state

SEED, ELSEWHERE = "http://news.test/", "http://far.test/a.html"
OFF_TOPIC, GONE, SLOW = f"{SEED}sports.html", f"{SEED}gone.html", "http://slow.test/slow.html"


def web(release: threading.Event) -> dict[str, Answer]:
    """A story; sport behind a link on the topic; a missing page; a story on a site out of bounds."""
    party, sport = stories(), other_stories()
    links = {f"{SEED}1.html": party[0].title, OFF_TOPIC: party[1].title, GONE: party[2].title}
    links |= {ELSEWHERE: party[4].title, SLOW: party[3].title}
    return {
        SEED: hub("党建", links),
        f"{SEED}1.html": story_page(party[0]),
        OFF_TOPIC: story_page(sport[0]),
        GONE: Answer(status=404),
        ELSEWHERE: story_page(party[4]),
        SLOW: Answer(story_page(party[5]).body, after=release),
    }


def rows(admin: Admin, query: str) -> list[tuple[object, ...]]:
    with admin.services.store.reading() as connection:
        return [tuple(row) for row in connection.exec_driver_sql(query)]


def allow(admin: Admin, url: str) -> str:
    """Press the button of a dropped URL where editors find it; return the list as it is afterwards."""
    ((number, stage, reason),) = rows(admin, f"SELECT id, stage, reason FROM drops WHERE url = '{url}'")
    listed = f"/drops?topic=partybuild&stage={stage}&reason={reason}"
    html = admin.as_(Role.EDITOR).get(listed).text
    assert f'action="/drops/{number}/allow"' in html
    assert "/allow" not in admin.as_(Role.VIEWER).get(listed).text
    answer = admin.post(Role.EDITOR, f"/drops/{number}/allow", back=listed)
    assert answer.status_code == 303 and answer.headers["location"].startswith("/drops?topic=partybuild")
    return str(admin.as_(Role.EDITOR).get(listed).text)


def stored(admin: Admin) -> set[object]:
    return {url for (url,) in rows(admin, "SELECT url FROM pages")}


def test_what_is_allowed_is_fetched_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    database_url = f"sqlite:///{tmp_path / 'corpus.db'}"
    admin = start(database_url, tmp_path)
    admin.services.topics.copy("partybuild")
    admin.services.topics.save_start("partybuild", "党建", [SEED], ["news.test", "slow.test"])
    topic = {"topic": str(tmp_path / "topics" / "partybuild")}
    release = threading.Event()
    settings = {**FAST, "TOPICCRAWL_DATABASE_URL": database_url}
    settings |= {"RETRY_TIMES": "0", "DOWNLOAD_TIMEOUT": str(PATIENCE)}
    with FaultServer(web(release)) as server:
        running = start_crawl(command("topic", topic, settings), server.proxy_url)
        try:
            beside_the_crawl(admin)
            release.set()
            code, log = running.end(PATIENCE)
        finally:
            release.set()
        assert code == 0, log
        assert "database is locked" not in log
        server.answers[GONE] = story_page(stories()[2])
        assert "等下一次采集" in allow(admin, GONE)
        assert "没有抓取" not in admin.as_(Role.VIEWER).get(f"/topics/partybuild/url?url={GONE}").text
        # Nothing waits in the queue, and the crawl does not end before it has looked into its inbox.
        again = crawl(tmp_path, spider="topic", arguments=topic, proxy=server.proxy_url, settings=settings)
        check_next_crawl(admin, again)
    admin.services.close()


def beside_the_crawl(admin: Admin) -> None:
    """Allow a page and a link while the crawl waits for a slow page."""
    services = admin.services
    wait_for(lambda: len(rows(admin, "SELECT id FROM drops")) >= 3 and rows(admin, "SELECT id FROM pages"))
    wait_for(lambda: services.read(lambda connection: crawl_state(connection, "partybuild")).is_alive)
    allow(admin, OFF_TOPIC)
    allow(admin, ELSEWHERE)
    wait_for(lambda: {OFF_TOPIC, ELSEWHERE} <= stored(admin))
    assert rows(admin, "SELECT url, grade FROM labels") == [(OFF_TOPIC, 2)]
    ((relevance, parts),) = rows(
        admin, f"SELECT relevance, priority_parts FROM pages WHERE url = '{OFF_TOPIC}'"
    )
    assert isinstance(relevance, float) and relevance < 0.45  # kept by a person, and its verdict says so
    assert parts == '{"allowed": 1.0}'
    assert services.desk.inbox.waiting() == 0
    listed = admin.as_(Role.EDITOR).get("/drops?topic=partybuild&stage=gate&reason=description").text
    assert "已在语料中" in listed and "/allow" not in listed


def check_next_crawl(admin: Admin, again: Crawl) -> None:
    assert again.code == 0, again.log
    assert f"allowed (fetch): {GONE}" in again.log
    assert stored(admin) == {f"{SEED}1.html", OFF_TOPIC, ELSEWHERE, SLOW, GONE}
    assert admin.services.desk.inbox.waiting() == 0
    assert re.search(r"已在语料中", admin.as_(Role.VIEWER).get(f"/topics/partybuild/url?url={GONE}").text)
