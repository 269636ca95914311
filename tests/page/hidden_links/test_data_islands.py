"""Data in a page that names the next part of its list, or that is written as a part of a URL."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from page.hidden_links.reading import FIRST, LIST, SECOND, SITE, links, script, told

from topiccrawl.page.anchors.link import PAGER, SOURCE
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.shown.data_page import page_of_data, shown

_GROUP = (
    '<datastore><nextgroup><![CDATA[<a href="/module/dataproxy.jsp?page={n}&amp;webid=8&path=http://www.example.cn/'
    '&columnid=77&unitid=901&webname=%25E5%25AE"></a>]]></nextgroup><recordset><record><![CDATA['
    f"<li><a href='/art/2024/3/5/art_77_12.html'>{FIRST}</a></li>]]></record></recordset></datastore>"
)
_NEXT = "/module/dataproxy.jsp?page={n}&webid=8&path=http://www.example.cn/&columnid=77&unitid=901&webname=%25E5%25AE"


def sources(body: str) -> list[str]:
    return [link.url.removeprefix(SITE) for link in links(body) if link.role == SOURCE]


def test_the_next_group_is_asked_for_with_all_parameters_that_are_written() -> None:
    island = f"<script type='text/xml'>{_GROUP.format(n=1)}</script>"
    call = script("$('#901').jpage({totalRecord:40,perPage:5,groupSize:2,proxyUrl:'/module/dataproxy.jsp'});")
    assert sources(island + call) == [_NEXT.format(n=1)]
    assert (
        sources(island.replace("www.example.cn", "www.other.test").replace('href="', 'href="//b.test')) == []
    )
    assert sources("<script type='text/xml'><datastore><nextgroup></nextgroup></datastore></script>") == []


def test_the_first_group_is_asked_for_where_the_page_has_none() -> None:
    options = "totalRecord:40,perPage:5,groupSize:2,proxyUrl:'/module/dataproxy.jsp',ajaxParam:{unitid:901}"
    asked = "/module/dataproxy.jsp?unitid=901&startrecord={}&endrecord={}&perpage=5"
    call = script(f"$('#901').jpage({{{options}}});")
    assert sources(call) == [asked.format(1, 10)]
    island = "<script type='text/xml'><datastore><record><![CDATA[<a></a>]]></record></datastore></script>"
    assert sources(island + call) == [asked.format(11, 20)]


def test_a_group_names_the_one_behind_it() -> None:
    answer = page_of_data(Page(SITE + _NEXT.format(n=1), _GROUP.format(n=2)))
    urls = {link.url: link.role for link in links_of(answer[0])}
    assert urls == {SITE + _NEXT.format(n=2): PAGER, f"{SITE}/art/2024/3/5/art_77_12.html": ""}


@pytest.mark.parametrize(
    "island",
    [
        "<textarea style='display:none'>{}</textarea>",
        "<textarea hidden> {{&quot;total&quot;: 2, &quot;list&quot;: {}}}</textarea>",
        "<input type=hidden value='{}'>",
        "<div id=data class=hide>\n{}\n</div>",
        "<news-list :rows='{}'></news-list>",
    ],
)
def test_records_in_fields_texts_and_attributes(island: str) -> None:
    rows = json.dumps([{"bt": FIRST, "lj": "/a/9001.html"}, {"bt": SECOND, "lj": "/a/9002.html"}])
    expected = [("/a/9001.html", FIRST, "record"), ("/a/9002.html", SECOND, "record")]
    assert told(island.format(rows)) == told(island.format(rows.replace('"', "&#34;"))) == expected
    assert told(island.format('{"share": {"title": "支部党员清理河道垃圾", "link": "/a/9003.html"}}')) == []


@pytest.mark.parametrize(
    "written",
    [
        "<script id=STATE type='application/json'>{}</script>",
        "<script>window.__STATE__ = JSON.parse(decodeURIComponent('{}'));</script>",
    ],
)
def test_state_that_is_written_as_a_part_of_a_url(written: str) -> None:
    rows = [{"title": FIRST, "url": "/a/9001.html"}, {"title": SECOND, "url": "/a/9002.html"}]
    listed = written.format(quote(json.dumps({"list": rows}), safe=""))
    assert told(listed) == [("/a/9001.html", FIRST, "record"), ("/a/9002.html", SECOND, "record")]
    text = "社区党员把旧车棚改成了读书角，" * 12
    article = {"info": {"title": FIRST, "content": f"<p>{text}</p>", "publishTime": "2024-03-05 08:00"}}
    source = (
        f"<html><body><div id=app></div>{written.format(quote(json.dumps(article), safe=''))}</body></html>"
    )
    read = shown(Page(LIST, source))
    assert text in read.html
    assert FIRST in read.html


def test_text_with_percent_signs_that_is_no_data() -> None:
    assert told("<script type='application/json'>%7Bno data</script>") == []


_BOUND = "{{layout:a,data:[{{rows:[{first},{{t:d,path:'\\u002Fa\\u002F9002'}}],top:!0}}]}}"
_LISTED = {"rows": [{"t": FIRST, "href": "/a/9001"}, {"t": SECOND, "href": "/a/9002"}]}
_ROW = f'4:["$","$L5",null,{json.dumps(_LISTED)}]\n'


@pytest.mark.parametrize(
    "text",
    [
        "window.__NUXT__=(function(a,b,c,d){return "
        + _BOUND.format(first="{t:c,path:'/a/9001'}")
        + f"}}('default',null,'{FIRST}','{SECOND}'));",
        "window.__NUXT__ = function (a, b, c, d) { b.t=c; b.path='/a/9001'; return "
        + _BOUND.format(first="b")
        + f"}}('default',{{}},'{FIRST}','{SECOND}')",
        "__STATE__=((a,b,c,d)=>{return "
        + _BOUND.format(first="{t:c,path:b}")
        + f"}})('default','/a/9001','{FIRST}','{SECOND}');",
        f"self.__next_f.push([1,{json.dumps(_ROW)}])",
        f"(self.__next_f=self.__next_f||[]).push([1,{json.dumps(_ROW[:70])}])</script>"
        f"<script>self.__next_f.push([1,{json.dumps(_ROW[70:])}])",
    ],
)
def test_records_in_the_states_of_frameworks(text: str) -> None:
    assert [row[:2] for row in told(script(text))] == [("/a/9001", FIRST), ("/a/9002", SECOND)]


@pytest.mark.parametrize(
    "text",
    [
        "window.a=(function(b){b.t=1;return}('x'));",
        "window.a=(function(b){return {t:b",
        "window.a=(function(b){return {t:'党员先锋岗'}});",
        "self.__next_f.push([1,'党员",
        'self.__next_f.push([1,"5:[{党员\\n6:Tfff,党员"])',
    ],
)
def test_states_that_are_cut_off_give_nothing(text: str) -> None:
    assert told(script(text)) == []


_MESSAGES = (
    """{"list":[{"id":7,"info":{"title":"渔港村党支部的“夜校”","content_url":"http:\\/\\/www.example.cn\\/s?mid=7&amp;idx=1"}},"""
    """{"id":8,"info":{"title":"灯塔站党员修好航标灯","content_url":"\\/s?mid=8&amp;idx=1"}}]}"""
)


@pytest.mark.parametrize("slash", ["\\/", "\\\\/", "/"])
@pytest.mark.parametrize("quote", ["&quot;", "\\x26quot;"])
def test_data_in_a_string_of_a_script_that_is_escaped_as_in_an_attribute(quote: str, slash: str) -> None:
    text = _MESSAGES.replace("&", "&amp;").replace('"', quote).replace("\\/", slash)
    found = links(script(f"var first = '{{}}', msgList = '{text}'; if (!!window.x) {{}}"))
    assert [(link.url, link.anchor) for link in found] == [
        (f"{SITE}/s?mid=7&idx=1", "渔港村党支部的“夜校”"),
        (f"{SITE}/s?mid=8&idx=1", "灯塔站党员修好航标灯"),
    ]
