"""The public functions: one signature for all extractors, metadata with the body, and no page that raises."""

from __future__ import annotations

import dataclasses
from functools import cached_property
from pathlib import Path
from time import process_time

import pytest
from extraction.pages import FOOTER, PARAGRAPHS, TITLE, article, listing
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from topiccrawl.extraction import EXTRACTORS, Document, clean, extract, extract_page, extract_text
from topiccrawl.page.page import Page

OWN = ("article", "density")
SECONDS = 5.0
"""Of the processor, for a page of up to a megabyte; most take a tenth."""


def test_a_document_has_body_and_metadata() -> None:
    document = extract(article(), "http://news.example.cn/a/1.html")
    assert document == Document(
        title=TITLE,
        text="\n".join(PARAGRAPHS).replace("　", " "),
        author="李明",
        published="2021-11-03 09:15",
        kind="article",
        extractor="article",
        source="青山日报",
        site="青山在线",
    )
    with pytest.raises(dataclasses.FrozenInstanceError):
        document.title = "别的"  # type: ignore[misc]


@pytest.mark.parametrize("name", [name for name in EXTRACTORS if not name.endswith(":literal")])
def test_every_extractor_finds_the_body(name: str) -> None:
    document = extract(article(), extractor=name)
    assert document.extractor == name
    for paragraph in PARAGRAPHS:
        assert "".join(paragraph.split()) in "".join(document.text.split())


def test_by_the_letter_of_the_patent_a_body_ends_in_one_of_its_paragraphs() -> None:
    found = extract(article(), extractor="clustering:literal").text
    assert found in {" ".join(paragraph.split()) for paragraph in PARAGRAPHS}


def test_an_unknown_extractor_is_named() -> None:
    with pytest.raises(ValueError, match=r"'densty'.*article, .*density"):
        extract("<p>字</p>", extractor="densty")


def test_bytes_are_decoded() -> None:
    page = article(head='<meta charset="gb2312">')
    assert extract(page.encode("gbk")) == extract(page)
    assert extract_text(page.encode("gbk")) == extract_text(page)


def test_a_page_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parses = 0
    parse = Page.tree.func

    def counted(page: Page) -> object:
        nonlocal parses
        parses += 1
        return parse(page)

    tree = cached_property(counted)
    tree.__set_name__(Page, "tree")
    monkeypatch.setattr(Page, "tree", tree)
    extract_page(Page.of(article()))
    assert parses == 1


@pytest.mark.parametrize("name", OWN)
def test_the_tree_is_left_as_it_was(name: str) -> None:
    from lxml import etree

    page = Page.of(article())
    before = etree.tostring(page.tree)
    extract_page(page, name)
    assert etree.tostring(page.tree) == before


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        (article(), "article"),
        (listing(), "list"),
        (f"<title>{TITLE}</title><h1>{TITLE}</h1><video src=x></video>{FOOTER}", "video"),
        (f"<title>组图：青山雪景</title><h1>组图：青山雪景</h1><img src=1><img src=2>{FOOTER}", "picture"),
        ("<title>用户登录</title><form>账号<input>密码<input type=password></form>", "login"),
        (
            "<title>出错了</title><p>抱歉，您访问的页面不存在，请检查地址是否正确，或者返回首页重新开始浏览本站的内容。</p>",
            "error",
        ),
    ],
)
def test_kinds(page: str, kind: str) -> None:
    document = extract(page)
    assert document.kind == kind
    assert bool(document.text) == (kind == "article")


def test_what_cleaning_leaves_of_a_good_body_is_the_body() -> None:
    text = extract_text(article())
    assert clean(text) == text


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 3000), st.integers(0, 3000), st.text(max_size=50))
def test_cut_pages_raise_nothing(start: int, end: int, noise: str) -> None:
    page = article()[min(start, 200) : end] + noise
    for name in OWN:
        document = extract(page, "http://example.cn/", name)
        assert document.kind in ("article", "list", "video", "picture", "login", "error")


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=300))
def test_random_pages_raise_nothing(page: str | bytes) -> None:
    for name in OWN:
        extract(page, "not a url", name)


@pytest.mark.parametrize(
    "page",
    [
        "<div>" * 10_000 + "".join(PARAGRAPHS),
        "<b>" * 10_000 + "字",
        "<table><tr><td>" * 3_000 + "字",
        "<a>" * 5_000,
        "<" * 5_000,
        "<!-- ",
        "<p>&#x110000;&#xD800;\ud800\x00字</p>",
        "<script type='application/ld+json'>" + "[" * 100_000 + "</script>",
        "<p>" + "字" * 300_000,
        "<p>中文字。</p>" * 20_000,
        "字<br>" * 20_000,
    ],
    ids="divs inline tables links brackets comment characters json line paragraphs breaks".split(),
)
def test_extreme_pages_raise_nothing_and_take_no_long_time(page: str) -> None:
    for name in (*OWN, "visual", "clustering"):
        started = process_time()
        extract(page, None, name)
        assert process_time() - started < SECONDS


@pytest.mark.parametrize("file", ["docs/settings.md", "docs/extraction.md", "topiccrawl/settings.py"])
def test_every_extractor_is_named_where_users_choose_one(file: str) -> None:
    text = (Path(__file__).parents[2] / file).read_text("utf-8")
    assert [name for name in EXTRACTORS if name not in text] == []
