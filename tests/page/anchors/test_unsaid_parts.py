"""Parts of an article whose links do not say so: subtitles, pictures, arrows."""

from __future__ import annotations

import pytest

from topiccrawl.page.anchors.article_parts import parts_of
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page

SITE = "http://dj.example.cn"
AROUND = (
    "<p>上一篇：<a href=/show-12-33-1.html>渠边的党课</a> 下一篇：<a href=/show-12-35-1.html>堤上的党课</a></p>"
    "<ul><li><a href=/show-12-7-1.html>支部走访</a><li><a href=/show-12-8-1.html>支部植树</a></ul>"
)
NEXT = "点击查看下一张"


def parts(path: str, body: str, title: str = "柳湾镇党委的三本账_柳湾先锋网") -> tuple[list[str], str]:
    """Return the paths of the following parts and that of the first."""
    page = Page.of(f"<title>{title}</title><body>{body}{AROUND}</body>", SITE + path)
    found = parts_of(page.url, links_of(page))
    return [url.removeprefix(SITE) for url in found.following], found.first.removeprefix(SITE)


def box(shape: str, *names: str, own: int = 1, path: str = "/show-12-34-{}.html") -> str:
    """Return subtitles in a shape such as `<li>{}</li>`, the own one without a link."""
    links = (f"<a href={path.format(n)}>{name}</a>" if n != own else name for n, name in enumerate(names, 1))
    return "".join(shape.format(link) for link in links)


@pytest.mark.parametrize("own", [1, 2, 3])
@pytest.mark.parametrize(
    ("shape", "names"),
    [
        ("<li>{}</li>", ["一、起因", "二、做法", "三、回音"]),
        ("{} | ", ["第一本账", "第二本账", "第三本账"]),
        ("<span>{}</span> &gt; ", ["第1页：起因", "第2页：做法", "第3页：回音"]),
        ("【{}】", ["（一）起因", "（二）做法", "（三）回音"]),
    ],
)
def test_subtitles_in_a_box_name_the_parts(shape: str, names: list[str], own: int) -> None:
    paths = [f"/show-12-34-{number}.html" for number in (1, 2, 3)]
    for label in ("", "<p>本文导航：</p>"):
        named = f"<div>{label}<table>{box(shape, *names, own=own)}</table></div>"
        assert parts(paths[own - 1], named) == (paths[own:], paths[0] if own > 1 else "")


@pytest.mark.parametrize(
    ("path", "others"),
    [
        ("/dj/12.html", "/dj/12_{}.html"),
        ("/dj/12_1.html", "/dj/12_{}.html"),
        ("/view.jsp?id=5", "/view.jsp?id=5&page={}"),
        ("/a/123", "/a/123/{}"),
    ],
)
def test_the_parts_of_a_box_may_be_numbered_in_any_way(path: str, others: str) -> None:
    named = f"<ul>{box('<li>{}</li>', '起因', '做法', '回音', path=others)}</ul>"
    assert parts(path, named)[0] == [others.format(2), others.format(3)]
    linked = f"<ul><li><a href={path}>起因</a></li>{named[4 + len('<li>起因</li>') :]}"
    assert parts(path, linked)[0] == [others.format(2), others.format(3)]


@pytest.mark.parametrize(
    ("path", "links"),
    [
        ("/news-1.html", "<ul><li><a href=/news-2.html>支部走访</a><li><a href=/news-3.html>植树</a></ul>"),
        (
            "/news-2.html",
            "<li><a href=/news-1.html>支部走访</a> 01-05<li><a href=/news-2.html>三本账</a> 01-06<li>"
            "<a href=/news-3.html>植树</a> 01-07",
        ),
        ("/about-2.html", "".join(f"<li><a href=/about-{n}.html>机构{n}</a>" for n in (1, 2, 3))),
        (
            "/show-12-34.html",
            "<li><a href=/show-12-33.html>走访</a><li>三本账<li><a href=/show-12-35.html>植树</a>",
        ),
        (
            "/dj/t2024-2.html",
            "<li><a href=/dj/t2024-1.html>支部走访</a><li><a href=/dj/t2024-2.html>柳湾镇党委的三本账</a>",
        ),
        (
            "/show-12-2.html",
            "<div>2024-01-05 <a href=/show-12-1.html>一封家书</a> <a href=/show-12-3.html>二</a></div>",
        ),
    ],
)
def test_lists_and_menus_with_small_numbers_name_no_parts(path: str, links: str) -> None:
    assert parts(path, f"<div>{links}</div>") == ([], "")


@pytest.mark.parametrize(
    "links",
    [
        f"<a href=12_3.html><img src=2.jpg alt='{NEXT}'></a><a class=arr-r href=12_3.html></a><em>2</em>/4",
        "<a href=12_3.html title=下一张><i class=icon></i></a>",
        "<a href=12_3.html><img src=2.jpg alt=柳湾镇党委的三本账></a>",
        "<a href=12_3.html><img src=2.jpg alt=新修的水渠></a><p>（2/4）新修的水渠</p>",
        "<a href=12.html>上一图</a> <a href=12_3.html>后一图</a>",
        "<a href=12_3.html>点击图片进入下一页</a>",
    ],
)
def test_a_picture_leads_to_the_next_part(links: str) -> None:
    assert parts("/tpxw/12_2.html", links)[0] == ["/tpxw/12_3.html"]


@pytest.mark.parametrize(
    "links",
    [
        "<a href=news-13.html><img src=2.jpg alt=支部走访></a>",
        "<a href=13.html><img src=2.jpg alt=查看下一组></a><em>4</em>/4",
        "<a href=news-13.html><img src=2.jpg alt=支部走访></a><em>3</em>/4",
    ],
)
def test_a_picture_of_another_article_does_not(links: str) -> None:
    assert parts("/tpxw/news-12.html", links) == ([], "")
