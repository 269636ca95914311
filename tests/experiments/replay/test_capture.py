from __future__ import annotations

import gzip
import json
import sqlite3
import zlib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from experiments.replay.made_web import HTML, captured, page, redirect, robots
from servers.corpora import opened

from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.replay.capture import Capture, Contents
from topiccrawl.experiments.replay.corpus_responses import corpus_responses
from topiccrawl.experiments.replay.responses import Response, ResponseTable, read_responses
from topiccrawl.storage.records import DropRecord, PageRecord
from topiccrawl.text.files.decompression import ALWAYS_ALLOWED

WEB = [
    robots("a.cn", "User-agent: *\nDisallow: /secret/\n"),
    page("http://a.cn/1.html", {"/2.html": "第二条"}, "学习党章"),
    redirect("http://a.cn/old", "/1.html"),
    Response("http://a.cn/picture", 200, {"content-type": "image/png"}, b"\x89PNG"),
    Response("http://a.cn/gone", 404, HTML, b"<html>"),
    Response("http://a.cn/refresh", 200, HTML, b"<meta http-equiv=refresh content='0; url=/1.html'>"),
]


def test_a_capture_has_pages_redirects_failures_and_rules(tmp_path: Path) -> None:
    with Capture(captured(tmp_path / "web", WEB)) as capture:
        assert capture.contents() == Contents(pages=2, redirects=1, failures=2, robots=1)
        found = {one.url: capture.get(one.url) for one in WEB}
        assert found == {one.url: one for one in WEB}
        assert capture.get("http://a.cn/unknown") is None
        assert capture.get("http://[/") is None, "the target of a redirect"


def test_a_host_may_answer_whatever_is_asked(tmp_path: Path) -> None:
    web = [page("http://a.cn/*", {}), redirect("http://a.cn/secure", "https://a.cn/secure")]
    with Capture(captured(tmp_path / "web", web)) as capture:
        assert capture.get("http://a.cn/secure") == web[0], "a redirect to the same page is none"
        assert capture.get("http://a.cn/robots.txt") is None


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    table = ResponseTable(tmp_path / "responses.db")
    for one in WEB:
        table.add(one)
    table.close()
    assert sorted(read_responses(tmp_path / "responses.db"), key=lambda one: one.url) == sorted(
        WEB, key=lambda one: one.url
    )


def test_a_table_of_other_programs(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "responses.db")
    connection.execute("CREATE TABLE responses(url, status, headers, body)")
    pairs = json.dumps([["Content-Type", "text/html"]])
    connection.execute(
        "INSERT INTO responses VALUES ('http://a.cn/', 200, ?, ?)", (pairs, gzip.compress(b"<p>"))
    )
    connection.execute("INSERT INTO responses VALUES ('http://b.cn/', 200, NULL, '<p>')")
    connection.commit()
    connection.close()
    found = list(read_responses(tmp_path / "responses.db"))
    assert found == [
        Response("http://a.cn/", 200, {"content-type": "text/html"}, b"<p>"),
        Response("http://b.cn/", 200, {}, b"<p>"),
    ]


@pytest.mark.parametrize(
    ("url", "status", "headers", "message"),
    [
        (None, 200, "{}", "url is not a text"),
        ("http://a.cn/", "ok", "{}", "status is not an integer"),
        ("http://a.cn/", 200, "{", "cannot be read"),
        ("http://a.cn/", 200, "[1]", "cannot be read"),
        ("http://a.cn/", 200, "[" * 100_000, "cannot be read"),
    ],
)
def test_a_bad_row_is_named(tmp_path: Path, url: object, status: object, headers: str, message: str) -> None:
    connection = sqlite3.connect(tmp_path / "responses.db")
    connection.execute("CREATE TABLE responses(url, status, headers, body)")
    connection.execute("INSERT INTO responses VALUES (?, ?, ?, '')", (url, status, headers))
    connection.commit()
    connection.close()
    with pytest.raises(EvaluationError, match=message):
        list(read_responses(tmp_path / "responses.db"))


def test_a_corpus_has_stored_pages_and_knows_of_dropped_ones(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'corpus.db'}"
    store = opened(url)
    body = page("http://a.cn/1.html", {"/2.html": "第二条"}, "学习党章").body
    now = datetime.now(UTC)
    kept = PageRecord(
        topic="river",
        url="http://a.cn/1.html",
        run_id=1,
        fetched_at=now,
        raw_html=body,
        title="学习党章",
        text="正文",
    )
    drops = [
        dropped("http://a.cn/2.html", "gate", "description"),
        dropped("http://a.cn/3.html", "gate", "status_404"),
        dropped("http://a.cn/4.html", "frontier", "priority"),
    ]
    store.write([kept, *drops])
    store.close()
    found = {one.url[-6]: one for one in corpus_responses(url, "river")}
    assert {number: one.status for number, one in found.items()} == {"1": 200, "2": 200, "3": 404}
    assert found["1"].body == body and not found["2"].body, "a dropped page is known, but not kept"
    with pytest.raises(EvaluationError, match="no page of lake"):
        list(corpus_responses(url, "lake"))


def dropped(url: str, stage: str, reason: str) -> DropRecord:
    now = datetime.now(UTC)
    return DropRecord(topic="river", url=url, stage=stage, reason=reason, run_id=1, dropped_at=now)


def test_damaged_captures_end_in_one_line(tmp_path: Path) -> None:
    content = captured(tmp_path / "good", WEB).read_bytes()
    files = {"empty": b"", "text": b"not a capture", "cut": content[: len(content) // 2]}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    statements = {
        "no-table": "DROP TABLE captured",
        "other-format": "UPDATE meta SET value = '99' WHERE name = 'format'",
        "bad-body": "UPDATE captured SET body = x'00'",
        "bad-headers": "UPDATE captured SET headers = '['",
    }
    for name, statement in statements.items():
        (tmp_path / name).write_bytes(content)
        with sqlite3.connect(tmp_path / name) as connection:
            connection.execute(statement)
        connection.close()
    for name in (*files, "missing", *statements):
        with pytest.raises(EvaluationError, match=name) as raised, Capture(tmp_path / name) as capture:
            capture.contents()
            capture.get("http://a.cn/1.html")
        assert "\n" not in str(raised.value), name


def test_a_body_that_unpacks_to_more_than_any_page_is_refused(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "responses.db")
    connection.execute("CREATE TABLE responses(url, status, headers, body)")
    bomb = zlib.compress(bytes(ALWAYS_ALLOWED + 1), 1)
    connection.execute("INSERT INTO responses VALUES ('http://a.cn/', 200, NULL, ?)", (bomb,))
    connection.commit()
    connection.close()
    with pytest.raises(
        EvaluationError, match=r"http://a\.cn/ cannot be read: it unpacks to more than 64,000,000"
    ):
        list(read_responses(tmp_path / "responses.db"))
