"""Links of a page that no `<a href>` has."""

from __future__ import annotations

import pytest
from page.hidden_links.reading import FIRST, LIST, SECOND, SITE, links, pagers, script, told

from topiccrawl.page.anchors.link import PAGER, SOURCE
from topiccrawl.page.hidden_links.urls import page_url
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page

ARTICLE = "/art/2024/101.html"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (f"<li onclick=\"window.open('{ARTICLE}')\">{FIRST}<span>2024-01-05</span></li>", "onclick"),
        (f"<a href='#' onClick=\"window.location='{ARTICLE}';return false\">{FIRST}</a>", "onclick"),
        (f"<a href=\"javascript:show('{ARTICLE}')\">{FIRST}</a>", "onclick"),
        (f"<li data-url='{ARTICLE}'>{FIRST}</li>", "data attribute"),
        (script(f"document.write('<a href=\"{ARTICLE}\">{FIRST}</a>');"), "script markup"),
        (script(f"var n = new Array(); n.push(new Array('{FIRST}', '..{ARTICLE}'));"), "record"),
        (f"<script type='text/template'><a href='{ARTICLE}'>{FIRST}</a></script>", "script markup"),
        (f"<noscript><a href='{ARTICLE}'>{FIRST}</a></noscript>", ""),
        (f"<template><a href='{ARTICLE}'>{FIRST}</a></template>", ""),
    ],
)
def test_where_articles_are_found(body: str, found: str) -> None:
    assert told(body) == [(ARTICLE, FIRST, found)]


def test_functions_that_open_an_article_by_its_id() -> None:
    body = script("function openArt(id){window.open('/art/detail.html?id='+id);}")
    body += f"<li onclick=\"openArt('77')\">{FIRST}</li><a href='javascript:openArt(78)'>{SECOND}</a>"
    assert told(body) == [
        ("/art/detail.html?id=77", FIRST, "onclick"),
        ("/art/detail.html?id=78", SECOND, "onclick"),
    ]


def test_comments_are_read_only_where_nothing_else_lists() -> None:
    rows = "".join(f"<li><a href='/art/2023/10{n}.html'>{SECOND}{n}</a></li>" for n in range(6))
    assert [found for _, _, found in told(f"<!-- {rows} -->")] == ["comment"] * 6
    assert told(f"<!-- {rows} --><a href='{ARTICLE}'>{FIRST}</a>") == [(ARTICLE, FIRST, "")]


@pytest.mark.parametrize(
    "body",
    [
        f"<li onclick=\"window.open('http://other.test{ARTICLE}')\">{FIRST}</li>",
        f"<li data-url='//other.test{ARTICLE}'>{FIRST}</li>",
        f"<!-- <a href='http://other.test{ARTICLE}'>{FIRST}</a> -->",
        f"<iframe src='http://other.test{ARTICLE}'></iframe>",
        f"<base href='http://other.test/'><li data-url='art/2024/101.html'>{FIRST}</li>",
        f"<li onclick=\"window.open('http://www.example.cn.other.test{ARTICLE}')\">{FIRST}</li>",
        f"<li onclick=\"window.open('http://www.example.cn@other.test{ARTICLE}')\">{FIRST}</li>",
        f"<li onclick=\"window.open('\\\\\\\\other.test{ARTICLE}')\">{FIRST}</li>",
    ],
)
def test_hidden_links_never_leave_the_site(body: str) -> None:
    assert told(body) == []


@pytest.mark.parametrize(
    "body",
    [
        "<a href='javascript:history.back()'>返回</a>",
        f"<li onclick=\"window.open('/login.jsp')\">{FIRST}</li>",
        f"<li onclick=\"window.open('/upload/a.jpg')\">{FIRST}</li>",
        script("var img='/images/2024/101.jpg', css='/css/2024.css';"),
        script("ga('send', '/counter/2024/101.html');"),
        script("$.get('/api/hit.do?id=12345')"),
    ],
)
def test_what_is_no_article(body: str) -> None:
    assert [link for link in links(body) if link.role != SOURCE] == []


