from __future__ import annotations

import gzip
from pathlib import Path
from uuid import uuid4

import pytest

from topiccrawl.cli import main
from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.replay.capture import Capture
from topiccrawl.experiments.replay.warc import read_warc

PAGE = "<title>党建</title><p>党支部学习党章。</p>".encode()
HTML = ("Content-Type", "text/html; charset=utf-8")


def record(kind: str, url: str, content: bytes) -> bytes:
    fields = {
        "WARC-Type": kind,
        "WARC-Record-ID": f"<urn:uuid:{uuid4()}>",
        "WARC-Date": "2024-01-02T03:04:05Z",
        "Content-Type": "application/warc-fields"
        if kind == "warcinfo"
        else f"application/http; msgtype={kind}",
        "Content-Length": str(len(content)),
    } | ({"WARC-Target-URI": url} if url else {})
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"WARC/1.0\r\n{lines}\r\n".encode() + content + b"\r\n\r\n"


def write(path: Path, compressed: bool = True) -> Path:
    """A page, an older one of the same URL, a packed and chunked one, a redirect, robots.txt, and other records."""
    packed = gzip.compress(PAGE)
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(packed), packed)
    answers: list[tuple[str, str, list[tuple[str, str]], bytes]] = [
        ("http://a.test/1", "200 OK", [HTML], b"<p>old</p>"),
        ("http://a.test/1", "200 OK", [HTML], PAGE),
        (
            "http://a.test/2",
            "200 OK",
            [HTML, ("Content-Encoding", "gzip"), ("Transfer-Encoding", "chunked")],
            chunked,
        ),
        ("http://a.test/3", "301 Moved", [("Location", "/1")], b""),
        (
            "http://a.test/robots.txt",
            "200 OK",
            [("Content-Type", "text/plain")],
            b"User-agent: *\nDisallow: /x",
        ),
        ("http://a.test/big", "200 OK", [HTML], b"x" * 2001),
    ]
    records = [record("warcinfo", "", b"software: test\r\n")]
    for url, status, headers, body in answers:
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
        records.append(record("response", url, f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + body))
        records.append(record("request", url, b"GET / HTTP/1.1\r\nHost: a.test\r\n\r\n"))
    path.write_bytes(b"".join(gzip.compress(one) if compressed else one for one in records))
    return path


@pytest.fixture(autouse=True)
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topiccrawl.corpus.sources.warc.LARGEST_BODY", 2000)


@pytest.mark.parametrize("name", ["web.warc.gz", "web.warc"])
def test_responses_are_read_unpacked_and_other_records_left_out(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / name, compressed=name.endswith(".gz"))
    found = list(read_warc(path))
    assert [(one.url[13:], one.status) for one in found] == [
        ("/1", 200),
        ("/1", 200),
        ("/2", 200),
        ("/3", 301),
        ("/robots.txt", 200),
    ]
    assert found[2].body == PAGE
    assert found[2].headers == {"content-type": HTML[1]}
    assert found[3].headers["location"] == "/1"


def test_a_recorded_crawl_becomes_a_capture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = write(tmp_path / "web.warc.gz"), tmp_path / "web.capture"
    assert main(["replay", "capture", str(out), "--responses", str(path)]) == 0
    assert "2 pages, 1 redirects, 0 failures, robots.txt of 1 hosts" in capsys.readouterr().out
    with Capture(out) as capture:
        found = capture.get("http://a.test/1")
        assert found is not None and found.body == PAGE


@pytest.mark.parametrize("content", [b"", b"no warc at all", gzip.compress(b"WARC/1.0\r\n", mtime=0)[:-9]])
def test_what_is_no_warc_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "web.warc.gz"
    path.write_bytes(content)
    with pytest.raises(EvaluationError, match=r"web\.warc\.gz: "):
        list(read_warc(path))
    with pytest.raises(EvaluationError, match="No such file"):
        list(read_warc(tmp_path / "missing.warc"))
