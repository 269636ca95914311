"""The headline of pages whose <title> names only the site or a channel, and of e-papers."""

from __future__ import annotations

import pytest
from lxml.html import fromstring
from page.facts.pages import BODY, TITLE, read

from topiccrawl.page.facts.own_headline import find_own_headline


@pytest.mark.parametrize("row", ["2024-03-12 来源：青山网", ""])
@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ('<div class="bt">TITLE</div>', "青山县人民政府门户网站"),
        ("<p align=center><b>TITLE</b></p>", "工作动态"),
        ("<h1>青山先锋</h1><h2>TITLE</h2>", "青山先锋"),
        ("<h3>TITLE</h3>", "文章内容"),
        ("<h3>TITLE</h3>", "青山广电"),
        ('<div class="bt">TITLE<p>责任编辑：王明</p></div>', "协会党建"),
        ('<div class="arti_title">TITLE</div>', "青山大学党委组织部"),
        ('<div style="font-size:22px;text-align:center">TITLE</div>', "新闻中心"),
        ("<center><font size=5>TITLE</font></center>", "青山县委组织部-工作动态"),
        ('<td class="tit">TITLE</td>', "青山党建网 - 首页"),
        ('<div id="title">TITLE</div>', "欢迎访问青山党建网"),
        ('<span class="newstitle">TITLE</span>', "内容显示"),
        ('<div class="article-title"><span>TITLE</span></div>', "青山县智慧党建云"),
        (
            '<table><tr><td align="center"><span style="font-size:24px"><strong>TITLE</strong></span></td></tr></table>',
            "青山县总工会",
        ),
        ('<div><p class="wz_bt">TITLE</p></div>', "党建园地"),
        ("<h4>TITLE</h4>", "青山区"),
        ('<div class="detail_tit">TITLE</div>', "-"),
        ("<dt>TITLE</dt>", "通知公告_青山大学"),
        ("<div class=con_title>TITLE</div>", "中国·青山"),
        ('<p style="text-align:center"><strong>TITLE</strong></p>', "机关党建"),
        (
            '<h1 class=logo>青山党建网</h1><div class="sub">时政要闻</div><div class="t1">TITLE</div>',
            "青山党建网",
        ),
        ('<div class="headline">TITLE</div>', "学习园地 | 青山先锋"),
        ("<h2>TITLE</h2>", "Document"),
        ('<h2 class="t">TITLE</h2>', "青山县纪委监委"),
        ('<div class="pageTitle">工作动态</div><div class="contentTitle">TITLE</div>', "工作动态"),
        ("<div class=title>青山县纪委监委</div><h2>TITLE</h2>", "青山县纪委监委"),
        ("<form name=f1><input type=hidden name=id><h3 class=bt>TITLE</h3>", "青山大学团委"),
        ("<h2>TITLE</h2>", "青山大学图书馆"),
        ("<h2>TITLE</h2>", "青山县农业农村局 工作动态"),
        ("<h2>TITLE</h2>", "====青山县人大常委会===="),
        ("<td align=center><font>TITLE</font></td>", "青山县人民政府 政务要闻 TITLE"),
        ("<td align=center><font>TITLE</font></td>", "青山党建网---TITLE"),
        ('<p class="p1"><strong>TITLE</strong></p>', "青山县人民政府"),
        ('<h1><a href="/">青山日报</a></h1><h2 class="x">TITLE</h2>', "青山日报"),
        ('<div class="content-title">TITLE</div>', "新闻动态--青山县水务局"),
        ('<div class="wzbt">TITLE</div>', "通知公告 - 青山县人民政府网"),
        ('<p style="text-align:center;font-size:20px">TITLE</p>', "青山大学新闻网"),
        (
            "<table><tr><td height=40 align=center class=STYLE1><b>TITLE</b></td></tr></table>",
            "青山县卫生健康局",
        ),
        ("<h3 class=title>TITLE</h3>", "新闻内容"),
        ('<div class="xl_title">TITLE</div>', "首页>>党建工作>>正文"),
        ('<td class="biaoti">TITLE</td>', "欢迎光临青山县委党校网站"),
        ('<div class="news_tit"><h5>TITLE</h5></div>', "企业文化_青山集团有限公司"),
        ('<div id="arttitl">TITLE</div>', "青山市文明网"),
        ('<span style="font-size:24px;font-weight:bold">TITLE</span>', "青山县政协"),
        (
            '<div class="top"><h1>青山县纪检监察网</h1></div><div class="pos">当前位置：<a href=/>首页</a> &gt; 工作动态</div><p align=center><b>TITLE</b></p>',
            "青山县纪检监察网",
        ),
        ("<font color=red size=4>TITLE</font>", "page title"),
        ("<div class=artTitle>TITLE</div>", "青山机关党建"),
        ("<div class=artTitle>TITLE</div>", "青山林场-场务动态"),
        ("<p align=center><b>TITLE</b></p>", "青山消防救援支队"),
        ("<p align=center><b>TITLE</b></p>", "青山之声欢迎您！"),
        ("<h2>TITLE</h2><h3>——记者走访见闻</h3>", "青山网"),
        ("<div class=xl-tit><h5>柳湾镇：逐条对照</h5><h2>TITLE</h2></div>", "青山网"),
        ('<div class="m-title">工作动态</div><div class="c-title">TITLE</div>', "青山县司法局"),
    ],
)
def test_a_title_that_names_no_article(heading: str, title: str, row: str) -> None:
    assert (
        read(row, heading=heading.replace("TITLE", TITLE), title=title.replace("TITLE", TITLE)).title == TITLE
    )