@pytest.mark.parametrize("name", ["list_-1.html", "list_0.html"])
def test_pages_before_the_first_and_behind_the_last_are_none(name: str) -> None:
    pager = f"<a href='/dj/list_2.html'>下一页</a><a href='/dj/{name}'>尾页</a>"
    assert [url for url, *_ in told(script(f'document.write("{pager}");'))] == ["/dj/list_2.html"]


def test_an_id_behind_a_host_alone_is_that_of_an_advert() -> None:
    known = script(f"var a = '{SITE}/?bid=5f1e22aa'; var b = '{SITE}/dj/detail.jsp?id=5f1e22';")
    assert [url for url, *_ in told(known)] == ["/dj/detail.jsp?id=5f1e22"]


@pytest.mark.parametrize(
    "text",
    [
        "document.write('<a href=\"m.yuwang.com.cn/2024/0105/17.html\">渔港村党支部清点旧渔网</a>');",
        "document.write('<a href=\"/live/news1\">@@=value.title$$ 渔港村党支部</a>');",
        'var code = "/2024/0105/17_ewm.shtml";',
    ],
)
def test_what_looks_like_the_address_of_an_article_and_is_none(text: str) -> None:
    assert not links(script(text))


@pytest.mark.parametrize(
    "text", ["http%3A%2F%2Fwww.dangjian.test%2F2024%2F0105%2F17.html", f"/go.php?id=17&t={'Aw3_' * 30}"]
)
def test_encoded_addresses_and_tracked_adverts_are_no_pages(text: str) -> None:
    assert page_url(Page(LIST, ""), text, titled=True) is None


def test_an_element_is_called_by_its_headline_not_by_its_summary() -> None:
    summary = "镇里的党员昨天上午沿着河道捡拾垃圾，" * 5
    body = f"<div data-url='{ARTICLE}'><h3>{FIRST}</h3><p>{summary}</p></div>"
    assert told(body) == [(ARTICLE, FIRST, "data attribute")]


@pytest.mark.parametrize("tag", ["iframe src", "object type=text/html data", "embed src", "include src"])
def test_a_frame_with_room_for_a_list_may_be_an_included_file(tag: str) -> None:
    def frames(address: str, height: str = "height=400") -> list[str]:
        body = f"<a href='{ARTICLE}'>{FIRST}</a><{tag}='{address}' width='100%' {height}>"
        return [link.url.removeprefix(SITE) for link in links(body) if link.role == SOURCE]

    for path in ("/inc/dwgk.html", "/include/zcfg.htm", "/dj/common/tz.jsp", "/public/lb.shtml"):
        assert frames(path) == [path]
        assert frames(path, "") == frames(path, "height=90") == []
    for path in ("/inc/foot.html", "/include/weather.htm", "/common/vote/a.html", "/skin/a.html"):
        assert frames(path) == []


def test_the_links_of_a_frameset_for_those_without_frames() -> None:
    body = "<frameset><frame src='news\\main.html'><noframes><body><a href='all.html'>全部</a></body></noframes></frameset>"
    assert {link.url for link in links(body)} == {f"{SITE}/dj/news/main.html", f"{SITE}/dj/all.html"}


def test_a_frame_that_is_filled_later() -> None:
    body = "<iframe src='javascript:false' data-src='content.html'></iframe>"
    assert [link.url for link in links(body)] == [f"{SITE}/dj/content.html"]


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("\\dj\\101.html", f"{SITE}/dj/101.html"),
        ("http:\\\\www.example.cn\\dj\\102.html", f"{SITE}/dj/102.html"),
        ("http://www。example。cn/dj/103.html", f"{SITE}/dj/103.html"),
        ("//www。example｡cn/105.html", f"{SITE}/105.html"),
        ("/dj/党。建.html", f"{SITE}/dj/%E5%85%9A%E3%80%82%E5%BB%BA.html"),
    ],
)
def test_hrefs_with_backslashes_and_full_stops(href: str, url: str) -> None:
    assert [link.url for link in links(f"<a href='{href}'>{FIRST}</a>")] == [url]


