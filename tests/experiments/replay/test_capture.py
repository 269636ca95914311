from __future__ import annotations

import gzip
import json
import os
import random
import sqlite3
import zlib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from experiments.replay.made_web import HTML, captured, page, redirect, robots, tree

from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.replay.capture import Capture, parse_capture
from topiccrawl.experiments.replay.captured_page import CapturedPage
from topiccrawl.experiments.replay.corpus_responses import corpus_responses
from topiccrawl.experiments.replay.responses import Response, ResponseTable, read_responses
from topiccrawl.page.anchors.link import Link
from topiccrawl.page.description import Description
from topiccrawl.storage.pages.store import CorpusStore
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
        found = capture.get("http://a.cn/1.html")
        assert found is not None
        read = capture.page(found)
        assert read.description == Description("学习党章")
        assert [(link.url, link.anchor) for link in read.links] == [("http://a.cn/2.html", "第二条")]
        assert read.title == "学习党章" and "认真学习党章" in read.text and "第二条" in read.displayed_text
        assert not read.is_hub
        assert [
            one and one.target for one in map(capture.get, ("http://a.cn/old", "http://a.cn/refresh"))
        ] == [
            "http://a.cn/1.html",
            "http://a.cn/1.html",
        ]
        assert [
            one and one.failure for one in map(capture.get, ("http://a.cn/picture", "http://a.cn/gone"))
        ] == [
            "not_html",
            "status_404",
        ]
        assert capture.get("http://a.cn/unknown") is None
        assert not capture.robots("http://a.cn/secret/1", "topiccrawl").allows("http://a.cn/secret/1")
        assert capture.robots("http://b.cn/secret/1", "topiccrawl").allows("http://b.cn/secret/1")


def test_each_page_is_parsed_once(tmp_path: Path) -> None:
    path = captured(tmp_path / "web", WEB)
    with Capture(path) as capture:
        assert capture.contents().unparsed == 2
        first = capture.get("http://a.cn/1.html")
    with Capture(path) as capture:
        assert capture.contents().unparsed == 1
        assert capture.get("http://a.cn/1.html") == first
    contents = parse_capture(path)
    assert (contents.pages, contents.unparsed, contents.redirects, contents.failures) == (1, 0, 2, 2)


def test_processes_parse_the_same_as_one(tmp_path: Path) -> None:
    one, two = captured(tmp_path / "one", WEB), captured(tmp_path / "two", WEB)
    assert parse_capture(one) == parse_capture(two, jobs=2)
    with Capture(one) as first, Capture(two) as second:
        assert first.get("http://a.cn/1.html") == second.get("http://a.cn/1.html")


def test_a_page_is_the_same_after_writing_and_reading() -> None:
    links = (
        Link("http://a.cn/2", "锚\ud800", "周围", True, False),
        Link("http://a.cn/3", "", "", False, True),
    )
    whole = CapturedPage(
        "http://a.cn/1", Description("题", "述", "词"), links, True, "全文", "题", "正文", "article"
    )
    assert CapturedPage.from_bytes("http://a.cn/1", whole.to_bytes()) == whole


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


