"""Imports from the index of a web archive: a server of our own on loopback, as Common Crawl's."""

from __future__ import annotations

import gzip
import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import pytest
from corpus.saved import html, response
from corpus.test_hostile_imports import TOPIC
from e2e.crawling import stories

from topiccrawl.cli import main
from topiccrawl.corpus.sources import web_index

FIRST, SECOND = stories()[:2]
NAME = "crawl-data/CC-MAIN/1.warc.gz"


class Archive:
    """Two pages of captures, and the WARC file that they are in; every third request finds the server busy."""

    def __init__(self):
        self.requests = []
        self.warc, self.pages, self.answered = b"", [[], []], 0
        self.add(0, "http://a.test/1", FIRST)
        self.add(0, "http://a.test/1", FIRST)  # fetched twice
        self.pages[0] += ["nonsense", {"url": "http://a.test/6"}, self.capture("http://a.test/7", 5, 100)]
        self.pages[0].append(self.capture("http://a.test/8", 0, 10**12))
        self.pages[0].append(self.capture("http://a.test/9", 0, 10) | {"filename": "../../etc/passwd"})
        self.pages[1].append(self.capture("http://a.test/3", 0, 10) | {"status": "301"})
        self.pages[1].append(self.capture("http://a.test/4", 0, 10) | {"mime": "image/png"})
        self.add(1, "http://a.test/2", SECOND)

    def capture(self, url, offset, length):
        about = {"url": url, "mime": "text/html", "status": "200", "filename": NAME}
        return about | {"offset": str(offset), "length": str(length)}

    def add(self, page, url, story):
        packed = gzip.compress(response(url, html(story)))
        self.pages[page].append(self.capture(url, len(self.warc), len(packed)))
        self.warc += packed

    def answer(self, path, wanted):
        self.answered += 1
        if self.answered % 3 == 0:
            return 503, b""
        self.requests.append(path)
        parts = urlsplit(path)
        if parts.path == f"/files/{NAME}":
            start, end = map(int, wanted.removeprefix("bytes=").split("-"))
            return 206, self.warc[start : end + 1]
        fields = parse_qs(parts.query)
        if parts.path != "/index":
            return 404, b"<h1>Not Found"
        assert fields["output"] == ["json"]
        if fields["url"] != ["a.test/*"]:
            return 404, b'{"message": "No Captures found"}'
        assert fields["filter"] == ["=status:200", "mime:html"]
        if "showNumPages" in fields:
            return 200, b'{"pages": 2, "pageSize": 5, "blocks": 4}'
        lines = self.pages[int(fields["page"][0])]
        return 200, "\n".join(one if isinstance(one, str) else json.dumps(one) for one in lines).encode()


@contextmanager
def served(archive):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            status, body = archive.answer(self.path, self.headers["Range"] or "")
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(web_index, "PAUSE", 0.001)


def test_pages_are_read_from_an_index_and_its_files(tmp_path, capsys):
    archive, database = Archive(), f"sqlite:///{tmp_path / 'corpus.db'}"
    with served(archive) as host:
        own = ["-t", TOPIC, "--database", database, "--warc-files", f"{host}/files/"]
        query = f"{host}/index?url=a.test/*"
        assert main(["import", query, *own]) == 1
        told = capsys.readouterr()
        assert sorted(told.out.splitlines()) == sorted(
            ["2 kept", "5 bad", "1 known already", "1 not HTML", "1 with the status 301"]
        )
        assert "page=0:3: no JSON" in told.err
        assert "page=0:4: expected filename" in told.err
        assert "1.warc.gz@5" in told.err
        assert "page=0:6: no part" in told.err
        assert "page=0:7: no part" in told.err
        assert len([one for one in archive.requests if "/files/" in one]) == 3
        archive.requests.clear()
        assert main(["import", query, *own]) == 1
        assert "3 known already" in capsys.readouterr().out
        assert len([one for one in archive.requests if "/files/" in one]) == 1  # the damaged one


def test_an_index_lists_urls_for_a_crawl(tmp_path, capsys):
    with served(Archive()) as host:
        database = tmp_path / "corpus.db"
        own = ["-t", TOPIC, "--database", f"sqlite:///{database}", "--urls"]
        assert main(["import", f"{host}/index?url=a.test/*", *own]) == 0
        listed = capsys.readouterr().out.split()
        assert [url[-1] for url in listed] == list("16789342")
        assert not database.exists()
        assert main(["import", f"{host}/index?url=b.test/*", *own]) == 0
        assert capsys.readouterr().out == ""


COLUMNS = ("urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length")


def written(form, captures):
    """Return captures as an answer of the Wayback Machine."""
    rows = [
        ("test,a)/", "20260102030405", one["url"], one["mime"], one["status"], "X", "9") for one in captures
    ]
    return "[" + (",\n" if form == "lines" else ",").join(json.dumps(row) for row in [COLUMNS, *rows]) + "]\n"


@pytest.mark.parametrize("form", ["lines", "one line"])
def test_an_answer_of_the_wayback_machine_is_an_array(form, tmp_path, capsys):
    class Wayback(Archive):
        def answer(self, path, wanted):
            pages = b'[["numpages"],["1"]]\n' if form == "lines" else b"1\n"
            captures = [self.capture(f"http://a.test/[{n}],", 0, 1) for n in range(3)]
            return 200, pages if "showNumPages" in path else written(form, captures).encode()

    with served(Wayback()) as host:
        assert main(["import", f"{host}/cdx/search?url=a.test/*", "-t", TOPIC, "--urls"]) == 0
    told = capsys.readouterr()
    assert told.out.split() == [f"http://a.test/%5B{n}%5D," for n in range(3)] and told.err == ""


def test_an_index_that_is_none(tmp_path, capsys):
    own = ["-t", TOPIC, "--database", f"sqlite:///{tmp_path / 'corpus.db'}"]
    with served(Archive()) as host:
        assert main(["import", f"{host}/index", *own]) == 1
        assert "expected the parameter url" in capsys.readouterr().err
        assert main(["import", f"{host}/else?url=x", *own]) == 1
        assert "the server answered 404 Not Found" in capsys.readouterr().err
