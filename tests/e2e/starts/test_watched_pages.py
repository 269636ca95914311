"""Pages that people watch: each crawl asks for them again, and what has changed is written down and told."""

from __future__ import annotations

import json
import time
from contextlib import closing
from pathlib import Path

from admin.conftest import start
from e2e.crawling import Crawl, crawl, html, hub
from e2e.fault_server import Answer, FaultServer

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.lists.notes import Notes

SEED, NOTICE, STILL = "http://news.test/", "http://office.test/notice.html", "http://office.test/still.html"
CLOSED, GONE, HOOK = "http://closed.test/a.html", "http://office.test/gone.html", "http://hooks.test/"
PRIVATE = "http://127.0.0.1:9/a.html"
FIRST = "关于召开全省河长制工作会议的通知，会议定于五月十日在省城召开。"
BEFORE, AFTER = "各市请于五月五日前报送参会名单和书面交流材料。", "报送材料的时间改为五月八日，逾期不再受理。"


def notice(*paragraphs: str) -> Answer:
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    return Answer(html("会议通知", f"<div id='content'><h1>会议通知</h1>{body}</div>"))


def test_a_change_of_a_watched_page_is_shown_and_told(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'corpus.db'}"
    with closing(Notes(database)) as notes:
        for url in (NOTICE, STILL, CLOSED, GONE, PRIVATE, NOTICE):
            notes.watch("partybuild", url)
    still = notice(FIRST, FIRST.replace("五月", "六月"))
    web = {
        SEED: hub("党建", {}),
        NOTICE: notice(FIRST, BEFORE),
        STILL: Answer(still.body, headers=(("ETag", '"1"'),)),
        "http://closed.test/robots.txt": Answer(b"User-agent: *\nDisallow: /", content_type="text/plain"),
        HOOK: Answer(b"{}", content_type="application/json"),
    }
    settings = {"TOPICCRAWL_WATCH_INTERVAL": "1", "TOPICCRAWL_ALERTS": f"generic={HOOK}"}
    settings |= {"TOPICCRAWL_ALLOW_PRIVATE": "False"}
    with FaultServer(web) as server:
        first = crawl(tmp_path, [SEED], proxy=server.proxy_url, settings=settings)
        assert first.code == 0, first.log
        assert not server.times(HOOK)
        server.answers[NOTICE] = notice(FIRST, AFTER)
        time.sleep(1)
        second = crawl(tmp_path, [SEED], proxy=server.proxy_url, settings=settings)
        assert not server.times(CLOSED) and not server.times(PRIVATE)
        assert len(server.times(HOOK)) == 1
    versions = second.rows("SELECT url_hash, added, removed FROM page_changes ORDER BY id")
    assert [(json.loads(one["added"]), json.loads(one["removed"])) for one in versions] == [
        ([], []), ([], []), ([AFTER], [BEFORE]),
    ]  # fmt: skip
    assert stats(second)["topiccrawl/watched/changed"] == 1
    assert stats(second)["topiccrawl/watched/unchanged"] >= 1
    problems = second.rows("SELECT problem FROM watched_visits WHERE problem != '' ORDER BY problem")
    assert [one["problem"] for one in problems] == ["private_address", "robots", "status_404"]
    assert not second.rows("SELECT id FROM pages")  # it is watched, not collected
    admin = start(database, tmp_path)
    page = admin.as_(Role.VIEWER).get("/watch/pages?topic=partybuild&page=1").text
    assert f"<ins>{AFTER}</ins>" in page and f"<del>{BEFORE}</del>" in page
    assert "网页不存在（404）" in page
    admin.services.close()


def stats(ended: Crawl) -> dict[str, int]:
    (row,) = ended.rows("SELECT stats FROM runs ORDER BY id DESC LIMIT 1")
    found: dict[str, int] = json.loads(row["stats"])
    return found


def test_an_editor_adds_and_removes_a_page_of_the_web(tmp_path: Path) -> None:
    admin = start(f"sqlite:///{tmp_path / 'corpus.db'}", tmp_path)
    for url in ("ftp://a.test/", "javascript:alert(1)", "file:///etc/passwd", "", "//a.test/"):
        answer = admin.post(Role.EDITOR, "/watch/pages", topic="partybuild", url=url)
        assert (answer.status_code, admin.services.notes.watched("partybuild")) == (400, []), url
    for _ in range(2):
        assert admin.post(Role.EDITOR, "/watch/pages", topic="partybuild", url=NOTICE).status_code == 303
    (one,) = admin.services.notes.watched("partybuild")
    assert NOTICE in admin.as_(Role.VIEWER).get("/watch/pages?topic=partybuild").text
    admin.post(Role.EDITOR, "/watch/pages", topic="football", remove=str(one["id"]))
    assert admin.services.notes.watched("partybuild")  # it is not of that topic
    admin.post(Role.EDITOR, "/watch/pages", topic="partybuild", remove=str(one["id"]))
    assert not admin.services.notes.watched("partybuild")
    admin.services.close()