def test_files_that_are_no_tables(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("responses")
    for name in ("text", "missing"):
        with pytest.raises(EvaluationError, match=name):
            list(read_responses(tmp_path / name))


def test_a_corpus_has_stored_pages_and_knows_of_dropped_ones(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'corpus.db'}"
    store = CorpusStore(url)
    store.open()
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
    with Capture(captured(tmp_path / "web", list(corpus_responses(url, "river")))) as capture:
        found = [capture.get(f"http://a.cn/{number}.html") for number in (1, 2, 3, 4)]
        assert found[0] is not None and capture.page(found[0]).text
        assert found[1] is not None and capture.page(found[1]) == CapturedPage("http://a.cn/2.html")
        assert found[2] is not None and found[2].failure == "status_404"
        assert found[3] is None
    with pytest.raises(EvaluationError, match="no page of lake"):
        list(corpus_responses(url, "lake"))


def dropped(url: str, stage: str, reason: str) -> DropRecord:
    now = datetime.now(UTC)
    return DropRecord(topic="river", url=url, stage=stage, reason=reason, run_id=1, dropped_at=now)


def damaged(path: Path) -> list[tuple[str, Path]]:
    """Damaged captures by kind."""
    good = captured(path / "good", WEB)
    parse_capture(good)
    content = good.read_bytes()
    files = {"empty": b"", "text": b"not a capture", "cut": content[: len(content) // 2]}
    for name, data in files.items():
        (path / name).write_bytes(data)
    for name, statement in {
        "no-table": "DROP TABLE pages",
        "other-format": "UPDATE meta SET value = '99' WHERE name = 'format'",
        "bad-page": "UPDATE pages SET page = x'00' WHERE page != x''",
        "no-facts": "DELETE FROM meta WHERE name != 'format'",
    }.items():
        (path / name).write_bytes(content)
        connection = sqlite3.connect(path / name)
        connection.execute(statement)
        connection.commit()
        connection.close()
    return [
        (name, path / name)
        for name in (*files, "missing", "no-table", "other-format", "bad-page", "no-facts")
    ]


def test_damaged_captures_end_in_one_line(tmp_path: Path) -> None:
    for name, path in damaged(tmp_path):
        with pytest.raises(EvaluationError, match=name) as raised, Capture(path) as capture:
            found = capture.get("http://a.cn/1.html")
            assert found is not None, name
            capture.page(found)
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


HOSTILE = {
    "location": Response("http://a.cn/x", 302, {"location": "http://[/"}),
    "refresh": Response("http://a.cn/x", 200, HTML, b"<meta http-equiv=refresh content='0; url=http://[/'>"),
    "attributes": Response("http://a.cn/x", 200, HTML, b"<p " + b"a=1 " * 40_000 + b">"),
    "deep": Response("http://a.cn/x", 200, HTML, b"<div>" * 90_000),
    "title": Response("http://a.cn/x", 200, HTML, b"<title>" + b"\xff\xd8" * 100_000),
    "links": Response(
        "http://a.cn/x", 200, HTML, b"<a href='http://[/'>1</a><base href='http://['><a href=2>2"
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_responses_spoil_no_capture(tmp_path: Path, name: str) -> None:
    path = captured(tmp_path / "web", [HOSTILE[name], *WEB])
    assert parse_capture(path).unparsed == 0
    with Capture(path) as capture:
        found = capture.get("http://a.cn/x")
        assert found is not None
        assert found.failure or capture.page(found)
        assert capture.get("http://[/") is None, "the target of a redirect"


def test_a_process_that_dies_while_it_parses_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = captured(tmp_path / "web", WEB)
    monkeypatch.setattr("topiccrawl.experiments.replay.capture.partial", lambda *parts, **_: parts[0])
    monkeypatch.setattr("topiccrawl.experiments.replay.capture.parse_all", os._exit)
    monkeypatch.setattr("topiccrawl.experiments.replay.capture.chunks", lambda pages: iter([3]))
    with pytest.raises(EvaluationError, match="a process that parsed pages died"):
        parse_capture(path, jobs=2)


def test_flipped_bytes_end_in_one_line_or_change_a_value(tmp_path: Path) -> None:
    good = captured(tmp_path / "good", [*tree("a.cn", 40), *WEB])
    parse_capture(good)
    content = good.read_bytes()
    chance = random.Random(1)
    read = 0
    for number in range(60):
        spoilt = bytearray(content)
        for _ in range(chance.choice((1, 20, 400))):
            spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
        path = tmp_path / f"spoilt{number}"
        path.write_bytes(spoilt)
        try:
            with Capture(path) as capture:
                capture.contents()
                for url in (
                    "http://a.cn/",
                    "http://a.cn/old",
                    *(f"http://a.cn/{one}.html" for one in range(40)),
                ):
                    found = capture.get(url)
                    if found is not None and found.page:
                        capture.page(found)
                    capture.robots(url, "topiccrawl").allows(url)
            read += 1
        except EvaluationError as error:
            assert str(path) in str(error) and "\n" not in str(error)
    assert 0 < read < 60
