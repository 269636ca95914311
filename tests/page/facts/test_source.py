"""The source of a page's text, in the forms that pages have."""

from __future__ import annotations

import pytest
from page.facts.pages import BODY, read


@pytest.mark.parametrize(
    ("row", "source"),
    [
        ("文章来源：青山县融媒体中心&nbsp;&nbsp;发布时间：2024-03-12", "青山县融媒体中心"),
        ('来源：<a href="/x">青山日报</a>', "青山日报"),
        ('来源：<img src=a.gif alt="x">青山日报', "青山日报"),
        ('<b>2024-03-12</b> 转自：<em><a href="/"><img src=a.gif alt="青山日报"></a></em>', "青山日报"),
        ("来源：《青山日报》 2024-03-12", "青山日报"),
        ("来源：《青山日报》（2024年3月12日 03版）", "青山日报"),
        ("来源：青山日报2024年3月12日", "青山日报"),
        ("来源：青山日报09:20", "青山日报"),
        ("来源：青山日报大字号", "青山日报"),
        ("来源：青山日报作者：王明", "青山日报"),
        ("发布机构：青山县教育局 发布日期：2024-03-12", "青山县教育局"),
        ("信息来源：青山县委办公室 点击：33", "青山县委办公室"),
        ("供稿：机关党委 2024-03-12", "机关党委"),
        ("转自：青山发布", "青山发布"),
        ("转载自：青山发布", "青山发布"),
        ("摘自：青山晚报", "青山晚报"),
        ("稿源：青山网", "青山网"),
        ("出处：青山网", "青山网"),
        ("來源：青山日報", "青山日報"),
        ("来源:  中共青山县委组织部  浏览次数：3", "中共青山县委组织部"),
        (
            '<p class="info"><span class="time">2024-03-12</span><span class="source">青山日报</span></p>',
            "青山日报",
        ),
        ('<p><em id="source">青山日报</em></p>', "青山日报"),
        ('<p><span class="art-src">青山日报</span></p>', "青山日报"),
        ('<p><a class="article-source" href="/">青山网</a></p>', "青山网"),
        ('<p><span class="laiyuan">青山网</span></p>', "青山网"),
        ('<p><span class="source">来源：青山网</span></p>', "青山网"),
        ('<p><span class="news_source">青山时报</span></p>', "青山时报"),
        (
            '<p class="date-source"><i class="time">2024-03-12</i><i class="from">青山早茶</i></p>',
            "青山早茶",
        ),
        ('<p class="tool"><i class="mb-source">[<a class="mb-source" href="/w">微博</a>]</i></p>', ""),
        ("青山日报 2024-03-12 09:20", "青山日报"),
        ("2024-03-12 09:20 | 青山融媒", "青山融媒"),
        ("来源： 作者：王明 时间：2024-03-12", ""),
        ("来源：未知", ""),
        ("来源：China Daily 2024-03-12", "China Daily"),
        ("<table><tr><td>信息来源</td><td>青山县政府</td></tr></table>", "青山县政府"),
        ("<dl><dt>来源：</dt><dd>青山县政府</dd></dl>", "青山县政府"),
        ("<span>来源</span>：<span>青山县政府</span>", "青山县政府"),
        ("来源丨青山融媒", "青山融媒"),
        ("来源/青山融媒", "青山融媒"),
        ("来源 青山融媒 2024-03-12", "青山融媒"),
        ("来源-青山融媒", "青山融媒"),
        ("来源：[青山网]", "青山网"),
        ("来源：（青山网）", "青山网"),
        ("来源：“青山网”", "青山网"),
        ("来源：“青山之声”柳湾学习平台 2024-03-12", "“青山之声”柳湾学习平台"),
        ("来源：《青山日报》第3版", "青山日报"),
        ("（来源：青山网）", "青山网"),
        ("[来源] 青山网", "青山网"),
        ("【来源】青山网", "青山网"),
        ("来源：青山日报 责任编辑：王明", "青山日报"),
        ("来源：青山日报责编：王明", "青山日报"),
        ("来源：青山日报【字号：大 中 小】", "青山日报"),
        ("来源：青山日报 字体：[大][中]", "青山日报"),
        ("图片来源：青山图库", ""),
        ("素材来源：青山县农办", ""),
        ("发布单位：校团委", "校团委"),
        ("来稿单位：工会", "工会"),
        ("来源：新华社客户端", "新华社客户端"),
        ("本文来源：青山网", "青山网"),
        ("原文来源：青山网", "青山网"),
        ("新闻来源：青山网", "青山网"),
        ("来 源：青山网 作 者：王明", "青山网"),
        ("来自：青山网", "青山网"),
        ("信息提供：青山县教育局", "青山县教育局"),
        ("首发：青山网", "青山网"),
        ("文：王明 来源：青山网", "青山网"),
        ("供稿部门：人事处 ", "人事处"),
        ("来源：青山日报记者王明", "青山日报"),
        ("信源：青山发布 | 2024-03-12", "青山发布"),
        ("青山融媒 03-12 09:20", "青山融媒"),
        ("发布时间：03-12 09:20 青山软件有限公司", ""),
        ("来源：青山日报 发布：2024-03-12", "青山日报"),
    ],
)
def test_sources_under_the_headline(row: str, source: str) -> None:
    assert read(row).source == source