@pytest.mark.parametrize("heading", [f"<h1>{TITLE}</h1>", f"<founder-title>{TITLE}</founder-title>", ""])
@pytest.mark.parametrize(
    "title",
    [
        "青山日报数字报-TITLE",
        "青山日报-TITLE",
        "TITLE_青山日报数字报",
        "青山日报电子版 TITLE",
        "数字报-TITLE",
        "第01版:要闻-TITLE",
        "青山日报2024年03月12日 第01版-TITLE",
        "青山日报多媒体数字版-TITLE",
        "《青山日报》-TITLE",
    ],
)
def test_titles_of_e_papers_lose_the_name_of_the_paper(title: str, heading: str) -> None:
    assert read(heading=heading, title=title.replace("TITLE", TITLE)).title == TITLE


def test_a_headline_of_an_e_paper_whose_title_names_only_the_issue() -> None:
    title = "青山日报 2024年03月12日 星期二 第03版：民生"
    heading = f"<div>2024年03月12日 星期二</div><div class=font01>{TITLE}</div>"
    assert read(heading=heading, title=title).title == TITLE


def test_a_title_that_names_a_catalogue_names_no_article() -> None:
    heading = f'<span style="font-size:22px">{TITLE}</span>'
    assert read("2024-03-12", heading=heading, title="信息公开目录").title == TITLE


@pytest.mark.parametrize("title", ["新闻内容页面", "图书馆"])
def test_a_headline_in_a_link_to_nowhere(title: str) -> None:
    heading = f'<h2><a href="#">{TITLE}</a></h2>'
    assert read("2024-03-12", heading=heading, title=title).title == TITLE


def test_a_linked_kind_of_post_is_no_part_of_the_headline() -> None:
    heading = f'<h1><a href="/t7">[杂谈]</a> <span>{TITLE}</span></h1>'
    assert read(heading=heading, title=f"{TITLE} - 青山论坛 - Powered by Discuz!").title == TITLE


def test_the_software_of_a_site_is_no_headline() -> None:
    assert read(heading="", title="扁担谣 - 青山论坛 - Powered by Discuz!").title == "扁担谣"


def test_a_title_that_names_the_article_stays_when_only_a_channel_is_shown() -> None:
    found = read("2024-03-12", heading="<div class=t>支部动态</div>", title=f"{TITLE}_青山网")
    assert found.title == TITLE


