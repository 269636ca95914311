"""Title, meta description and meta keywords."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.page.description import LONGEST, Description, describe
from topiccrawl.page.page import Page


def _described(head: str) -> Description:
    return describe(Page("http://a.example.cn/", f"<html><head>{head}</head><body><p>正文</p></body></html>"))


def test_all_three_are_read_in_order() -> None:
    found = _described(
        "<title> 支部\n 学习 </title><meta name='keywords' content='党建,支部'>"
        "<meta name='Description' content=' 全镇\n党员学习 '>"
    )
    assert found == Description("支部 学习", "全镇 党员学习", "党建,支部")
    assert found.text == "支部 学习\n全镇 党员学习\n党建,支部"


def test_what_is_missing_is_empty() -> None:
    assert _described("") == Description("", "", "")
    assert _described("").text == ""
    assert _described("<meta name='keywords' content=党建>").text == "党建"


def test_og_forms_stand_in() -> None:
    og = "<meta property='og:title' content='甲'><meta property='og:description' content='乙'>"
    own = "<title>丙</title><meta name=description content=丁>"
    assert _described(og) == Description("甲", "乙", "")
    assert _described(og + own) == Description("丙", "丁", "")


@pytest.mark.parametrize(
    "empty", ["<title></title>", "<title> </title>", "<meta name=description content=' '>"]
)
def test_empty_ones_do_not_hide_full_ones(empty: str) -> None:
    found = _described(f"{empty}<title>甲</title><meta name=description content=乙>")
    assert found == Description("甲", "乙", "")


def test_the_first_of_several_counts() -> None:
    assert _described("<title>甲</title><title>乙</title>").title == "甲"
    assert _described("<meta name=keywords content=甲><meta name=keywords content=乙>").keywords == "甲"


def test_metas_without_name_or_content_are_passed_over() -> None:
    assert _described("<meta charset=utf-8><meta name=description><meta content=乙>") == Description()


def test_entities_are_read_as_characters() -> None:
    assert _described("<title>学习&amp;讨论&#24314;&nbsp;党</title>").title == "学习&讨论建 党"


HEADLINE = "柳湾镇水利站党支部晒出清单"
TEXT = "<p>昨天下午，柳湾镇党委召开组织生活会，三十名党员参加，大家围坐在一起逐条对照检查，把差在哪里说清楚。</p>"


@pytest.mark.parametrize(
    "title",
    [
        "柳湾日报",
        "柳湾日报-2024年03月12日-第02版：要闻",
        "新闻详情",
        "柳湾港航集团有限公司",
        "2024年03月12日 星期二",
        "",
    ],
)
def test_a_title_that_names_no_article_is_joined_by_the_headline(title: str) -> None:
    shown = f"<h1>{HEADLINE}</h1><p>柳湾日报 2024年03月12日</p><div>{TEXT * 4}</div>"
    found = describe(
        Page.of(f"<html><head><title>{title}</title></head><body>{shown}</body></html>", "http://a.cn/1")
    )
    assert (found.title, found.headline) == (title, HEADLINE)
    assert found.text.splitlines()[-1] == HEADLINE


def test_the_headline_of_an_article_is_its_title() -> None:
    found = _described(f"<title>{HEADLINE}_柳湾日报</title>")
    assert (found.headline, found.text) == ("", f"{HEADLINE}_柳湾日报")


@given(st.text(max_size=50))
def test_any_page_is_described(html: str) -> None:
    assert isinstance(describe(Page("", f"<head>{html}")).text, str)


def test_texts_without_an_end_are_cut() -> None:
    long = "党建工作" * 200_000
    page = Page.of(
        f"<title>{long}</title><meta name=description content='{long}'><meta name=keywords content=党>"
    )
    found = describe(page)
    assert found.title == found.description == long[:LONGEST]
    assert found.keywords == "党"
