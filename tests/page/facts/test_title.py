from __future__ import annotations

import pytest
from growth import LINEAR, growth
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.page.facts.title import (
    site_named_beside,
    site_suffix,
    strip_site_suffix,
    without_linked_channels,
)

HEADLINE = "全市召开基层党建工作推进会"


@pytest.mark.parametrize(
    "behind",
    [
        "_要闻_江边新闻网",
        " - 江边新闻网 江边新闻网",
        "--时政--江边在线",
        "|基层党建|推进会|全市_江边先锋",
        " – 江边党建网",
        " · 江边社区",
        " » 要闻 » 江边网",
        " < 要闻 < 江边网",
        "-基层,党建,推进会-校园",
        "_组织工作_江边市人民政府门户网站",
        " - Powered by Forum!",
        "-www.example.com",
    ],
)
def test_site_and_channel_are_taken_off(behind: str) -> None:
    assert strip_site_suffix(HEADLINE + behind) == HEADLINE


@pytest.mark.parametrize(
    "front", ["江边新闻网 | ", "江边网_", "首页 > 新闻中心 > ", "江边日报 - ", "江边网-"]
)
def test_a_site_in_front_is_taken_off(front: str) -> None:
    assert strip_site_suffix(front + HEADLINE) == HEADLINE


@pytest.mark.parametrize(
    "headline",
    [
        "中国-东盟关系迈上新台阶",
        "第三届中国-中亚教育论坛",
        "二十大报告解读——坚持和完善人民当家作主",
        "从“线上”到“线下”——智慧社区",
        "主队2-1战胜对手",
        "A—B 直播",
        "上海—北京高铁开通",
        "2018-2019学年工作要点",
        "COVID-19疫情防控",
        "马克思·恩格斯论教育",
        "深度｜一个村庄的十年变化",
        "北京-张家口铁路网",
        "安-罗尔谈比赛：我们只差一步",
    ],
)
@pytest.mark.parametrize("behind", ["", "_要闻_江边新闻网", " - 江边新闻网"])
def test_a_headlines_own_marks_stay(headline: str, behind: str) -> None:
    assert strip_site_suffix(headline + behind) == headline


def test_the_given_name_of_the_site_is_believed() -> None:
    assert strip_site_suffix("学习小组成立-潮汐", "潮汐") == "学习小组成立"
    assert strip_site_suffix("学习小组成立 潮汐", "潮汐") == "学习小组成立"
    assert strip_site_suffix("潮汐 | 学习小组成立", "潮汐") == "学习小组成立"
    assert strip_site_suffix("学习小组成立-潮汐") == "学习小组成立-潮汐"


@pytest.mark.parametrize("title", ["江边新闻网", "首页", "江边网", "-", "___", "A"])
def test_something_is_always_left(title: str) -> None:
    assert strip_site_suffix(title) == title


@given(st.text("党建工作网频道-_| —·>首页在线,0A", max_size=30), st.sampled_from(["", "党建网"]))
def test_it_only_takes_away(title: str, site: str) -> None:
    stripped = strip_site_suffix(title, site)
    assert stripped in " ".join(title.split())
    assert bool(stripped) == bool(title.strip())


def test_an_endless_title_is_left_as_it_is() -> None:
    def endless(count: int) -> str:
        return "春季候鸟观察指南 -" + "<li><p>" * count

    title = endless(20_000)
    assert strip_site_suffix(title) == title
    assert site_suffix(title) == ""
    assert growth(lambda count: lambda: strip_site_suffix(endless(count)), 10_000) < LINEAR


@pytest.mark.parametrize(
    ("title", "headline"),
    [
        ("青山晚报2024-04-23 第04版 别让指尖负担变了样", "别让指尖负担变了样"),
        ("青山晚报 2024年4月23日 星期二 A4版：旧书摊里的城市", "旧书摊里的城市"),
        ("停水公告-通知公告-青山恒川科技有限公司", "停水公告"),
        ("停水公告-青山恒川科技有限公司", "停水公告"),
        ("青山区人民政府门户网站-感谢信", "感谢信"),
    ],
)
def test_names_of_papers_portals_and_companies_are_no_headline(title: str, headline: str) -> None:
    assert strip_site_suffix(title) == headline


@pytest.mark.parametrize(
    ("html", "title", "site"),
    [
        ("<p>来源：<b>江边播报</b></p>", "我市发布体检报告-江边播报", "江边播报"),
        ("<div>江边文旅社版权所有</div>", "江边文旅-我市推行课间十五分钟", "江边文旅"),
        ("<td>江边文旅 2022年06月12日 第03版：综合</td>", "江边文旅-我市推行课间十五分钟", "江边文旅"),
        ("<p>Copyright &copy; 2019-2024 江边观察</p>", "江边观察 工作动态 我市推行课间十五分钟", "江边观察"),
        ("<p>江边播报说，来源不明的网页不少</p>", "我市发布体检报告-江边播报", ""),
    ],
)
def test_the_name_of_a_site_that_the_page_names_as_source_or_owner(html: str, title: str, site: str) -> None:
    assert site_named_beside(html, title) == site


@pytest.mark.parametrize(
    ("title", "link", "rest"),
    [
        ("新年贺词-领导讲话-青山科技有限公司", "领导讲话", "新年贺词-青山科技有限公司"),
        ("新年贺词_领导讲话_青山网", "领导讲话", "新年贺词_青山网"),
        ("中国-东盟-日本关系迈上新台阶", "新闻", "中国-东盟-日本关系迈上新台阶"),
        ("领导讲话-新年贺词", "领导讲话", "领导讲话-新年贺词"),
    ],
)
def test_channels_that_the_page_links_to_are_no_part_of_the_title(title: str, link: str, rest: str) -> None:
    assert without_linked_channels(title, f"<a href='/jh/'>{link}</a>") == rest