@pytest.mark.parametrize("name", ["source", "ContentSource", "article:source", "mediaid"])
def test_a_meta_element_names_the_source_when_no_row_does(name: str) -> None:
    head = f"<meta name='{name}' content='青山网'>"
    assert read(head=head).source == "青山网"
    assert read("来源：柳湾发布", head).source == "柳湾发布"


@pytest.mark.parametrize(
    "line",
    [
        "<p>（来源：青山网）</p>",
        "<p align=right>来源：青山网</p>",
        "<p>信息来源：青山网</p>",
        "<p>（转自青山网）</p>",
    ],
)
def test_a_source_below_the_text(line: str) -> None:
    assert read(body=BODY + line).source == "青山网"


@pytest.mark.parametrize(
    "line",
    [
        "<span class=blue>来源：</span> <a href=/x>青山网</a>",
        "<p>来源：\n<!--function source() begin-->\n青山网\n<!--function source() end-->\n编辑：李红</p>",
    ],
)
def test_markup_and_comments_may_stand_between_label_and_source(line: str) -> None:
    assert read(body=9 * BODY + line).source == "青山网"


@pytest.mark.parametrize(
    ("row", "source"),
    [("青山新聞╱青山新聞 2012-01-17 16:04", "青山新聞"), ("青山新聞網╱台 2012-01-17", "青山新聞網")],
)
def test_a_name_beside_the_date_ends_at_a_bar(row: str, source: str) -> None:
    assert read(row).source == source


def test_a_headline_beside_the_date_is_no_source() -> None:
    assert (
        read(heading="<h1>王明执掌青山大学中医药学院</h1>王明执掌青山大学中医药学院 (2012-01-17)").source
        == ""
    )


def test_several_sources_below_the_text_are_those_of_other_articles() -> None:
    assert read(body=9 * BODY + "<p>来源：青山网</p><p>来源：柳湾发布</p>").source == ""


def test_a_script_names_the_source() -> None:
    assert read(head="<script>var nickname = htmlDecode('青山先锋');</script>").source == "青山先锋"


@pytest.mark.parametrize(("known", "source"), [("青山日报", "青山日报"), ("", "青山党建网")])
def test_a_script_that_names_the_site_where_no_source_is_known(known: str, source: str) -> None:
    row = f"""来源：<script>var ly = '{known}'; if (ly == "") {{ document.write("青山党建网"); }}
    else {{ document.write(ly); }}</script>"""
    assert read(row).source == source


def test_a_sentence_about_a_source_is_none() -> None:
    said = "<p>村民的收入来源，一半靠花椒。水的来源 是山泉。</p>"
    assert read(body=said + BODY).source == ""


def test_a_hidden_text_area_names_the_source() -> None:
    area = "<textarea class='article-source-name' style='display:none'>青山日报</textarea>"
    assert read(body=area).source == "青山日报"


@pytest.mark.parametrize(
    "statement",
    [
        "版权声明：凡本网注明“来源：青山网”的所有作品，版权均属于青山网，未经授权不得转载。",
        "凡注明&ldquo;来源：XXX（非本网）&rdquo;的作品，均转载自其它媒体。",
        "转载请标明出处：青山网",
    ],
)
def test_a_statement_on_rights_names_no_source(statement: str) -> None:
    assert read(body=f"{BODY}<p>{statement}</p>").source == ""
    assert read(foot=statement).source == ""
    assert read(f"来源：柳湾发布 2024-03-12 {statement}").source == "柳湾发布"


@pytest.mark.parametrize(
    "row", ["来源（青山发布）", "来源(青山发布) 阅读(12)", "2024-03-12 稿源（青山发布）"]
)
def test_a_source_in_round_brackets(row: str) -> None:
    assert read(f"<span>{row}</span>").source == "青山发布"


def test_a_source_that_a_sentence_speaks_of_is_none() -> None:
    assert read(body="<p>孩子们还记得一个问题：故事的来源：是书里，还是写书的人心里？</p>").source == ""


def test_what_is_for_screen_readers_only_names_no_source() -> None:
    assert read('<a class="sr-only" href="#c">跳到主要内容</a>').source == ""


def test_a_source_right_above_the_headline() -> None:
    above = '<div class="top"><span class="h-time">2024-03-12 09:20</span><span class="news-src">青山日报</span></div>'
    assert read(heading=f"{above}<h1>柳湾镇党委召开组织生活会</h1>").source == "青山日报"


@pytest.mark.parametrize(("button", "source"), [("+关注", "青山早参"), ("追蹤", "青山早参"), ("收藏", "")])
def test_the_account_beside_the_date_and_the_button_to_follow_it(button: str, source: str) -> None:
    row = f"<span>青山早参</span> <span>2024-08-03 23:58</span> <button>{button}</button>"
    assert read(row).source == source
