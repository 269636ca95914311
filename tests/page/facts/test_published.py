"""The date of publication among all dates of a page, in China time."""

from __future__ import annotations

import pytest
from page.facts.pages import BODY, TITLE, read

from topiccrawl.page.metadata import read_metadata
from topiccrawl.page.page import Page


@pytest.mark.parametrize(
    ("row", "published"),
    [
        ("2024-03-12 3:20 PM", "2024-03-12 15:20"),
        ("2024/3/12 下午 03:20:11", "2024-03-12 15:20"),
        ("3/12/2024 3:20:11 PM", "2024-03-12 15:20"),
        ("发布时间：24-03-12", "2024-03-12"),
        ("[24-03-12]", "2024-03-12"),
        ("24/03/12 09:20", "2024-03-12 09:20"),
        ("2024年3月12日09:20", "2024-03-12 09:20"),
        ("March 12, 2024 at 9:20 am", "2024-03-12 09:20"),
        ("Tue, 12 Mar 2024 01:20:00 +0000", "2024-03-12 09:20"),
        ("民國113年3月12日", "2024-03-12"),
        ("日期：113.03.12", "2024-03-12"),
        ("中華民國113年03月12日", "2024-03-12"),
        ("<span>03-12</span> <em>2024</em>", "2024-03-12"),
        ("<b>12</b><i>2024/03</i>", "2024-03-12"),
        ("<span>2024</span><span>03-12</span>", "2024-03-12"),
        ("<span>2024-03</span><span>12</span>", "2024-03-12"),
        ("<span>12</span><span>03月</span><span>2024</span>", "2024-03-12"),
        ("2024.3.12", "2024-03-12"),
        ("2024年3月12日 9时20分", "2024-03-12 09:20"),
        ("2024-03-12 09点20分", "2024-03-12 09:20"),
        ("20240312", "2024-03-12"),
        ("发布时间：202403120920", "2024-03-12 09:20"),
        ("二〇二四年三月十二日", "2024-03-12"),
        ("报纸日期：2024-03-12", "2024-03-12"),
        ("二○二四年三月十二日", "2024-03-12"),
        ("二00九年三月十二日", "2009-03-12"),
        (
            '发布时间：<span id=t></span><script>document.getElementById("t").innerHTML="2024-03-12 09:20";</script>',
            "2024-03-12 09:20",
        ),
        ('<script>var d="2024-03-12";document.write("发布时间："+d);</script>', "2024-03-12"),
        (
            '<script>document.write(cut("2024-03-12 09:20:00.0", "yyyy-MM-dd HH:mm"));</script>',
            "2024-03-12 09:20",
        ),
        ("2024-03-12 01:20 (UTC)", "2024-03-12 09:20"),
        ("周二, 03/12/2024 - 09:20", "2024-03-12 09:20"),
        ("Tue, 03/12/2024 - 09:20", "2024-03-12 09:20"),
        ("三月 12, 2024", "2024-03-12"),
        ("【生效日期】2024-04-01【发文日期】2024-03-12【失效日期】2029-03-31", "2024-03-12"),
        ("星期二, 三月 12, 2024 - 09:20", "2024-03-12 09:20"),
        ("12 十二月, 2023", "2023-12-12"),
        ('<relative-time datetime="2024-03-12T01:20:00Z">上周</relative-time>', "2024-03-12 09:20"),
        ('<i property="dc:date dc:created" content="2024-03-12T09:20:00+08:00">周二</i>', "2024-03-12 09:20"),
        ('<i class="post-time" data-v="1710206400">昨天</i>', "2024-03-12 09:20"),
        ('<i class="reply-count" data-v="1710206400">昨天</i>', None),
        ('时间：<input value="2024-03-12 09:20" />', "2024-03-12 09:20"),
        ("2024年03月12日星期二", "2024-03-12"),
        ("2024-3-1209:20", "2024-03-12 09:20"),
        ("施行日期：2024-05-01", None),
        ("今天是2025年8月6日 星期三", None),
        ("更新：2024-10-08 发布：2024-03-12", "2024-03-12"),
        ("录入时间：2023-10-08 发布时间：2024-03-12", "2024-03-12"),
        ("录入时间：2024-03-12", "2024-03-12"),
        ("最后更新时间：2024-10-08 发表于：2024-03-12", "2024-03-12"),
        ("截止日期：2024-10-08 发布日期 2024-03-12", "2024-03-12"),
        ("成文日期：2024-01-01 公开日期：2024-03-12", "2024-03-12"),
        ("生成日期：2024-03-12", "2024-03-12"),
        ("修改日期:2024-10-08 上传日期:2024-03-12", "2024-03-12"),
        ("截稿日期:2024-10-08 加入时间:2024-03-12", "2024-03-12"),
        ("上版日期：113-03-12 截止日期：113-06-30", "2024-03-12"),
        ("活动时间：2024-10-08 发布时间：2024-03-12", "2024-03-12"),
        ("刊登日期 : 2024-03-12 更新日期 : 2024-10-08", "2024-03-12"),
        ("發布日期：2024-03-12 最後更新：2024-10-08", "2024-03-12"),
        ("最後更新日期：2024-10-08 發佈日期：2024-03-12", "2024-03-12"),
        ("失效日期：2030-01-01 生效日期：2024-04-01 发文日期：2024-03-12", "2024-03-12"),
        ("收稿日期：2023-01-01 网络首发：2024-03-12", "2024-03-12"),
        ("收稿日期：2023-01-01；录用日期：2023-09-01；出版日期：2024-03-12", "2024-03-12"),
        ("2024-03-12发布 2024-10-08更新", "2024-03-12"),
        ("2024-10-08 更新 2024-03-12 发布", "2024-03-12"),
        ("于2024-03-12发布", "2024-03-12"),
        ("Updated: 2024-10-08 Published: 2024-03-12", "2024-03-12"),
        ("更新于 2024-10-08 | 发布于 2024-03-12", "2024-03-12"),
        ("报名截止：2024-10-08  2024-03-12", "2024-03-12"),
        ("会议时间：2024-10-08", None),
        ("实施日期：2024年7月1日 发布日期：2024年3月12日", "2024-03-12"),
        ("有效期：2024年7月1日至2026年6月30日 印发日期：2024年3月12日", "2024-03-12"),
        (
            "<table><tr><td>发布日期</td><td>2024-03-12</td><td>生效日期</td><td>2024-05-01</td></tr></table>",
            "2024-03-12",
        ),
        ("<div>有效期</div><div>2024-05-01</div><div>发布日期</div><div>2024-03-12</div>", "2024-03-12"),
        ("时间：2024-03-12 有效期：长期", "2024-03-12"),
        ("废止日期：2024-05-01", None),
        ("电话：20240312", None),
        ("编号：20240312", None),
        ("索引号：000014349/2024-00012 发布日期：2024-03-12", "2024-03-12"),
        ("系统时间：2025-08-06 12:00:00 发布时间：2024-03-12", "2024-03-12"),
        ("现在是2025年8月6日 2024-03-12 来源：青山网", "2024-03-12"),
        ("2024-03-12 09:20:11.0", "2024-03-12 09:20"),
        ('<time data-timestamp="1710206400"></time>', "2024-03-12 09:20"),
        ('<span class="t" data-time="1710206400000"></span>', "2024-03-12 09:20"),
        ('<span itemprop="datePublished" content="2024-03-12T01:20:00Z"></span>', "2024-03-12 09:20"),
        (
            '<time datetime="2024-10-08" itemprop="dateModified"></time><time datetime="2024-03-12">x</time>',
            "2024-03-12",
        ),
        ("2024-03-12 16:20 CST", "2024-03-12 16:20"),
        ("2024-03-12 01:20 UTC", "2024-03-12 09:20"),
        ("2024-03-12 10:20 JST", "2024-03-12 09:20"),
        ("2024-03-12 09:20-10:30", "2024-03-12 09:20"),
        ("2024-03-12T09:20:00.000+0800", "2024-03-12 09:20"),
        ("2024-03-12T01:20:00.123456Z", "2024-03-12 09:20"),
        ("2024-03-12T09:20:00+08", "2024-03-12 09:20"),
        ("2024-03-12 09:20 GMT+8", "2024-03-12 09:20"),
        ("2024-03-12 09:20 UTC+08:00", "2024-03-12 09:20"),
        ("2024 Mar 12 09:20", "2024-03-12 09:20"),
        ("12-Mar-2024", "2024-03-12"),
        ("<span title='2024-03-12 09:20:11'>3小时前</span>", "2024-03-12 09:20"),
        ("<em>12</em>/<span>2024.03</span>", "2024-03-12"),
        ("2024-03-11T20:20:00-05:00", "2024-03-12 09:20"),
        ('<time datetime="2024-03-12T09:20:00+08:00">2024年3月12日</time>', "2024-03-12 09:20"),
        ('<time datetime="2024-03-11T23:20:00Z">Mar 11, 2024</time>', "2024-03-12 07:20"),
        ('<time datetime="2024-10-08T09:20:00+08:00">2024年3月12日</time>', "2024-03-12"),
        ('<i data-published="2024-03-12T01:20:00Z"></i>', "2024-03-12 09:20"),
        ('<input type="hidden" id="pubtime" value="2024-03-12 09:20:00">', "2024-03-12 09:20"),
        (
            '发布时间：<i id=rq></i><script>$("#rq").text("2024-03-12 09:20:00".substr(0,16))</script>',
            "2024-03-12 09:20",
        ),
        ('<input type="hidden" id="starttime" value="2024-03-12 09:20:00">', None),
        (
            '<script>document.write(new Date("2024/03/12 09:20:00").toLocaleString())</script>',
            "2024-03-12 09:20",
        ),
        ("<p>2025年08月06日 星期三 农历闰六月十三</p><p>时间：2024-03-12</p>", "2024-03-12"),
        ("報導日期：2024-03-12　更新日期：2025-03-03", "2024-03-12"),
        ("", None),
        ("发布时间：2024-03-12 09:20 来源：青山网 截稿日期：2024-10-01", "2024-03-12 09:20"),
        ("招标公告发布时间：2024-03-12 开标时间：2024-04-01", "2024-03-12"),
        ("公告开始时间：2024-04-01 发布时间：2024-03-12", "2024-03-12"),
        ("【发布时间：2024-03-12】", "2024-03-12"),
        ("[发布日期] 2024-03-12 [更新日期] 2024-10-01", "2024-03-12"),
        ("发文日期：2024-01-05 发布日期：2024-03-12", "2024-03-12"),
        ("印发日期 2024-01-05 公开日期 2024-03-12", "2024-03-12"),
        ("首次发布：2024-03-12 最近更新：2024-10-01", "2024-03-12"),
        ("编辑于 2024-10-01 发布于 2024-03-12", "2024-03-12"),
        ("投稿时间：2023-01-01 接受日期：2023-10-01 发布日期：2024-03-12", "2024-03-12"),
        ("收稿日期：2023-01-01", None),
        ("有效期至 2030-01-01 2024-03-12", "2024-03-12"),
        ("自2024年5月1日起施行 发布日期：2024年3月12日", "2024-03-12"),
        ("施行时间：2024年5月1日<br>颁布时间：2024年3月12日", "2024-03-12"),
        ("签发日期：2024-01-05 刊发日期：2024-03-12", "2024-03-12"),
        ("失效时间：2030-01-01 公示时间：2024-03-12", "2024-03-12"),
        ("登记日期：2024-01-05 发布日期：2024-03-12", "2024-03-12"),
        ("起草日期：2023-12-01 成文日期：2024-01-05 发布日期：2024-03-12", "2024-03-12"),
        ("农历二月初三 今天是2025年8月6日 发布：2024-03-12", "2024-03-12"),
        ("当前时间：2025-08-06 10:00:00 发表时间：2024-03-12", "2024-03-12"),
        ("截止时间：2024-10-01 17:00 发布时间：2024-03-12", "2024-03-12"),
        ("信息截止2024-10-01，发布2024-03-12", "2024-03-12"),
        ("【北京时间 2024年03月12日 09:20】", "2024-03-12 09:20"),
        ("实际入稿日期: 2024-03-12", "2024-03-12"),
        ("发 布 时 间：2024-03-12 更 新 时 间：2024-10-08", "2024-03-12"),
    ],
)
def test_dates_under_the_headline(row: str, published: str | None) -> None:
    assert read(row).published == published


