"""Style sheets of a page: which are wanted, and in which order they stand."""

from __future__ import annotations

from time import monotonic

import pytest

from topiccrawl.extraction.visual import sheets as limits
from topiccrawl.extraction.visual.sheets import Sheets, SheetSearch, decode_sheet, imported_urls, style_texts
from topiccrawl.page.page import Page

URL = "http://www.example.cn/news/1.html"


def page(head: str) -> Page:
    return Page.of(f"<html><head>{head}</head><body><p>正文</p></body></html>", URL)


def css_of(head: str, texts: dict[str, str]) -> str:
    given = page(head)
    return "|".join(text.strip() for _, text in style_texts(given, given.tree, Sheets(texts=texts)))


@pytest.mark.parametrize(
    ("head", "wanted"),
    [
        ("<link rel=stylesheet href=/a.css>", ["http://www.example.cn/a.css"]),
        ("<link rel='StyleSheet' href='../b.css?v=1#x'>", ["http://www.example.cn/b.css?v=1"]),
        ("<link rel=stylesheet href=//cdn.example.com/c.css>", ["http://cdn.example.com/c.css"]),
        ("<base href='https://s.example.com/x/'><link rel=stylesheet href=d.css>", ["https://s.example.com/x/d.css"]),
        ("<link rel=stylesheet href=a.css><link rel=stylesheet href=a.css>", ["http://www.example.cn/news/a.css"]),
        ("<link rel=stylesheet media='print, screen' href=/a.css>", ["http://www.example.cn/a.css"]),
        ("<link rel=stylesheet media=print href=/a.css>", []),
        ("<link rel='alternate stylesheet' href=/a.css>", []),
        ("<link rel=stylesheet type=text/less href=/a.css>", []),
        ("<link rel=stylesheet disabled href=/a.css>", []),
        ("<link rel=icon href=/a.css><link rel=stylesheet>", []),
        ("<link rel=stylesheet href='data:text/css,p{}'><link rel=stylesheet href='http://[x/a.css'>", []),
        ("<link rel=stylesheet href=file:///etc/passwd>", []),
        ("<style>@import url('/i.css');</style>", ["http://www.example.cn/i.css"]),
    ],
)  # fmt: skip
def test_sheets_for_a_screen_are_wanted(head: str, wanted: list[str]) -> None:
    assert SheetSearch(page(head)).wanted() == wanted


@pytest.mark.parametrize(
    ("css", "imported"),
    [
        ("@import 'a.css';", ["a.css"]),
        ('@charset "utf-8";/* x */@import url( "a.css" ) screen; @import url(b.css)', ["a.css", "b.css"]),
        ("@import url(a.css) print;", []),
        ("@layer base;@import 'a.css' layer(base);", ["a.css"]),
        ("p{color:red}@import 'a.css';", []),
        ("/* @import 'a.css'; */", []),
        ("@import", []),
        ("@import 'a.css", ["a.css"]),
    ],
)
def test_imports_stand_at_the_head_of_a_sheet(css: str, imported: list[str]) -> None:
    assert imported_urls(css, "http://x.cn/") == [f"http://x.cn/{name}" for name in imported]


def search_all(given: Page, web: dict[str, str]) -> tuple[SheetSearch, list[list[str]]]:
    search, rounds = SheetSearch(given), []
    while urls := search.wanted():
        rounds.append(urls)
        search.add({url: web[url] for url in urls if url in web})
    return search, rounds


def test_sheets_that_import_each_other_end() -> None:
    web = {
        "http://x.cn/a.css": "@import 'b.css';a{}",
        "http://x.cn/b.css": "@import 'a.css';@import 'b.css';b{}",
    }
    search, rounds = search_all(page("<link rel=stylesheet href=http://x.cn/a.css>"), web)
    assert rounds == [["http://x.cn/a.css"], ["http://x.cn/b.css"]]
    texts = list(style_texts(search.page, search.page.tree, search.sheets))
    assert texts[0][1].split() == ["b{}", "a{}"]


def test_a_chain_of_imports_and_a_long_list_have_an_end() -> None:
    chain = {f"http://x.cn/{n}.css": f"@import '{n + 1}.css';" for n in range(100)}
    _, rounds = search_all(page("<link rel=stylesheet href=http://x.cn/0.css>"), chain)
    assert len(rounds) == limits.MAX_ROUNDS
    many = "".join(f"<link rel=stylesheet href=/{n}.css>" for n in range(100))
    _, rounds = search_all(
        page(many), {f"http://www.example.cn/{n}.css": "@import 'x.css';" for n in range(100)}
    )
    assert [len(urls) for urls in rounds] == [limits.MAX_SHEETS]


def test_sheets_stand_in_the_order_of_the_page() -> None:
    head = "<style>a{}</style><link rel=stylesheet href=/1.css><style>b{}</style><link rel=stylesheet href=/2.css>"
    web = {"http://www.example.cn/1.css": "one{}", "http://www.example.cn/2.css": "two{}"}
    assert css_of(head, web) == "a{}|one{}|b{}|two{}"
    assert css_of(head, {}) == "a{}|b{}"


def test_the_media_of_an_import_are_kept() -> None:
    web = {"http://www.example.cn/i.css": "p{color:red}"}
    wrapped = css_of("<style>@import '/i.css' (min-width:600px);q{}</style>", web)
    assert "".join(wrapped.split()) == "@media(min-width:600px){p{color:red}}q{}"


def test_the_text_of_all_sheets_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_TEXT", 6)
    assert css_of("<style>abcd</style><style>efgh</style>", {}) == "abcd|ef"


def test_many_imports_of_the_same_sheet_take_linear_time() -> None:
    web = {f"http://x.cn/{n}.css": f"@import '{n + 1}.css';" * 500 + "p{}" * 5_000 for n in range(4)}
    start = monotonic()
    search_all(page("<link rel=stylesheet href=http://x.cn/0.css>"), web)
    assert monotonic() - start < 5


@pytest.mark.parametrize(
    ("body", "kind", "text"),
    [
        (b"p{}", "text/css", "p{}"),
        (b"p{}", "", "p{}"),
        (b"\xef\xbb\xbfp{}", "Text/CSS; charset=utf-8", "p{}"),
        (b"", "text/css", ""),
        ("/* 红 */p{}".encode("gbk"), "text/css", None),
        (b"<html>", "text/html", None),
        (b"\x89PNG\r\n", "text/css", None),
        (b"p{}" * 400_000, "text/css", None),
    ],
    ids=["css", "untyped", "mark", "empty", "gbk", "html", "png", "large"],
)
def test_only_css_is_read(body: bytes, kind: str, text: str | None) -> None:
    found = decode_sheet(body, kind)
    if b"/*" in body:
        assert found.endswith("*/p{}")
    else:
        assert found == text
