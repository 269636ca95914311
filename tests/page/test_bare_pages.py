"""Where pages without headlines lead."""

from __future__ import annotations

import pytest
from page.hidden_links.reading import LIST, SITE, links

from topiccrawl.page.anchors.link import SOURCE
from topiccrawl.page.bare_pages import GATE

MENU = "<a href='/'>首页</a><a href='/lx.html'>联系我们</a>"
TITLE = "灯塔站党员夜校开讲新课"


def led(body: str, head: str = "", url: str = LIST) -> list[tuple[str, str, str]]:
    """Return address, way and role of the links that are no anchors, or have a role."""
    return [
        (link.url.removeprefix(SITE), link.found, link.role)
        for link in links(body, url, head)
        if link.found or link.role
    ]


@pytest.mark.parametrize(
    "text",
    ["点击进入", "[查看全文]", "请点击这里", "阅读全文>>", "进入网站", "ENTER", "继续访问", "仍要访问该网站"],
)
def test_the_only_way_on(text: str) -> None:
    body = f"{MENU}<h3>{TITLE}</h3><p><a href='/full/3.html'>{text}</a></p>"
    assert led(body) == [("/full/3.html", "only way on", SOURCE)]


@pytest.mark.parametrize(
    "body",
    [
        "<a href='/a.html'>点击进入</a><a href='/b.html'>点击进入</a>",
        f"<a href='/a.html'>点击进入</a><a href='/b.html'>{TITLE}</a>",
        "<a href='http://other.test/a.html'>点击进入</a>",
        "<a href='/a.html'>点击登录</a>",
        "<a href='/a.html'>进入后台</a>",
    ],
)
def test_other_links_are_left_as_they_are(body: str) -> None:
    assert led(body) == []


def test_feeds_are_read_where_a_page_has_no_list_of_its_own() -> None:
    head = (
        "<link rel=alternate type='application/rdf+xml' href='/feed/zb.rdf'>"
        "<link rel=alternate type='application/rss+xml' href='/comments/feed' title='评论'>"
        "<link rel=alternate type='application/atom+xml' href='http://other.test/a.atom'>"
    )
    assert led("<p>订阅</p>", head) == [("/feed/zb.rdf", "feed", SOURCE)]
    listed = f"<a href='/a/1.html'>{TITLE}</a>"
    assert led(listed, head, "http://www.example.cn/a/2024/03/1.html") == []
    # The feed of a home page has what its list leaves out.
    assert led(listed, head) == [("/feed/zb.rdf", "feed", SOURCE)]


@pytest.mark.parametrize(
    ("link", "is_feed"),
    [
        ("<a href='rss_3.xml'><img src='/img/o.gif'></a>", True),
        ("<a href='zb.xml'><img src='/img/rss.gif'></a>", True),
        ("<a href='zb.xml'>订阅</a>", True),
        ("<a href='/feed/zb/'>渔港</a>", True),
        ("<a href='/comments/feed/'>RSS</a>", False),
        ("<a href='zb.xml'>地图</a>", False),
        ("<a href='/dy.html'>订阅</a>", False),
        ("<a href='http://other.test/rss.xml'>RSS</a>", False),
    ],
)
def test_links_to_feeds_count_where_nothing_else_lists(link: str, is_feed: bool) -> None:
    assert bool([way for _, way, role in led(MENU + link) if (way, role) == ("feed", SOURCE)]) is is_feed
    assert led(f"{link}<a href='/a/1.html'>{TITLE}</a>") == []


def test_frames_in_folders_of_includes_count_where_nothing_else_lists() -> None:
    frame = "<iframe src='/inc/side.html'></iframe><iframe src='/inc/top.html'></iframe>"
    assert led(frame) == [("/inc/side.html", "iframe", SOURCE)]
    assert led(f"{frame}<a href='/a/1.html'>{TITLE}</a>") == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<script>self.location = '/cn/index.asp';</script>", [("/cn/index.asp", "script redirect", "")]),
        ("<script>if (isPhone) location.href = '/m/';</script>", []),
    ],
)
def test_the_target_of_a_script_is_a_link_of_its_page(
    body: str, expected: list[tuple[str, str, str]]
) -> None:
    assert led(body) == expected


def test_the_list_itself_is_not_read_again() -> None:
    assert led(f"<a href='{LIST}'>点击进入</a>") == []


PICTURE = "<a href='main.html'><img src='images/in.jpg' alt='in_2.jpg'></a><br>版权所有 供销社"


@pytest.mark.parametrize(
    ("body", "url", "expected"),
    [
        (PICTURE, f"{SITE}/", ["/main.html"]),
        (PICTURE.replace("main", "index1"), f"{SITE}/", ["/index1.html"]),
        (PICTURE, f"{SITE}/portal/", ["/portal/main.html"]),
        ("<a href='/zh/'>中文版</a><a href='/en/'>English</a>", f"{SITE}/index.html", ["/zh/"]),
        (f"{PICTURE}<p>{TITLE * 15}</p>", f"{SITE}/", []),
        ("<p>您访问的页面不存在</p><a href='/index.html'>首页</a>", f"{SITE}/", []),
        ("<a href='/'>返回</a>", f"{SITE}/portal/", []),
        ("<a href='/'><img src=x.gif></a>", f"{SITE}/portal/", []),
        (PICTURE, f"{SITE}/art/12.html", []),
    ],
)
def test_a_home_page_of_a_picture_is_a_gate(body: str, url: str, expected: list[str]) -> None:
    gates = [link for link in links(body, url) if link.found == GATE and link.role == SOURCE]
    assert [link.url.removeprefix(SITE) for link in gates] == expected
