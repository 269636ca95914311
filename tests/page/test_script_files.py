"""Script files that fill a page without headlines."""

from __future__ import annotations

import pytest
from page.hidden_links.reading import LIST, SITE

from topiccrawl.crawl.script_files import ScriptFiles
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.script_files import script_file_links
from topiccrawl.priority.link_context import LinkContext

ROWS = "".join(f"<li onclick='zk({n})'>渔港村党支部第{n}次夜话</li>" for n in (31, 32))
OPENS = "function zk(n){ window.open('/yg/show.asp?id=' + n); }"

CALLED = "".join(f"<a href='#' onclick='zk({n})'>渔港村党支部第{n}次夜话</a>" for n in (31, 32, 33))
OTHERS = "".join(f"<a href='/yg/{n}.html'>灯塔站党员夜校第{n}课</a>" for n in (41, 42, 43))


def page(body: str) -> Page:
    """Return a list page."""
    return Page(LIST, f"<html><body>{body}</body></html>")


@pytest.mark.parametrize(
    ("scripts", "expected"),
    [
        ("<script src='/js/jquery.min.js'></script><script src='../js/list.js'></script>", ["/js/list.js"]),
        ("<script data-main='/js/app/start' src='/js/require.js'></script>", ["/js/app/start.js"]),
        ("<script>layui.config({base: '/m/'}).use(['layer', 'flow', 'xw']);</script>", ["/m/xw.js"]),
        ("<script>layui.use(['form', 'xw']);</script>", []),
        (
            "<script>require.config({baseUrl: '/js', paths: {xw: 'app/xw'}}); require(['xw']);</script>",
            ["/js/app/xw.js"],
        ),
        ("<script src='http://cdn.test/list.js'></script><script src='/js/tongji.js'></script>", []),
        ("<script src='/a.js'></script><a href='/yg/1.html'>渔港村党支部清点旧渔网</a>", []),
        (
            "<script src='/static/js/app.js'></script><script src='/static/stat.js'></script>",
            ["/static/js/app.js"],
        ),
        ("<div><script src='/api.php?mod=js&bid=5'></script></div>", ["/api.php?mod=js&bid=5"]),
        ("<ul><script src='/js/call.asp?cat=5&num=9'></script></ul>", ["/js/call.asp?cat=5&num=9"]),
        ("<ul><script src='/js/call.asp?location=top&application=5'></script></ul>", []),
        (
            "<a href='/yg/1.html'>渔港村党支部清点旧渔网</a><script>var more = {ajaxurl: '/a.php', max_page: 3}"
            "</script><script src='/js/site.js'></script><script src='/js/loadmore.js'></script>",
            ["/js/loadmore.js"],
        ),
        (
            "<a href='/hot/1.html'>渔港村党支部清点旧渔网</a><script src='/data/rows.js'></script>"
            "<script>box.innerHTML = rowsOfClub.map(function(r){return r.t}).join('')</script>",
            ["/data/rows.js"],
        ),
        (
            "<a href='/yg/1.html'>渔港村党支部清点旧渔网</a><script>var nMaxPage = 3, sListName = 'yg', sExt = 'html';</script>"
            "<script src='/js/fenye.js'></script><script src='/js/site.js'></script>",
            ["/js/fenye.js"],
        ),
        (
            "<a href='/yg/1.html'>渔港村党支部清点旧渔网</a><script>var pageCount = '3', pageName = 'yg', ext = 'html';</script>"
            "<script src='/js/site.js'></script>",
            ["/js/site.js"],
        ),
        (
            "<a href='/yg/1.html'>渔港村党支部清点旧渔网</a><script src='/js/site.js'></script>"
            '<script>var theme = {"ajaxurl": "\\/a.php", "paged": "1", "max": "3"}</script><script src=\'/js/main.js\'></script>',
            ["/js/main.js"],
        ),
        (f"{CALLED}<a href='/dj/2.html'>下一页</a><script src='/js/site.js'></script>", ["/js/site.js"]),
        (f"{CALLED}{OTHERS}<script src='/js/site.js'></script>", ["/js/site.js"]),
        (f"{OTHERS}<b onclick='zk(2)'>下一页</b><script src='/js/site.js'></script>", ["/js/site.js"]),
        (
            f"{OTHERS}<b onclick='zk(2)'>下一页</b><script>{OPENS}</script><script src='/js/site.js'></script>",
            [],
        ),
        (f"{CALLED}<script>{OPENS}</script><script src='/js/site.js'></script>", []),
        (
            "<a href='/hot/1.html'>渔港村党支部清点旧渔网</a><script src='/data/rows.js'></script>"
            "<script>var own = [1]; own.forEach(show)</script>",
            [],
        ),
    ],
)
def test_the_files_that_may_fill_a_page(scripts: str, expected: list[str]) -> None:
    found = page(scripts)
    assert [link.url.removeprefix(SITE) for link in script_file_links(found, links_of(found))] == expected


def test_a_file_that_comes_without_its_page_is_only_remembered() -> None:
    assert ScriptFiles().arrived(f"{SITE}/js/list.js", OPENS, LinkContext(parent_url=LIST)) == []


def test_a_file_cannot_end_the_script_it_is_put_in() -> None:
    files = ScriptFiles()
    files.known_to(bare := page("<script src='/a.js'></script>"), links_of(bare))
    ((filled, _),) = files.arrived(
        f"{SITE}/a.js",
        "x = '</script><a href=/a/1.html>渔港村党支部清点旧渔网</a>'",
        LinkContext(parent_url=LIST),
    )
    assert not [link for link in links_of(filled) if not link.found]


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        ("s += '<a href=' + pageName + '_p' + i + '.' + ext + '>' + i + '</a>';", "/dj/yg_p2.html"),
        ("s += '<a href=\"' + pageName + '-' + i + '.' + ext + '\">' + i + '</a>';", "/dj/yg-2.html"),
    ],
)
def test_a_file_that_draws_a_pager_tells_the_names_of_its_pages(drawn: str, expected: str) -> None:
    rows = "".join(f"<a href='/dj/x{n}.html'>渔港村党支部第{n}次夜话</a>" for n in range(9))
    own = Page(
        f"{SITE}/dj/yg.html",
        f"<body>{rows}<script>var maxPage = 3, pageName = 'yg', ext = 'html';</script><script src='/js/fy.js'></script>",
    )
    files = ScriptFiles()
    assert [link.url for link in files.known_to(own, links_of(own))[1]] == [f"{SITE}/js/fy.js"]
    loop = f"for (var i = 1, s = ''; i <= maxPage; i++) {{ {drawn} }} document.write(s);"
    ((filled, _),) = files.arrived(f"{SITE}/js/fy.js", loop, LinkContext(parent_url=own.url))
    assert [link.url for link in links_of(filled) if link.role] == [SITE + expected]