def test_a_short_headline_before_the_name_of_an_office() -> None:
    assert read(heading="<h3>老街</h3>", title="老街-青山大学党委组织部").title == "老街"


@pytest.mark.parametrize("heading", ["<h1 class=article-tit>TITLE</h1>", "<div class=headline>TITLE</div>"])
def test_a_name_of_a_site_that_a_page_repeats_is_no_headline(heading: str) -> None:
    bar = "<div class=bar><b>云上柳湾</b><a href=/app>打开APP</a></div>"
    found = read("2024-03-12 09:20", heading=bar + heading.replace("TITLE", TITLE), title="云上柳湾")
    assert found.title == TITLE


def test_a_headline_above_the_dateline_of_a_text_in_other_words() -> None:
    body = "<p>三月十日，首批一点二吨鲜笋从柳湾空运到广州，当天就摆上了柜台。</p>"
    found = read("2024-03-12 09:20", heading="<h1>山货上飞机</h1>", title="云上青山", body=body)
    assert found.title == "山货上飞机"


def test_a_short_notice_before_the_name_of_an_office() -> None:
    title = "停电通知-青山理工大学新闻网"
    assert read("时间：2024-03-12", heading="<h4>停电通知</h4>", title=title).title == "停电通知"


def test_the_heading_of_a_section_is_no_headline() -> None:
    body = f"<h2>一、柳湾镇党委怎样开组织生活会</h2>{BODY}"
    assert read(heading="", title="青山在线", body=body).title == "青山在线"


def test_counters_in_a_heading_are_no_part_of_the_headline() -> None:
    heading = f"<h1>{TITLE}<br><span>点击：<span id=hits>321</span></span></h1>"
    assert read(heading=heading, title=f"{TITLE} - 校园新闻 - 青山学院").title == TITLE


def test_a_channel_before_the_headline_is_none() -> None:
    found = read(heading="<h3>要闻</h3>", title="要闻-山村通了公路")
    assert "山村通了公路" in found.title


def test_the_words_of_a_form_are_no_headline() -> None:
    form = "<form><h3>检索：帐户和密码</h3>2024-03-12<input name=q></form>"
    assert read(form, heading="", title="青山大学中医药学院").title == "青山大学中医药学院"


def test_a_brand_in_the_footer_is_no_headline_that_the_text_tells() -> None:
    body = f"{BODY}<p>听雨看花工作室 柳湾路1号</p>"
    assert read("2024-03-12", heading=f"<div>{TITLE}</div>", title="听雨 · 看花", body=body).title == TITLE


def test_the_beginning_of_another_article_is_no_headline() -> None:
    teaser = "<div>柳湾镇党委召开组织生活会，三十名党员逐条对照检查，意见按条登记... [详细]</div>"
    assert read("", heading=teaser, title="青山听雨").title == "青山听雨"


def test_a_stated_headline_is_used_before_a_shown_one() -> None:
    head = '<meta name="ArticleTitle" content="山村通了公路">'
    assert read(head=head, title="青山县人民政府", heading="<h2>支部动态</h2>").title == "山村通了公路"


def test_a_page_that_shows_no_headline_keeps_its_title() -> None:
    assert read(title="青山县人民政府", heading="", body="<p>短</p>").title == "青山县人民政府"


@pytest.mark.parametrize(
    "pager", ["共12页 首页 上一页 下一页 尾页", "第1/12页 转到", "共 235 条记录 每页 20 条", "首页 | 上一页"]
)
def test_a_pager_is_no_headline(pager: str) -> None:
    found = read("2024-03-12", heading=f"<div class=title align=center>{pager}</div>", title="青山县教育局")
    assert found.title == "青山县教育局"


def test_a_headline_that_counts_is_one() -> None:
    heading = "<div class=title align=center>柳湾镇推出共12条惠民措施</div>"
    assert read("2024-03-12", heading=heading, title="青山县教育局").title == "柳湾镇推出共12条惠民措施"


