from __future__ import annotations

import io
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest
from extraction.pages import PARAGRAPHS, TITLE, article, listing

from topiccrawl.access.fetching import DownloadedPage
from topiccrawl.cli import main
from topiccrawl.cli.extract.single_page import load_sheets
from topiccrawl.errors import BrowserMissingError, FetchError
from topiccrawl.page.page import Page
from topiccrawl.text.files import processes

PAGE = article(after="<p>责任编辑：王某</p>")


@dataclass
class Site:
    """A site on loopback, and the paths that were requested."""

    url: str
    robots: str = ""
    redirects: dict[str, str] = field(default_factory=lambda: {"/moved": "/shut/1.html"})
    requested: list[str] = field(default_factory=list)


@pytest.fixture
def site() -> Iterator[Site]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found.requested.append(self.path)
            path = urlsplit(self.path).path  # a proxy gets whole URLs
            if path in found.redirects:
                self.send_response(302)
                self.send_header("Location", found.redirects[path])
                self.end_headers()
                return
            body = {
                "/robots.txt": found.robots.encode(),
                "/1.html": PAGE.encode("gbk"),
                "/cut": b"ff\r\n<p>",
            }.get(path)
            self.send_response(200 if body is not None else 404)
            self.send_header("Content-Type", "text/html; charset=gbk")
            if path == "/cut":
                self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found = Site(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield found
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def page_file(tmp_path):
    path = tmp_path / "网页.html"
    path.write_bytes(PAGE.encode("gbk"))
    return path


def test_a_file_with_its_reasons(page_file, capsys) -> None:
    assert main(["extract", str(page_file)]) == 0
    output = capsys.readouterr().out
    assert TITLE in output
    assert PARAGRAPHS[2] in output
    assert "h1 that <title> repeats" in output
    assert "row under the headline" in output


def test_json_holds_the_document_with_reasons(page_file, capsys) -> None:
    assert main(["extract", str(page_file), "--json", "--url", "http://www.example.cn/2021/1.html"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["title"] == TITLE
    assert found["published"] == "2021-11-03 09:15"
    assert found["url"] == "http://www.example.cn/2021/1.html"
    assert found["text"].splitlines() == [" ".join(text.split()) for text in PARAGRAPHS]
    assert found["why"]["charset"].lower().startswith("gb")


def test_a_page_without_an_article_says_why(tmp_path, capsys) -> None:
    (tmp_path / "list.html").write_text(listing(), encoding="utf-8")
    assert main(["extract", str(tmp_path / "list.html")]) == 0
    output = capsys.readouterr().out
    assert "no text" in output


@pytest.mark.parametrize("name", ["density", "density:source", "visual", "clustering", "trafilatura"])
def test_the_other_extractors(name, page_file, capsys) -> None:
    assert main(["extract", str(page_file), "--extractor", name, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["extractor"] == name
    assert PARAGRAPHS[1] in found["text"]


def test_a_page_from_a_pipe(capsys, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PAGE.encode("gbk"))))
    assert main(["extract", "-", "--json", "--url", "http://www.example.cn/2021/1.html"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["title"], found["url"]) == (TITLE, "http://www.example.cn/2021/1.html")


def test_several_pages_of_which_one_cannot_be_read(page_file, tmp_path, capsys) -> None:
    other = tmp_path / "another page.html"
    other.write_text(PAGE, encoding="utf-8")
    missing = tmp_path / "fehlt.html"
    words = ["extract", str(page_file), str(missing), str(other)]
    assert main([*words, "--json"]) == 1
    output = capsys.readouterr()
    rows = [json.loads(line) for line in output.out.splitlines()]
    assert [(row["page"], row["title"]) for row in rows] == [(str(page_file), TITLE), (str(other), TITLE)]
    assert output.err == f"topiccrawl: {missing}: No such file or directory\n"
    assert main(words) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("==>")] == [f"==> {page_file} <==", f"==> {other} <=="]


def test_a_url_is_fetched_once_after_robots_txt(site, capsys) -> None:
    assert main(["extract", f"{site.url}/1.html", "--allow-private", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == TITLE
    assert site.requested == ["/robots.txt", "/1.html"]


def test_robots_txt_is_obeyed(site, capsys) -> None:
    site.robots = "User-agent: *\nDisallow: /1.html\n"
    assert main(["extract", f"{site.url}/1.html", "--allow-private"]) == 1
    assert "robots.txt disallows it" in capsys.readouterr().err
    assert site.requested == ["/robots.txt"]


def test_a_proxy_is_used_and_a_redirect_to_a_private_address_refused(site, capsys, monkeypatch) -> None:
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", site.url)
    assert main(["extract", "http://www.example.test/1.html", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == TITLE
    assert site.requested == ["http://www.example.test/robots.txt", "http://www.example.test/1.html"]
    site.redirects["/inward"] = "http://127.0.0.1/1.html"
    assert main(["extract", "http://www.example.test/inward"]) == 1
    assert "http://127.0.0.1/1.html: a loopback or private address" in capsys.readouterr().err
    assert site.requested[-1] == "http://www.example.test/inward"


def test_a_page_that_breaks_off_is_an_error(site, capsys) -> None:
    assert main(["extract", f"{site.url}/cut", "--allow-private"]) == 1
    assert capsys.readouterr().err.startswith(f"topiccrawl: {site.url}/cut: IncompleteRead")


def test_a_missing_browser_is_reported_in_one_line(page_file, capsys, monkeypatch) -> None:
    def missing() -> None:
        raise BrowserMissingError("no browser starts: install Chromium")

    monkeypatch.setattr("topiccrawl.extraction.visual.visual.shared_browser", missing)
    assert main(["extract", str(page_file), "--extractor", "visual-browser"]) == 1
    assert capsys.readouterr().err == "topiccrawl: no browser starts: install Chromium\n"


def test_the_sheets_of_a_fetched_page_obey_robots_txt(monkeypatch) -> None:
    answers = {
        "http://www.example.cn/a.css": DownloadedPage(
            "http://www.example.cn/a.css", b"@import 'b.css';p{}", "text/css"
        ),
        "http://www.example.cn/b.css": FetchError("http://www.example.cn/b.css: robots.txt disallows it"),
        "http://www.example.cn/c.css": DownloadedPage("http://www.example.cn/c.css", b"<html>", "text/html"),
    }

    def fetch(url: str) -> DownloadedPage:
        answer = answers[url]
        if isinstance(answer, FetchError):
            raise answer
        return answer

    monkeypatch.setattr("topiccrawl.cli.extract.single_page.page_fetcher", lambda agent, allow_private: fetch)
    links = "<link rel=stylesheet href=/a.css><link rel=stylesheet href=/c.css>"
    page = Page.of(article(head=links), "http://www.example.cn/1.html")
    assert load_sheets(page.url, page).texts.keys() == {"http://www.example.cn/a.css"}
    assert load_sheets("1.html", page).texts == {}


def test_many_files_are_read_in_several_processes_in_their_order(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.setattr(processes, "cores", lambda: 2)
    files = []
    for number in range(30):
        files.append(tmp_path / f"{number:02}.html")
        files[-1].write_bytes(
            article(title=f"第{number}次主题党日活动").encode() if number != 20 else b"\0" * 99
        )
    assert main(["extract", "--json", *map(str, files)]) == 1
    said = capsys.readouterr()
    found = [json.loads(line) for line in said.out.splitlines()]
    assert [one["title"] for one in found] == [f"第{n}次主题党日活动" for n in range(30) if n != 20]
    assert [one["page"] for one in found] == [str(file) for file in files if file != files[20]]
    assert "20.html: no text" in said.err
