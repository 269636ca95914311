"""Noise links: a page for each sort."""

from __future__ import annotations

import pytest

from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.two_step.noise_links import Noise, noise_of

URL = "http://sports.example.cn/china/2026/1.html"

STORY = '<p>国足<a href="/china/2026/2.html">公布新一期集训名单 三名新人入选</a>将于下月集中。</p>'

ADVERTISEMENTS = """
<div><a href="http://shop.test/sale"><img src="x.gif" alt="广告"></a></div>
<div class="banner"><a href="http://ads.example.cn/c?pos=3">球迷狂欢季 全场球衣五折起再减一百</a></div>
<div><a href="http://click.test/c?pos=3&amp;u=http%3A%2F%2Fshop.test%2Fitem">世界杯纪念金币限量发售只剩今天</a></div>
<p><a href="/adv/8.html">赞助商推荐：冠军之选运动饮料上市</a></p>
<p><a href="http://partner.test/go">推广</a></p>
"""

COPYRIGHT = """
<div>Copyright © 2026 某某体育 <a href="/about/copyright.html">版权所有 某某体育网络有限公司</a> <a href="/about/">关于我们</a>
<a href="/about/contact.html">联系我们</a> <a href="/about/law.html">法律声明</a> <a href="/about/jobs.html">招聘英才</a>
<a href="http://beian.test/?no=1">京公网安备11010502000001号</a> <a href="http://icp.test/">京ICP备00000001号-1</a>
<a href="/about/licence.html">互联网新闻信息服务许可证1012006001</a></div>
"""

NAVIGATION = """
<nav><a href="/video/">视频集锦与比赛录像回放</a></nav>
<ul class="menu"><li><a href="/">首页</a><li><a href="/nba/">NBA</a><li><a href="/china/">中国足球</a><li><a href="/zc/">中超</a></ul>
<footer><a href="/rss.html">订阅本站的全部足球新闻</a></footer>
"""

FRIENDS = """
<div>友情链接：<a href="http://a.test/">江北大学新闻中心网站</a> <a href="http://b.test/sports/index.html">绿茵</a>
<a href="http://c.test/football/">某某报足球频道首页欢迎您</a></div>
<table><tr><td><a href="http://d.test">兄弟城市体育总会官方网站</a></td><td>
<a href="http://e.test/index.shtml">全国足球爱好者交流论坛</a></td></tr></table>
"""


def _noise(html: str) -> list[Noise | None]:
    page = Page.of(f"<html><body>{html}</body></html>", URL)
    return [
        noise_of(link.url, LinkContext(link.anchor, link.context, URL, navigation=link.navigation))
        for link in links_of(page)
    ]


@pytest.mark.parametrize(
    ("html", "noise", "number"),
    [
        (ADVERTISEMENTS, Noise.ADVERTISEMENT, 5),
        (COPYRIGHT, Noise.COPYRIGHT, 8),
        (NAVIGATION, Noise.NAVIGATION, 6),
        (FRIENDS, Noise.FRIEND, 5),
    ],
)
def test_each_sort_beside_a_story(html: str, noise: Noise, number: int) -> None:
    assert _noise(STORY + html) == [None] + [noise] * number


@pytest.mark.parametrize(
    ("url", "anchor"),
    [
        ("http://sports.example.cn/china/2.html", "国足登录多哈备战亚洲杯首战"),
        ("http://news.other.test/2026/3.html", "足协规范中超联赛转播版权分配办法"),
        ("http://sports.example.cn/read/3.html", "女足注册球员首次突破百万大关"),
        ("http://sports.example.cn/leads/ahead/1.html", "国足主场力克强敌升至小组头名"),
        (
            "http://sports.example.cn/p.php?back=http%3A%2F%2Fsports.example.cn%2F",
            "国足主场力克强敌升至小组头名",
        ),
        ("http://sports.example.cn/pic/9.html", ""),
    ],
)
def test_stories_are_not_noise(url: str, anchor: str) -> None:
    assert noise_of(url, LinkContext(anchor, parent_url=URL)) is None


def test_odd_urls() -> None:
    assert noise_of("http://[", LinkContext("国足公布新一期集训名单", parent_url="http://[")) is None
    assert noise_of("http://a.test/", LinkContext("国足公布新一期集训名单")) is None