def test_a_heading_that_leads_home_names_the_site() -> None:
    heading = f'<h1><a href="/">西河讲堂</a></h1><div class="a_t">{TITLE}</div>'
    found = read("日期：2024-03-12　点击：5", heading=heading, title="西河讲堂", foot="西河讲堂")
    assert (found.title, found.site) == (TITLE, "西河讲堂")


@pytest.mark.parametrize("title", ["西河侨联 侨界风采", "西河讲坛 每周一讲"])
def test_a_headline_that_the_metadata_state_and_the_page_shows(title: str) -> None:
    head = f'<meta name="ArticleTitle" content="{TITLE}">'
    assert read("2024-03-12", head, f"<td class=x>{TITLE}</td>", title).title == TITLE


def test_a_title_that_is_escaped_twice() -> None:
    assert (
        read(title="&amp;ldquo;会&amp;rdquo;要开短_青山网", heading="<h2>“会”要开短</h2>").title
        == "“会”要开短"
    )


def test_a_headline_that_ends_like_the_name_of_a_village() -> None:
    title = "西河党建网 工作动态 柳林街道选派第一书记驻村 支部办成大事情"
    heading = "<td class=title>柳林街道选派第一书记驻村 支部办成大事情</td>"
    assert read("2024-03-12", heading=heading, title=title).title == "柳林街道选派第一书记驻村 支部办成大事情"


def test_a_heading_that_names_the_column_of_the_latest_news() -> None:
    heading = f"<h1 class=page-name>最新消息</h1><div class=news-head><h2>{TITLE}</h2></div>"
    assert read("2025/09/22 20:15", heading=heading, title="最新消息 | 柳湾居民协会").title == TITLE


def test_a_headline_that_ends_like_the_name_of_a_school() -> None:
    title = "青山县启用第一座乡村气象学校"
    assert read("2024-03-12", heading=f"<h1>{title}</h1>", title=f"{title}--地方--青山观察").title == title


def test_a_forecast_is_no_paper() -> None:
    heading = "<CENTER><FONT size=5><B>春季森林火险气象等级预报</B></FONT></CENTER>"
    found = read("2021年4月2日 青山县气象局", heading=heading, title="青山新闻网")
    assert found.title == "春季森林火险气象等级预报"


@pytest.mark.parametrize("title", ["Document", "Vite App", "untitled"])
def test_the_title_that_an_editor_of_pages_writes(title: str) -> None:
    assert read("2024-03-12 来源：青山网", heading=f"<div id=title>{TITLE}</div>", title=title).title == TITLE


def test_the_place_of_a_page_is_no_headline() -> None:
    title = "柳湾社区党总支开设流动党校"
    heading = f'<div class="location">您所在的位置：<a href="/">首页</a> / 党建工作</div><h1>{title}</h1>'
    row = "发布日期：2022-06-11 11:36"
    assert read(row, heading=heading, title=f"{title}-党建工作-柳湾先锋").title == title


def test_a_summary_below_its_linked_headline_is_none() -> None:
    row = (
        "<div><h4><a href='/{0}'>{1}党支部召开专题民主生活会，{2}</a></h4>"
        "<p>9月23日下午，{1}党支部召开专题民主生活会，共有15名党员参加，常</p><small>2024-09-23</small></div>"
    )
    places = (("青山镇", "以学促干谋新篇，查摆问题三十条"), ("白塔村", "查摆问题三十条"))
    rows = "".join(row.format(number, *place) for number, place in enumerate(places))
    assert not find_own_headline(fromstring(f"<html><body>{rows}</body></html>")).text


def test_a_headline_below_the_linked_name_of_its_site_is_one() -> None:
    body = "<p>本报讯 昨天，县委组织部组织党员走进社区，听取群众的意见，把问题一一记在本上，逐条销号。</p>"
    page = "<div><a href='/'>中共青山县委组织部</a></div><div>青山县委组织部召开主题党日</div><div>2024-09-23</div>"
    assert (
        find_own_headline(fromstring(f"<html><body>{page}{body}</body></html>")).text
        == "青山县委组织部召开主题党日"
    )