def test_an_anchor_that_is_there_keeps_its_role_and_gets_the_better_text() -> None:
    body = f"<a href='{ARTICLE}'>[详细]</a>" + script(f'var list=[{{url:"{ARTICLE}",title:"{FIRST}"}}];')
    assert told(body) == [(ARTICLE, FIRST, "")]
    pager = "<a href='index_1.html'>下一页</a>" + script(
        f'var list=[{{url:"index_1.html",title:"{FIRST}"}}];'
    )
    assert [link.role for link in links(pager)] == [PAGER]


def test_nofollow_of_an_anchor_holds_for_its_twin_in_a_script() -> None:
    body = f"<a rel=nofollow href='{ARTICLE}'>党建</a>" + script(
        f'var list=[{{url:"{ARTICLE}",title:"{FIRST}"}}];'
    )
    assert [link.nofollow for link in links(body)] == [True]


def test_hidden_links_count_against_the_limit() -> None:
    rows = "".join(f'["/art/{n}.html","{FIRST}"],' for n in range(100, 200))
    assert len(links_of(Page(LIST, script(f"var rows=[{rows}];")), limit=20)) == 20


@pytest.mark.parametrize(
    "body",
    [
        f"<a href='http://other.test/1.html' onclick=\"pageTracker._trackPageview('/outgoing/20240105')\">{FIRST}</a>",
        script("$(document).ready(function(){ $.post('/topics/43661/read'); });"),
        script("_hmt.push(['_trackEvent', '/art/20240105.html']);"),
        script("var style = '/css2/detail2022';"),
        script("var form = '/programfeedback_new.asp?id=208283';"),
    ],
)
def test_what_a_server_is_told_of_a_visit_and_names_with_a_year_are_no_articles(body: str) -> None:
    assert [link for link in told(body) if link[2]] == []


def test_a_click_that_is_counted_may_still_lead_to_an_article() -> None:
    body = f"<li onclick=\"ga('send', '/count/20240105.html');window.open('{ARTICLE}')\">{FIRST}</li>"
    assert told(body) == [(ARTICLE, FIRST, "onclick")]


@pytest.mark.parametrize(
    "opens",
    [
        "@click=\"$router.push('/dj/show?id=312')\"",
        "@click.prevent=\"$router.push({path: '/dj/show', query: {id: 312}})\"",
        "v-on:click=\"visit('/dj/show?id=312')\"",
        "ng-click=\"visit('/dj/show?id=312')\"",
        "lay-href='/dj/show?id=312' lay-text='x'",
        "data-detail-url='/dj/show?id=312'",
        "_href='/dj/show?id=312'",
        "data-jump-url='/dj/p/31.html'",
    ],
)
def test_rows_that_frameworks_open(opens: str) -> None:
    address = "/dj/p/31.html" if "31.html" in opens else "/dj/show?id=312"
    rows = told(f"<ul><li {opens}><p>{FIRST}</p><i>03-01</i></li></ul>")
    assert [found[:2] for found in rows] == [(address, FIRST)]


@pytest.mark.parametrize("name", ["data-share-url", "data-img-url", "data-login-href", "data-comment-url"])
def test_attributes_with_an_address_of_another_use(name: str) -> None:
    assert not told(f"<ul><li {name}='/dj/312.html'><p>{FIRST}</p></li></ul>")


_ROWS = "".join(
    f"<li><a href='/dj/{n}.html'>山村支部第{n}次植树归来</a> 2024-03-0{n}</li>" for n in range(1, 5)
)
_SHOWN = "".join(f"<a href='/yw/{n}.html'>镇里今天开的第{n}个大会</a>" for n in range(3))


@pytest.mark.parametrize(
    ("around", "is_read"),
    [
        ("<code id=c1><!--{}--></code>", True),
        ("<div class='lazy-list' id=d>\n<!-- {} -->\n</div>", True),
        ("<template><!-- {} --></template>", True),
        (f"<div class='lazy {'x' * 150}'><!-- {{}} --></div>", True),
        ("<textarea class=lazy><!-- {} --></textarea>", True),
        ("<script type='text/x-template'><!-- {} --></script>", True),
        ("<xmp style='display:none'>{}</xmp>", True),
        ('<div data-html="{}"></div>', True),
        ("<div class=old><!-- {} --></div>", False),
        ("<code><!-- {} --></code>".replace("><", "><p>党员</p><"), False),
    ],
)
def test_lists_that_a_script_shows_later(around: str, is_read: bool) -> None:
    rows = _ROWS.replace("<", "&lt;").replace('"', "&quot;") if "data-html" in around else _ROWS
    found = [link.url for link in links(_SHOWN + around.format(rows))]
    assert (f"{SITE}/dj/4.html" in found) is is_read