@pytest.mark.parametrize(
    ("stated", "published"),
    [
        ("1710206400", "2024-03-12 09:20"),
        ("1710206400000", "2024-03-12 09:20"),
        ("/Date(1710206400000)/", "2024-03-12 09:20"),
        ("2024-03-12T01:20:00Z", "2024-03-12 09:20"),
        ("2024-03-12T09:20:00", "2024-03-12 09:20"),
        ("Tue Mar 12 2024 09:20:00 GMT+0800 (中国标准时间)", "2024-03-12 09:20"),
        ("Tue Mar 12 09:20:00 CST 2024", "2024-03-12 09:20"),
        ("20240312", "2024-03-12"),
        ("2024-03-12+08:00", "2024-03-12"),
        ("2024-03-12Z", "2024-03-12"),
    ],
)
def test_dates_of_meta_elements(stated: str, published: str) -> None:
    assert read(head=f'<meta name="publishdate" content="{stated}">').published == published


@pytest.mark.parametrize(
    "name",
    [
        "bytedance:published_time",
        "og:article:published_time",
        "weibo: article:create_at",
        "og:time",
        "citation_publication_date",
        "publish-date",
        "og:pubdate",
        "article_publish_time",
    ],
)
def test_names_of_meta_elements(name: str) -> None:
    assert read(head=f'<meta name="{name}" content="2024-03-12 09:20">').published == "2024-03-12 09:20"


