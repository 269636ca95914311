"""A page parsed once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.page.page import Page


def _text(page: Page) -> str:
    return " ".join("".join(page.tree.itertext()).split())


@pytest.mark.parametrize(
    "html", ["", " ", "\x00", "<", "<!-- x -->", "<?xml version='1.0'?>", "<!DOCTYPE html>"]
)
def test_pages_without_content_have_a_tree(html: str) -> None:
    assert Page.of(html).tree.tag == "html"
    assert Page.of(html.encode()).tree.tag == "html"


@given(st.text(max_size=60))
def test_any_text_parses(text: str) -> None:
    assert Page("http://a.example.cn/", text).tree is not None


@given(st.binary(max_size=60))
def test_any_bytes_parse(body: bytes) -> None:
    assert Page.from_bytes(body, "http://a.example.cn/", "text/html; charset=nonsense").tree is not None


@given(st.text("<>/abdivp =\"'!-&;党#x0", max_size=60))
def test_any_markup_parses(text: str) -> None:
    assert isinstance(_text(Page("", f"<html><body>{text}")), str)


@pytest.mark.parametrize("end", ["</html>", "</body>", "</BODY>", "</ html >", "</body></html>"])
def test_what_follows_an_early_end_is_read(end: str) -> None:
    page = Page("", f"<html><body><p>支部学习</p>{end}<div><p>群众评议</p></div></body></html>")
    assert "支部学习" in _text(page)
    assert "群众评议" in _text(page)


def test_characters_no_tree_may_hold_become_blanks() -> None:
    assert _text(Page("", "<p>支部\x0b学习\ufffe会\ud800议</p>")) == "支部 学习 会 议"


def test_the_number_zero_is_no_character() -> None:
    html = "<p>支部&#0;学习&#x0;会&#00;议&#39;</p>"
    assert _text(Page.of(html)) == _text(Page.of(html.encode())) == "支部学习会议'"


def test_a_gbk_page_is_decoded() -> None:
    page = Page.from_bytes('<meta charset="gbk"><title>支部学习</title><p>党员大会</p>'.encode("gbk"))
    assert "党员大会" in _text(page)
    assert page.charset.lower().replace("-", "") in {"gbk", "gb18030", "gb2312"}
    assert page.charset_source


def test_text_comes_without_a_charset() -> None:
    page = Page.of("<p>支部</p>", "http://a.example.cn/")
    assert (page.url, page.charset, page.charset_source) == ("http://a.example.cn/", "", "")


def test_the_tree_is_parsed_once() -> None:
    page = Page.of("<p>支部</p>")
    assert page.tree is page.tree


def test_a_long_text_is_read_to_its_end() -> None:
    page = Page("", "<p>" + "支" * 11_000_000 + "尾</p>")
    assert _text(page).endswith("尾")
