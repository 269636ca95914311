"""Headline, time, author and source of pages of many forms."""

from __future__ import annotations

import pytest

from topiccrawl.page.facts.dates import find_date
from topiccrawl.page.facts.title import MAX_TITLE
from topiccrawl.page.metadata import Metadata, read_metadata
from topiccrawl.page.page import Page


def meta(body: str, head: str = "", url: str = "") -> Metadata:
    return read_metadata(Page.of(f"<html><head>{head}</head><body>{body}</body></html>", url))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2018 年 03 月 05 日", "2018-03-05"),
        ("20180305 1020", "2018-03-05 10:20"),
        ("更新于 2018-13-05，发布于 2018-03-05", "2018-03-05"),
        ("2018-02-30", None),
        ("2018年3月5日 25:20", "2018-03-05"),
        ("1949年10月1日", None),
        ("电话 2018-0305-1234", None),
        ("二〇二一年五月六日", "2021-05-06"),
        ("二零一八年十二月三十一日", "2018-12-31"),
        ("二○二○年二月二十日", "2020-02-20"),
        ("二〇二一年二月三十日", None),
        ("一九四九年十月一日", None),
        ("二〇二一年五月六日 2018-03-05", "2018-03-05"),
        ("2018年3月5日 傍晚6:30", "2018-03-05 18:30"),
        ("2018/03/05 PM 6:30", "2018-03-05 18:30"),
        ("2018年3月5日 凌晨12:30", "2018-03-05 00:30"),
        ("2018年3月5日 中午12:30", "2018-03-05 12:30"),
        ("", None),
    ],
)
def test_dates_in_text(text: str, expected: str | None) -> None:
    assert find_date(text) == expected


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        ("<title>山村通了公路_民生_青山在线</title>", "<div class=t>山村通了公路</div>", "山村通了公路"),
        ("<title>山村通了公路-公路,山村,交通-民生</title>", "<h1>山村通了公路</h1>", "山村通了公路"),
        ("<title>青山在线</title>", "<h1>山村通了公路，村民高兴</h1>", "山村通了公路，村民高兴"),
        ("<meta property='og:title' content='山村通了公路'>", "<p>正文</p>", "山村通了公路"),
        ("<title>山村&amp;公路：通了</title>", "<h1>山村&amp;公路：通了</h1>", "山村&公路：通了"),
        ("", "<h1><ruby>蜃<rp>(</rp><rt>shèn</rt><rp>)</rp></ruby>景再现岬湾</h1>", "蜃景再现岬湾"),
        ("", "<p>没有标题</p>", ""),
    ],
)
def test_titles(head: str, body: str, expected: str) -> None:
    assert meta(body, head).title == expected


def test_a_dateline_inside_the_heading_is_no_part_of_the_title() -> None:
    heading = "<h1>支部党员清理河道垃圾<br><span>2022-11-29 17:01 来源：青山日报 点击：<i>7</i></span></h1>"
    found = meta(heading, "<title>支部党员清理河道垃圾 - 社区党建</title>")
    assert (found.title, found.published) == ("支部党员清理河道垃圾", "2022-11-29 17:01")


def test_the_dateline_row_under_the_headline() -> None:
    found = meta(
        "<div>今天是2024年1月1日</div><h1>山村通了公路</h1>"
        "<script>var now = '2000-01-01';</script>"
        "<p><span>2018年3月5日 10:20</span> <span>来源：青山日报</span> 作者：李明 编辑：王某</p>"
        "<p>2017年的事。</p>",
        "<title>山村通了公路</title>",
    )
    assert (found.published, found.source, found.author) == ("2018-03-05 10:20", "青山日报", "李明")


@pytest.mark.parametrize(
    ("rows", "author"),
    [
        ("<p>记者 李明 王强</p><p>晨报讯 山村通了公路。</p>", "李明、王强"),
        ("<p>记者：李明 台北報導</p>", "李明"),
        ("<p>记者 了解 李明</p><p>山村通了公路。</p>", ""),
    ],
)
def test_reporters_end_where_the_body_begins(rows: str, author: str) -> None:
    assert meta(f"<h1>山村通了公路</h1>{rows}").author == author


def test_stated_authors_are_persons_or_none() -> None:
    for stated, author in (("李明,王强", "李明、王强"), ("李明 青山日报", ""), ("Green Hill CMS", "")):
        assert meta("<p>正文</p>", f"<meta name=author content='{stated}'>").author == author


def test_json_ld() -> None:
    script = """<script type="application/ld+json">{"@graph": [{"@type": "NewsArticle",
        "headline": "山村通了公路", "datePublished": "2018-03-05T08:00:00+08:00",
        "author": [{"name": "李明"}, "王强"], "publisher": {"name": "青山在线"}}]}</script>"""
    found = meta("<p>正文</p>", script)
    assert found == Metadata("山村通了公路", "2018-03-05 08:00", "李明、王强", "", "青山在线")


def test_broken_json_ld_is_left_alone() -> None:
    assert (
        meta("<h1>山村通了公路</h1>", "<script type='application/ld+json'>{oops</script>").title
        == "山村通了公路"
    )


@pytest.mark.parametrize(
    ("said", "last"),
    [
        ("1998年8月7日，洪水漫过堤坝。", "1998-08-07"),
        ("1998年8月7日下午，洪水漫过堤坝。", "1998-08-07"),
        ("自1998年8月7日起施行。", None),
    ],
)
def test_a_date_that_a_sentence_tells_of_is_no_row(said: str, last: str | None) -> None:
    body = f"<h1>山村通了公路</h1><p>{said}</p>"
    assert meta(body, url="http://example.cn/2018/03/05/a.html").published == "2018-03-05"
    assert meta(f"{body}<p>2018-03-05 10:20 来源：青山日报</p>").published == "2018-03-05 10:20"
    assert meta(body).published == last


def test_a_page_without_anything() -> None:
    assert read_metadata(Page.of("")) == Metadata()


def test_an_endless_title_is_cut() -> None:
    long = "春季候鸟观察指南" * 10_000
    for page in (f"<title>{long}</title>", f"<meta property='og:title' content='{long}'>"):
        assert 0 < len(read_metadata(Page.of(page)).title) <= MAX_TITLE