@pytest.mark.parametrize(
    ("script", "published"),
    [
        ('{"@type":"NewsArticle","datePublished":1710206400}', "2024-03-12 09:20"),
        ('{"pubDate":"2024-03-12T09:20:00"}', "2024-03-12 09:20"),
        ('{"datePublished":"2024-03-12T01:20:00Z" "x"}', "2024-03-12 09:20"),
        ('{"@graph":[{"@type":"WebPage"},{"@type":"Article","datePublished":"2024-03-12"}]}', "2024-03-12"),
        ('/*x*/{"datePublished":"2024-03-12"}', "2024-03-12"),
        ('{"mainEntity":{"@type":"Article","datePublished":"2024-03-12"}}', "2024-03-12"),
        ('{"@type":"NewsArticle","datePublished":{"@value":"2024-03-12"}}', "2024-03-12"),
    ],
)
def test_dates_of_json_ld(script: str, published: str) -> None:
    assert read(head=f'<script type="application/ld+json">{script}</script>').published == published


@pytest.mark.parametrize(
    ("script", "published"),
    [
        ('var pubtime="2024-03-12 09:20";', "2024-03-12 09:20"),
        ('var ct="1710206400";', "2024-03-12 09:20"),
        ('window.__DATA__={"publishTime":1710206400000,"title":"x"}', "2024-03-12 09:20"),
        ("var createTime='2024-03-12 09:20';", "2024-03-12 09:20"),
        ('{"article":{"publish_time":"2024-03-12T01:20:00Z"}', "2024-03-12 09:20"),
        ('var list=[{createTime:"2024-03-01"},{createTime:"2024-03-02"}]', None),
        ('var publishDate = new Date("2024-03-12");', "2024-03-12"),
        ('var articleTime="2024-03-12 09:20";', "2024-03-12 09:20"),
        ('var docpubtime = "2024-03-12";', "2024-03-12"),
        ('var contentDate="2024-03-12";', "2024-03-12"),
    ],
)
def test_dates_of_scripts(script: str, published: str | None) -> None:
    assert read(head=f"<script>{script}</script>").published == published


