from __future__ import annotations

import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.starts.search_engine import SearchServer
from topiccrawl.access.search.services import Found, SearXng, search_service
from topiccrawl.errors import MissingExtraError, SearchError, SearchRefusedError

PAGES = {"http://a.test/": ("党建 工作", "党建"), "http://b.test/": ("足球", "足球")}


@pytest.fixture
def server() -> Iterator[SearchServer]:
    with SearchServer(PAGES) as running:
        yield running


def test_results_have_engine_and_rank(server: SearchServer) -> None:
    for url in (server.url, server.url.rstrip("/"), f"{server.url}search"):
        assert SearXng(url).search("党建") == [Found("http://a.test/", "党建 工作", "党建", "local", 1)]


@pytest.mark.parametrize(
    ("status", "error"),
    [(429, SearchRefusedError), (403, SearchRefusedError), (500, SearchError), (302, SearchError)],
)
def test_a_bad_status_is_an_error(server: SearchServer, status: int, error: type[SearchError]) -> None:
    server.status = status
    with pytest.raises(error, match=f"answers {status}"):
        SearXng(server.url).search("党建")


@pytest.mark.parametrize("answer", ["[]", "{}", '{"results": 1}', "no json", "[" * 100_000])
def test_an_answer_of_another_form_is_an_error(
    server: SearchServer, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr("benchmarks.starts.search_engine.json.dumps", lambda value: answer)
    with pytest.raises(SearchError):
        SearXng(server.url).search("党建")


def test_silence_of_all_engines_is_no_answer(server: SearchServer, monkeypatch: pytest.MonkeyPatch) -> None:
    silent = {"results": [], "unresponsive_engines": [["baidu", "CAPTCHA"]]}
    monkeypatch.setattr(server, "answer", lambda query: silent)
    with pytest.raises(SearchRefusedError, match="CAPTCHA"):
        SearXng(server.url).search("党建")


def test_results_that_are_no_pages_are_left_out(
    server: SearchServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[Any] = [
        1,
        {"url": "ftp://a/"},
        {"title": "x"},
        {"url": "http://a.test/", "title": None},
        {"url": "http://a.test/"},
    ]
    monkeypatch.setattr(server, "answer", lambda query: {"results": found})
    assert SearXng(server.url).search("党建") == [Found("http://a.test/", "", "", "searxng", 1)]


def test_without_an_instance_ddgs_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topiccrawl.extras.find_spec", lambda module: None)
    with pytest.raises(MissingExtraError, match="discovery"):
        search_service("", "", "topiccrawl")
    with pytest.raises(SearchError, match="must start with http"):
        search_service("127.0.0.1:8888", "", "topiccrawl")


def test_ddgs_gives_the_same_form(monkeypatch: pytest.MonkeyPatch) -> None:
    exceptions = pytest.importorskip("ddgs.exceptions")
    asked: dict[str, Any] = {}

    class Ddgs:
        def __init__(self, timeout: int) -> None: ...

        def text(self, query: str, **given: Any) -> list[dict[str, str]]:
            asked.update(given, query=query)
            return [{"href": "http://a.test/", "title": "党建", "body": "…"}]

    monkeypatch.setattr("topiccrawl.access.search.services.require_extra", lambda extra: None)
    monkeypatch.setitem(sys.modules, "ddgs", SimpleNamespace(DDGS=Ddgs, exceptions=exceptions))
    monkeypatch.setitem(sys.modules, "ddgs.exceptions", exceptions)
    assert search_service("", "yahoo", "topiccrawl").search("党建 site:a.cn") == [
        Found("http://a.test/", "党建", "…", "yahoo", 1)
    ]
    assert (asked["query"], asked["backend"], asked["region"]) == ("党建 site:a.cn", "yahoo", "cn-zh")
