"""Responses of a crawl, recorded for replays."""

from __future__ import annotations

import logging
import os
import signal
import sqlite3
from pathlib import Path

import pytest
from forks import forks
from scrapy import Request
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.recording import Recording
from topiccrawl.experiments.replay.capture import Capture


def answered(url: str = "http://a.test/", body: bytes = b"<p>", **headers: str) -> Response:
    return Response(url, 200, headers, body)


def test_whatever_a_server_sends_is_recorded(tmp_path: Path) -> None:
    recording = Recording(tmp_path / "record.db")
    bodies = [b"", b"\x1f\x8b\x08", b"x\x9c", b"\x00" * 10_000_000, "\ud800".encode(errors="surrogatepass")]
    for number, body in enumerate(bodies):
        url = f"http://a.test/{number}" + "x" * 10_000
        answer = answered(url, body, **{"Content-Type": "text/html\xff", "X": "\u00e9" * 1000})
        assert recording.process_response(Request(url), answer) is answer
    recording.close()
    recording.close()
    with Capture(tmp_path / "record.db") as capture:
        found = [capture.get(f"http://a.test/{number}" + "x" * 10_000) for number in range(len(bodies))]
    assert [one and one.body for one in found] == bodies
    assert found[1] is not None and found[1].content_type.startswith("text/html")


def test_a_second_crawl_adds_to_the_file(tmp_path: Path) -> None:
    for url in ("http://a.test/1", "http://a.test/2"):
        recording = Recording(tmp_path / "record.db")
        recording.process_response(Request(url), answered(url))
        recording.close()
    with Capture(tmp_path / "record.db") as capture:
        assert capture.get("http://a.test/1") and capture.get("http://a.test/2")


def _killed(path: Path) -> None:
    recording = Recording(path)
    for number in range(150):
        url = f"http://a.test/{number}"
        recording.process_response(Request(url), answered(url))
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_kill_costs_the_last_responses_and_not_the_file(tmp_path: Path) -> None:
    process = forks().Process(target=_killed, args=(tmp_path / "record.db",), daemon=True)
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL
    with Capture(tmp_path / "record.db") as capture:
        found = [capture.get(f"http://a.test/{number}") is not None for number in range(150)]
    assert found == [number < 100 for number in range(150)]


def test_a_file_that_cannot_be_written_any_more_ends_the_recording_and_not_the_crawl(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "record.db"
    recording = Recording(path)
    recording.process_response(Request("http://a.test/"), answered())
    with sqlite3.connect(path, isolation_level=None) as other:
        pages = other.execute("PRAGMA page_count").fetchone()[0]
    other.close()
    assert recording._capture is not None
    recording._capture._connection.execute(f"PRAGMA max_page_count={pages + 1}").fetchone()
    with caplog.at_level(logging.ERROR):
        for number in range(300):
            url = f"http://a.test/{number}"
            recording.process_response(Request(url), answered(url, os.urandom(5000)))
        recording.close()
    messages = [record.getMessage() for record in caplog.records]
    assert len(messages) == 1 and "record.db" in messages[0] and "full" in messages[0]


def test_other_databases_are_not_written_to(tmp_path: Path) -> None:
    path = tmp_path / "corpus.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE pages(x)")
    other.close()
    with pytest.raises(EvaluationError, match=r"TOPICCRAWL_RECORD: .*corpus\.db: not a capture"):
        Recording(path)
    settings = {
        "TOPICCRAWL_RECORD": str(tmp_path / "new.db"),
        "TOPICCRAWL_DATABASE_URL": f"sqlite:///{tmp_path}/new.db",
    }
    with pytest.raises(EvaluationError, match="is the database of the crawl"):
        Recording.from_crawler(get_crawler(settings_dict=settings))