@pytest.mark.parametrize(
    ("path", "published"),
    [
        ("/24/0312/a.html", "2024-03-12"),
        ("/2024/03-12/1.html", "2024-03-12"),
        ("/202403/12/1.html", "2024-03-12"),
        ("/2024/0312/1.html", "2024-03-12"),
        ("/202403/t20240312_123.html", "2024-03-12"),
        ("/html/2024/xw_0312/3.html", "2024-03-12"),
        ("/2024/xw/0312/3.html", "2024-03-12"),
        ("/240312/3.html", "2024-03-12"),
        ("/24-03-12/3.html", "2024-03-12"),
        ("/gb/24/3/12/n14190231.htm", "2024-03-12"),
        ("/forum/24/3/12/3.htm", None),
        ("/p/20240312.html", "2024-03-12"),
        ("/a.html?date=2024-03-12", "2024-03-12"),
        ("/zt/2021/x/1.html", None),
        ("/201112/x.html", None),
        ("/a/1234567890.html", None),
        ("/c/2024-03/12/c_1.htm", "2024-03-12"),
        ("/news2024/0312/1.html", "2024-03-12"),
        ("/2024/jcdt0312/1.html", "2024-03-12"),
        ("/2024_03_12/x.html", "2024-03-12"),
        ("/detail/ABC20240312001.html", "2024-03-12"),
    ],
)
def test_dates_of_urls(path: str, published: str | None) -> None:
    assert read(url=f"http://example.cn{path}").published == published


