from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path

import pytest
from experiments.replay.made_web import HTML, captured, page, redirect, robots

from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.replay.capture import Capture, Contents, Response
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
    path = captured(tmp_path / "web", WEB)
    with sqlite3.connect(path) as connection:
        bomb = zlib.compress(bytes(ALWAYS_ALLOWED + 1), 1)
        connection.execute("UPDATE captured SET body = ?", (bomb,))
    connection.close()
    with Capture(path) as capture, pytest.raises(EvaluationError, match="it unpacks to more than 64,000,000"):
        capture.get("http://a.cn/1.html")