@pytest.mark.parametrize(
    "read",
    ["this.getAttribute('data-bh')", "$(this).data('bh')", "$(this).attr('data-bh')", "this.dataset.bh"],
)
def test_rows_that_join_their_address_from_their_own_attributes(read: str) -> None:
    cells = f"<td>1</td><td>{FIRST}</td><td>2024-03-05</td>"
    row = f"<tr data-bh=77 onclick=\"location.href='/art/'+{read}+'.html'\">{cells}</tr>"
    assert told(f"<table>{row}</table>") == [("/art/77.html", FIRST, "data attribute")]


@pytest.mark.parametrize(
    "text",
    [
        "var urls = {dj: '/dj/', xf: '/xf/'}; function go(k){ location.href = urls[k]; }",
        "var urls = {dj: {url: '/dj/'}, xf: {url: '/xf/'}}; function go(k){ window.open(urls[k].url, '_blank'); }",
        "function go(k){ var urls = {'dj': '/dj/', 'xf': '/xf/'}; window.location = urls[k]; }",
    ],
)
def test_columns_whose_addresses_are_chosen_by_a_key(text: str) -> None:
    menu = "<li onclick=\"go('dj')\">党建动态</li><li onclick=\"go('xf')\">先锋人物</li>"
    found = told(_SHOWN + menu + script(text), f"{SITE}/")[3:]
    assert found == [("/dj/", "党建动态", "onclick"), ("/xf/", "先锋人物", "onclick")]


@pytest.mark.parametrize(
    "text",
    [
        "var more = ['/dj/', '/xf/']; function tab(n){ document.getElementById('gd').href = more[n]; }",
        "var to = new Array(); to[0] = '/dj/'; to[1] = '/xf/'; $('li').click(function(){ location = to[$(this).index()]; })",
    ],
)
def test_columns_whose_addresses_are_chosen_by_their_place(text: str) -> None:
    assert [url for url, _, _ in told(_SHOWN + script(text), f"{SITE}/")[3:]] == ["/dj/", "/xf/"]
    pictures = text.replace("/dj/", "/dj.jpg").replace("/xf/", "/xf.jpg")
    assert len(told(_SHOWN + script(pictures), f"{SITE}/")) == 3


def test_rows_that_a_function_writes() -> None:
    row = "document.write('<li><a href=\"/' + c + '/' + n + '.htm\">' + t + '</a></li>');"
    calls = f"row('{FIRST}', 'dj', 7); row('{SECOND}', 'zb', 9);"
    found = told(script(f"function row(t, c, n) {{ {row} }} {calls}"))
    assert [link[:2] for link in found] == [("/dj/7.htm", FIRST), ("/zb/9.htm", SECOND)]


def test_a_short_block_that_a_script_shows_later_is_read() -> None:
    row = f"<li><a href='/dj/9.html' title='{SECOND}'>{SECOND}</a><span>2024-03-05</span></li>"
    block = f"<!--<h3>先锋人物</h3><ul class='list'>{row}</ul><p>　　　　{'　' * 60}</p>-->"
    plain = f"<a href='{ARTICLE}'>{FIRST}</a>"
    assert told(f"{plain}<div class='lazy-box'>{block}</div>")[-1] == ("/dj/9.html", SECOND, "comment")
    assert told(f"{plain}<div class='box'>{block}</div>") == [(ARTICLE, FIRST, "")]


def test_a_list_in_a_comment_goes_on_in_the_comment() -> None:
    rest = "<a href='/f?kw=%E5%85%9A&amp;ie=utf-8&amp;pn=20'>下一页&gt;</a>"
    url = f"{SITE}/f?kw=%E5%85%9A"
    assert pagers(f"<code><!--<ul>{_ROWS}</ul>{rest}--></code>", url) == [
        ("/f?kw=%E5%85%9A&ie=utf-8&pn=20", 0)
    ]