@pytest.mark.parametrize(
    "foot",
    [
        "粤ICP备20010112号",
        "电话：20010112",
        "许可证 20100112",
        "最后更新：2025-08-06",
        "今天是2025年8月6日",
        "B2-20040512",
        "邮编：200101 传真：20010112",
        "网站备案：20010112",
        "京公网安备 20240312号",
        "© 2010-2024",
    ],
)
def test_no_date_is_read_from_a_footer(foot: str) -> None:
    assert read(foot=foot).published is None


@pytest.mark.parametrize(
    "attribute", ['style="line-height:1.75;text-align:justify;margin:0 auto"', "data-v-3f1a9c2e"]
)
def test_the_styles_of_a_menu_do_not_hide_the_date_behind_it(attribute: str) -> None:
    menu = "".join(f"<li {attribute}><a {attribute} href='/{n}/'>党务</a></li>" for n in range(70))
    assert read(f"<ul {attribute}>{menu}</ul><p {attribute}>2024-03-12 09:20 来源：青山网</p>").published


def test_a_z_behind_a_time_of_china_is_not_believed() -> None:
    stated = '<meta property="article:published_time" content="2024-03-12T09:20:00Z">'
    assert read(head=stated).published == "2024-03-12 17:20"
    assert read("2024-03-12 09:20 来源：青山网", stated).published == "2024-03-12 09:20"


def test_a_stated_day_takes_the_time_of_day_from_another_field() -> None:
    day = '<meta name="pubdate" content="2024-03-12">'
    assert (
        read(head=f'{day}<meta name="createtime" content="2024-03-12 09:20">').published == "2024-03-12 09:20"
    )
    assert read(head=f'{day}<meta name="createtime" content="2024-03-11 09:20">').published == "2024-03-12"


def test_the_url_comes_before_a_date_of_change_and_takes_its_time_on_the_same_day() -> None:
    row = "更新时间：2024-10-08 16:40"
    assert read(row, url="http://example.cn/2024/0312/1.html").published == "2024-03-12"
    assert read(row, url="http://example.cn/2024/1008/1.html").published == "2024-10-08 16:40"


def test_a_labelled_date_above_the_headline() -> None:
    above = (
        "<table><tr><td>发布日期：</td><td>2024-03-12</td><td>有效期：</td><td>2030-01-01</td></tr></table>"
    )
    assert read(heading=f"{above}<h1>{TITLE}</h1>").published == "2024-03-12"
    assert read(heading=f"<p>今天是2025年8月6日</p><h1>{TITLE}</h1>").published is None


@pytest.mark.parametrize(
    "above",
    [
        "<h4 class=post-date>2024年03月12日</h4>",
        "<div class=meta>2024-03-12 · 支部日常</div>",
        "<div>时间：2024-03-12　信息来源：柳湾镇党政办公室　阅读次数：</div>",
        "<p><span>2024.03.12</span> <a href=/c/3>支部日常</a></p>",
        "<table><tr><td>2024/3/12</td></tr></table><p>支部日常</p>",
        "<div class=date><b>12</b><span>2024-03</span></div>",
    ],
)
def test_a_date_alone_right_above_the_headline(above: str) -> None:
    found = read(
        heading=f"<div>{above}<h2>{TITLE}</h2></div>", foot="<ul><li>相关 <time>2023-01-05</time></ul>"
    )
    assert found.published == "2024-03-12"


@pytest.mark.parametrize(
    "above",
    [
        "<div>2025年08月06日 星期三</div>",
        "<ul><li><a href=/2>支部走访</a><p>2024-01-09</p><li><a href=/3>支部党课</a><p>2024-01-05</p></ul>",
        "<p>2024年1月5日，柳湾镇的党员们在渠边开了一次会，会上说的事情一件一件都办好了。</p>",
        "<div>2025-08-06</div><ul><li>首页<li>要闻<li>党建<li>群团</ul>",
        "<p>有效期至：2025-08-06</p>",
        "<div>有效期至：2025-08-06　信息来源：柳湾镇党政办公室　阅读次数：</div>",
    ],
)
def test_other_dates_above_the_headline_are_not_its_own(above: str) -> None:
    assert read(heading=f"{above}<h2>{TITLE}</h2>").published is None


@pytest.mark.parametrize(
    "foot", ["粤ICP备20010112号", "备案序号：粤ICP备20010112", "电话：010-20240312", "最后修改：2024-03-12"]
)
def test_a_short_page_has_no_date_from_below_its_text(foot: str) -> None:
    assert read(body=f"<p>昨天下午，柳湾镇党委召开组织生活会。</p><p>{foot}</p>").published is None


def test_of_two_times_of_one_day_the_earlier_shown_one_counts() -> None:
    stated = '<meta property="article:published_time" content="2024-03-12T15:14:00+08:00">'
    assert read("2024-03-12 15:10 来源：青山网", stated).published == "2024-03-12 15:10"
    assert read("2024-03-12 15:20 来源：青山网", stated).published == "2024-03-12 15:14"


@pytest.mark.parametrize("clock", ["现在是北京时间 2025-03-02 10:10:10", "当前北京时间：2025年3月2日 10:10"])
def test_a_clock_at_the_top_is_no_date(clock: str) -> None:
    title = "清河镇党支部整修水渠"
    text = "<p>三月五日，清河镇党支部组织四十名党员整修水渠，傍晚时渠水流到了最远的一块地。</p>" * 5
    page = Page(
        "http://a.cn/1.html", f"<title>{title}</title><div>{clock}</div><h1>{title}</h1><div>{text}</div>"
    )
    assert read_metadata(page).published is None


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("class='article-time'", "1738807200000", "2025-02-06 10:00"),
        ("id=publishTime", "2025-02-06 10:00:00", "2025-02-06 10:00"),
        ("name='news_date'", "2025-02-06", "2025-02-06"),
        ("class='article-content'", "1738807200000", None),
        ("class='lifetime'", "1738807200000", None),
    ],
)
def test_a_hidden_text_area_has_the_date(name: str, text: str, expected: str | None) -> None:
    assert read(body=f"<textarea {name} style='display:none'>{text}</textarea>").published == expected


def test_two_hidden_times_say_nothing() -> None:
    areas = "".join(f"<textarea class='news-time'>{stamp}</textarea>" for stamp in (1738807200, 1738893600))
    assert read(body=areas).published is None


def _called(body: str, arguments: str) -> str:
    return f"<script>window.__NUXT__=(function(a,b,c,d){{{body}}}({arguments}));</script>"


@pytest.mark.parametrize(
    "script",
    [
        _called(
            "return {data:[{info:{id:1,top:a,source:c,publishTime:d}}]}",
            'false,{},"青山日报","2025-07-25 09:00:00"',
        ),
        _called("b.id=7;return {info:{publishTime:d,source:c}}", '!1,[1,2],"青山日报",1753405200000'),
        "<script>__STATE__=((t,s)=>{return {releaseTime:t,docSource:s}})('2025-07-25 09:00','青山日报')</script>",
    ],
)
def test_arguments_give_date_and_source_to_the_data_of_a_page(script: str) -> None:
    found = read(body=script)
    assert (found.published, found.source) == ("2025-07-25 09:00", "青山日报")


def test_dates_of_several_articles_in_arguments_are_no_date() -> None:
    listed = _called("return [{publishTime:a},{publishTime:b}]", '"2025-07-25","2025-07-26",1,2')
    assert read(body=listed).published is None


def test_the_time_of_a_page_that_was_published_and_updated_at_once() -> None:
    stamp = (
        '<time class="entry-date published updated" datetime="2024-03-12T01:20:33+00:00">2024年3月12日</time>'
    )
    assert read(stamp).published == "2024-03-12 09:20"


def test_the_day_that_an_e_paper_notes_in_a_comment() -> None:
    head = "<!--enpproperty <articleid>7</articleid><date>2024-03-12 14:15:00:0</date><author></author>enpproperty-->"
    assert read(head=head).published == "2024-03-12"


def test_american_dates_with_a_comma_before_the_time() -> None:
    assert (
        read(head='<meta name="apub:time" content="3/12/2024, 2:15:00 PM">').published == "2024-03-12 14:15"
    )


@pytest.mark.parametrize("label", ["相关推荐", "延伸阅读：", "大家都在看"])
def test_dates_of_other_articles_are_not_that_of_the_page(label: str) -> None:
    others = f"<h4>{label}</h4><p><a href=/1>镇里修桥</a> <i>2024-05-06</i></p>"
    assert read(body=f"<div><p>{'村里的路修好了，大家都说方便。' * 12}</p>{others}</div>").published is None


@pytest.mark.parametrize(
    "title", ["镇里用旧电脑搭起一台服务器", "青山县民生实事项目征求意见稿公示", "村史馆重新开馆开幕"]
)
@pytest.mark.parametrize(
    ("row", "published"), [("2024-03-12 09:20", "2024-03-12 09:20"), ("24-03-12 09:20", "2024-03-12 09:20")]
)
def test_the_end_of_a_headline_is_no_label(title: str, row: str, published: str) -> None:
    assert read(f"<span>{row}</span>", heading=f"<h1>{title}</h1>", title=title).published == published


def test_a_bare_time_in_the_arguments_of_a_state() -> None:
    script = _called(
        "return {detail:{title:a,time:b}}", '"柳湾镇党委召开组织生活会","2025-07-25 09:00:00",1,2'
    )
    assert read(body=script).published == "2025-07-25 09:00"


def test_a_labelled_date_above_the_headline_comes_before_the_one_that_closes_a_notice() -> None:
    index = (
        "<table><tr><td>成文日期</td><td>2024年2月28日</td><td>发布日期</td><td>2024-03-08</td></tr></table>"
    )
    heading = f"{index}<h1>柳湾镇党委召开组织生活会</h1>"
    closed = BODY.replace("</div>", "<p>柳湾镇党委</p><p>2024年2月28日</p></div>")
    assert read(heading=heading, body=closed).published == "2024-03-08"
    assert read(body=closed).published == "2024-02-28"


@pytest.mark.parametrize(
    "told",
    ["考试定于2024年5月20日上午九点举行，请考生带好证件。", "本办法自2024年9月1日起施行，有效期五年。"],
)
def test_days_of_events_in_sentences_are_no_date(told: str) -> None:
    assert read(body=f"<div><p>{told}</p></div>").published is None


@pytest.mark.parametrize("name", ["article_modified_time", "lastpublishtime", "og:updated_time"])
def test_meta_elements_of_other_days(name: str) -> None:
    assert read(head=f'<meta name="{name}" content="2024-03-12">').published is None


def test_the_time_of_a_comment_is_not_that_of_the_text() -> None:
    comment = "<li class=comment><time datetime='2025-02-03T08:00:00+08:00'>昨天</time><p>写得真好。</p></li>"
    body = f"{BODY}<div id=comments><ol class=comment-list>{comment}</ol></div>"
    assert read(body=body).published is None
    created = '<meta itemprop="dateCreated" content="2024-03-12T09:20+08:00">'
    assert read(head=created, body=body).published == "2024-03-12 09:20"


def test_the_day_of_an_issue_beside_buttons_above_the_headline() -> None:
    row = "<table><tr><td>2024年3月12日</td><td>上一篇 下一篇 放大 缩小 默认 朗读本篇全文</td></tr></table>"
    found = read(
        heading=f"{row}<founder-title>{TITLE}</founder-title>", title="青山日报-2024年3月12日-第02版"
    )
    assert (found.title, found.published) == (TITLE, "2024-03-12")


def test_a_day_in_boxes_above_the_headline() -> None:
    heading = "<div><b>27</b><span>2024-05</span></div><h1>柳湾镇党委召开组织生活会</h1>"
    closed = BODY.replace("</div>", "<p>柳湾镇党委</p><p>2024年5月24日</p></div>")
    assert read(heading=heading, body=closed).published == "2024-05-27"


@pytest.mark.parametrize(
    ("below", "published"),
    [
        ("<td>发布日期：2022年10月8日</td><td>信息来源：市医疗保障局</td>", "2022-10-08"),
        ("<p>發佈時間：<b>2022-10-08</b></p>", "2022-10-08"),
        ("<li>甲 发布时间：2022-10-08</li><li>乙 发布时间：2022-10-09</li>", "2022-11-01"),
    ],
)
def test_a_labelled_date_far_below_before_one_of_the_text(below: str, published: str) -> None:
    text = "<p>各医院须公示价格，不得另行收费。</p>" * 300
    body = f"<div><p>本表于2022年11月1日印制，请各单位遵照办理。</p>{text}</div><div>{below}</div>"
    assert read(body=body).published == published
