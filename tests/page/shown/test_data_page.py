"""Lists and articles that are data."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from html import escape
from urllib.parse import quote

import pytest
from growth import LINEAR, growth
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.extraction import extract
from topiccrawl.page.anchors.link import PAGER, SOURCE
from topiccrawl.page.anchors.posted_urls import posted_url
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.shown.data_page import (
    article_in,
    article_of_data,
    is_data,
    page_of_data,
    page_of_text,
    shown,
)
from topiccrawl.page.shown.next_parts import cursor_links
from topiccrawl.page.unread.pagers import shows_further_pages
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.page.unread.shells import why_without_content

URL = "http://www.example.cn/api/list?page=1&size=10"
FIRST, SECOND = "支部党员清理河道垃圾", "社区党课送到居民楼下"
RECORDS = [
    {"url": "/art/101.html", "title": FIRST, "date": "2024-01-05"},
    {"link": "/art/102.html", "name": SECOND},
]
TEXT = "江边村党支部组织党员清理河道，打捞水面漂浮物，并向沿岸居民宣传护河知识。" * 4


def read(text: str, url: str = URL) -> list[tuple[str, str]]:
    assert is_data(text)
    found = page_of_data(Page(url, text))
    page, is_article = found
    assert not is_article
    return [(link.url.removeprefix("http://www.example.cn"), link.anchor) for link in links_of(page)]


BOTH = [("/art/101.html", FIRST), ("/art/102.html", SECOND)]


@pytest.mark.parametrize(
    "form",
    [
        "{}",
        "jQuery123_456({})",
        "/* x */ a.b({});",
        "window.list={}",
        " \ufeff{}",
        'typeof cb === "function" && cb({});',
    ],
)
def test_a_list_is_read_whatever_stands_around_its_data(form: str) -> None:
    data = form.replace("{}", json.dumps({"code": 0, "data": {"list": RECORDS}}))
    assert read(data) == BOTH
    assert read(form.replace("{}", json.dumps(RECORDS, ensure_ascii=False))) == BOTH


@pytest.mark.parametrize(
    "data",
    [
        f'<?xml version="1.0" encoding="GB2312"?><items><item><title><![CDATA[{FIRST}]]></title><url><![CDATA[/art/101.html]]></url>'
        f"</item><item><title>{SECOND}</title><link>/art/102.html</link></item></items>",
        f'<datastore><totalrecord>2</totalrecord><recordset><record><![CDATA[<li><a href="/art/101.html">{FIRST}</a></li>]]></record>'
        f'<record><![CDATA[<li><a href="/art/102.html">{SECOND}</a></li>]]></record></recordset></datastore>',
        json.dumps(
            {
                "html": f"<li><a href='/art/101.html'>{FIRST}</a></li><li><a href='/art/102.html'>{SECOND}</a></li>"
            }
        ),
    ],
)
def test_a_list_in_xml_or_with_markup_in_its_data(data: str) -> None:
    assert read(data) == BOTH


def test_entities_of_xml_are_not_expanded() -> None:
    bomb = '<!ENTITY b "%s">' % ("党" * 100)
    data = (
        f"<items><!DOCTYPE a [{bomb}]><item><title>{'&b;' * 100}</title><url>/a/101.html</url></item></items>"
    )
    assert len(page_of_data(Page(URL, data))[0].html) < 5000  # type: ignore[index]


@pytest.mark.parametrize(
    ("more", "url", "following"),
    [
        ({"next_cursor": "a=="}, "http://www.example.cn/api?cursor=&n=6", "/api?cursor=a%3D%3D&n=6"),
        ({"data": {"nextCursor": 77}}, "http://www.example.cn/api?n=6&cursor=9", "/api?n=6&cursor=77"),
        ({"nextUrl": "/api?after=x"}, URL, "/api?after=x"),
        ({"next": "/rows-2.json"}, "http://www.example.cn/rows.json", "/rows-2.json"),
        ({"next": "c2"}, "http://www.example.cn/api?cursor=c1", "/api?cursor=c2"),
    ],
)
def test_the_next_part_is_named_by_a_cursor_or_an_address(
    more: dict[str, object], url: str, following: str
) -> None:
    page, _ = page_of_data(Page(url, json.dumps({"items": RECORDS} | more)))  # type: ignore[misc]
    *_, pager = links_of(page)
    role = SOURCE if following.endswith(".json") else PAGER
    assert (pager.url.removeprefix("http://www.example.cn"), pager.role) == (following, role)


def test_rows_as_markup_go_on_by_their_cursor() -> None:
    data = {"html": '<li><a href="/art/101.html">支部大会选举新委员</a></li>', "next_cursor": "m2"}
    page, _ = page_of_data(Page("http://www.example.cn/feed?cursor=", json.dumps(data)))  # type: ignore[misc]
    assert [link.url for link in links_of(page)][1:] == ["http://www.example.cn/feed?cursor=m2"]


@pytest.mark.parametrize(
    "more",
    [
        {"next_cursor": ""},
        {"cursor": True},
        {"next": True},
        {"next_cursor": None},
        {"nextUrl": "x"},
        {"next_cursor": "9"},
    ],
)
def test_no_next_part_without_one(more: dict[str, object]) -> None:
    page, _ = page_of_data(Page("http://www.example.cn/api?cursor=9", json.dumps({"items": RECORDS} | more)))  # type: ignore[misc]
    assert not any(link.role for link in links_of(page))


def test_records_of_other_sites_and_markup_in_titles_are_left_out() -> None:
    data = [
        {"url": "http://other.test/art/101.html", "title": FIRST},
        {"url": "/art/102.html", "title": f"<script>x</script>{SECOND}"},
    ]
    assert read(json.dumps([*data, {"url": "javascript:alert(101)", "title": FIRST}])) == [
        ("/art/102.html", f"x{SECOND}")
    ]


@pytest.mark.parametrize(
    "data",
    [
        "{",
        "[" * 100_000,
        '{"a":' * 50_000,
        '{"code": 401, "msg": "请先登录系统"}',
        "[]",
        '{"a": ²}',
        '{"title": "党课", "content": "短"}',
    ],
)
def test_data_without_a_list_or_an_article(data: str) -> None:
    assert is_data(data) and page_of_data(Page(URL, data)) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<html><body>党建</body></html>",
        "<rss version='2.0'></rss>",
        "var a",
    ],
)
def test_what_is_no_data(text: str) -> None:
    assert not is_data(text)


ARTICLE = {
    "title": FIRST,
    "content": f"<p>{TEXT}</p>",
    "publishTime": "2024-01-05 10:00",
    "source": "江边先锋网",
    "author": "李文",
}


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("2024-01-05 10:00", "2024-01-05 10:00"),
        (1704420000000, "2024-01-05 10:00"),
        ("9" * 5000, ""),
        ("²²²²²²²²²²", ""),
        (True, ""),
        (1e300, ""),
    ],
)
def test_an_article_has_its_title_text_date_and_source(date: object, expected: str) -> None:
    found = article_in({"code": 0, "data": ARTICLE | {"publishTime": date}, "related": RECORDS})
    assert (found.title, found.text, found.date, found.source, found.author) == (
        FIRST,
        f"<p>{TEXT}</p>",
        expected,
        "江边先锋网",
        "李文",
    )


@pytest.mark.parametrize(
    "names",
    [
        ("create_time", "publish_time"),
        ("updatedAt", "publishedAt"),
        ("date_modified", "date_published"),
        ("gmtModified", "gmtCreate"),
        ("addtime", "newsTime"),
        ("lrsj", "fbsj"),
        ("inputtime", "docPubTime"),
        ("endTime", "rq"),
    ],
)
def test_the_date_of_publication_whatever_stands_before_it(names: tuple[str, str]) -> None:
    dates = dict(zip(names, ("2021-09-01 08:00", "2024-01-05 10:00"), strict=True))
    article = dates | {key: value for key, value in ARTICLE.items() if key != "publishTime"}
    assert article_in({"data": article}).date == "2024-01-05 10:00"


def test_a_text_in_parts_within_the_object_with_the_title() -> None:
    parts = [{"type": "text", "data": f"<p>{TEXT}</p>"}, {"type": "video", "data": {"url": "/1.mp4"}}]
    article = {key: value for key, value in ARTICLE.items() if value != ARTICLE["content"]}
    found = article_in({"doc": article | {"body": {"list": parts}}, "hot": RECORDS}, "江边先锋网")
    assert (found.title, found.text.strip(), found.source) == (FIRST, f"<p>{TEXT}</p>", "江边先锋网")


@pytest.mark.parametrize("name", ["policyName", "doc_title", "articlename"])
def test_the_title_under_its_names(name: str) -> None:
    article = {key: value for key, value in ARTICLE.items() if key != "title"}
    assert article_in({"data": article | {"deptName": "清河镇党建办公室", name: FIRST}}).title == FIRST


@pytest.mark.parametrize("name", ["docSource", "copyfrom", "info_source", "sourceName", "xxly", "mediaName"])
def test_the_source_under_its_names(name: str) -> None:
    article = {key: value for key, value in ARTICLE.items() if key != "source"}
    found = article_in({"data": article | {"resource": "素材库", "dataSource": "内容库", name: "江边先锋网"}})
    assert found.source == "江边先锋网"


def test_an_article_in_data_is_shown_as_a_page() -> None:
    page, is_article = page_of_data(Page(URL, json.dumps({"data": ARTICLE})))  # type: ignore[misc]
    assert is_article and TEXT in page.html and page.tree.findtext(".//title") == FIRST
    assert page.tree.xpath("//meta[@name='PubDate']/@content") == ["2024-01-05 10:00"]


STATES = [
    f"<script>window.__INITIAL_STATE__={json.dumps({'detail': ARTICLE})};</script>",
    f"<script id='__NEXT_DATA__' type='application/json'>{json.dumps({'props': {'article': ARTICLE}}, ensure_ascii=False)}</script>",
    f"<script type='application/ld+json'>{json.dumps({'headline': FIRST, 'articleBody': TEXT})}</script>",
    f"<script>var article = {json.dumps(ARTICLE)};</script>",
    f"<script>const info = {{title: '{FIRST}', content: '{TEXT}'}}; draw(info)</script>",
    f"<script>page.state = JSON.parse(decodeURIComponent('{quote(json.dumps(ARTICLE, ensure_ascii=False))}'))</script>",
    f"<script>var s = '{b64encode(json.dumps(ARTICLE).encode()).decode()}'; draw(JSON.parse(atob(s)))</script>",
    f"<script>new Vue({{data() {{ return {{detail: {json.dumps(ARTICLE)}}} }}}})</script>",
    f"<script>window.state = (function () {{ return {{detail: {json.dumps(ARTICLE)}}} }})()</script>",
    f'<div data-page="{escape(json.dumps({"props": {"post": ARTICLE}}, ensure_ascii=False))}"></div>',
]


def test_the_date_of_an_article_for_search_engines() -> None:
    data = {
        "@type": "NewsArticle",
        "datePublished": "2024-03-05T09:30:00+08:00",
        "dateModified": "2025-01-01",
    }
    text = json.dumps(data | {"headline": FIRST, "articleBody": TEXT})
    page = Page("http://www.example.cn/a/1.html", f"<script type='application/ld+json'>{text}</script>")
    assert "2024-03-05" in shown(page).html and "2025-01-01" not in shown(page).html


@pytest.mark.parametrize("state", STATES)
def test_an_article_in_the_state_of_a_page_is_shown(state: str) -> None:
    page = Page(
        "http://www.example.cn/a/1.html",
        f"<html><head><title>江边</title></head><body><div id=app></div>{state}</body></html>",
    )
    assert shown(page) is not page and TEXT in shown(page).html and f"<h1>{FIRST}</h1>" in shown(page).html
    full = Page("http://www.example.cn/a/1.html", f"<html><body><p>{TEXT * 2}</p>{state}</body></html>")
    assert shown(full) is full  # it shows its text itself


@pytest.mark.parametrize("number", [2, 3])
def test_a_list_of_articles_in_a_state_is_none(number: int) -> None:
    rows = [{"title": f"{FIRST}{n}", "url": f"/a/{n}.html", "content": TEXT} for n in range(number)]
    page = Page(
        "http://www.example.cn/a/", f"<div id=app></div><script>var rows = {json.dumps(rows)};</script>"
    )
    assert shown(page) is page


def test_an_introduction_beside_a_list_is_none() -> None:
    rows = [{"title": f"{FIRST}{n}", "url": f"/a/{n}.html"} for n in range(3)]
    state = {"topic": {"title": FIRST, "content": TEXT}, "rows": rows}
    page = Page(
        "http://www.example.cn/a/", f"<div id=app></div><script>var s = {json.dumps(state)};</script>"
    )
    assert shown(page) is page
    whole = json.dumps(state | {"topic": {"title": FIRST, "content": TEXT * 4}})
    page = Page("http://www.example.cn/a/", f"<div id=app></div><script>var s = {whole};</script>")
    assert shown(page) is not page  # an article, and others that are recommended


@given(st.text(st.sampled_from('{}[]":,<>![]CDAT a(=);1党url/.'), max_size=80))
def test_any_text_is_read(text: str) -> None:
    for data in (text, "{" + text, "<items>" + text, "cb(" + text):
        is_data(data)
        if (found := page_of_data(Page(URL, data))) is not None:
            links_of(found[0])
        shown(Page(URL, f"<script>window.a={data}</script>"))


@pytest.mark.parametrize(
    ("part", "before"),
    [
        ("[", ""),
        ('{"a":', ""),
        ("<![CDATA[", "<data>"),
        ("<a><b/><c/>", "<items>"),
        ("a.", ""),
        ("_", ""),
        ("<script ", "<p>"),
        ('{"url":"/a/1234.html"},', "["),
    ],
)
def test_data_is_read_in_linear_time(part: str, before: str) -> None:
    def reading(size: int) -> Callable[[], object]:
        text = before + part * (4000 * size // len(part))
        return lambda: (is_data(text), page_of_data(Page(URL, text)), shown(Page(URL, text)))

    assert growth(reading, 3) < LINEAR


@pytest.mark.parametrize(
    "form",
    [
        "null([{}])",
        "({})",
        "(\n{}\n);",
        "var zb = {};\nrows = zb;\n",
        "show({});",
        "/**/ window.zb = {};",
        "try{show({});}catch(e){};",
    ],
)
def test_data_in_any_wrapping(form: str) -> None:
    data = json.dumps({"docs": RECORDS}, ensure_ascii=False)
    assert read(form.replace("{}", data)) == BOTH


@pytest.mark.parametrize(
    "data",
    [
        {"d": json.dumps({"rows": RECORDS})},
        {"data": [{"a": {"title": t}, "links": {"self": {"href": u}}} for u, t in BOTH]},
        [
            {"link": "/art/101.html", "title": {"rendered": FIRST}},
            {"urls": '{"common": "/art/102.html"}', "title": SECOND},
        ],
    ],
)
def test_records_whose_fields_lie_deeper(data: object) -> None:
    assert read(json.dumps(data)) == BOTH


def test_an_article_under_any_key_that_is_markup() -> None:
    article = article_in({"docTitle": FIRST, "docClob": f"<p>{TEXT}</p>"})
    assert article.text == f"<p>{TEXT}</p>"


def test_the_next_part_by_a_field_in_an_object_of_its_own() -> None:
    asked = "http://www.example.cn/feed?tag=dj&max_show_time=0"
    answer = {"has_more": True, "next": {"max_show_time": 1700}, "data": RECORDS}
    (link,) = cursor_links(Page(asked, json.dumps(answer)), asked)
    assert link.url == "http://www.example.cn/feed?tag=dj&max_show_time=1700"
    assert cursor_links(Page(asked, json.dumps(answer | {"has_more": False})), asked) == []


def test_the_next_part_behind_the_last_record() -> None:
    requested = posted_url("http://www.example.cn/rows", "fid=42&lastItem=")
    answer = {"rows": [{"tid": 31, "subject": FIRST}, {"tid": 29, "subject": SECOND}]}
    (link,) = cursor_links(Page("http://www.example.cn/rows", json.dumps(answer)), requested)
    assert link.body == "fid=42&lastItem=29"


@pytest.mark.parametrize(
    ("answer", "following"),
    [
        ({"data": {"hasNext": True, "startTime": 17, "rows": RECORDS}}, [17]),
        ({"data": {"hasNext": False, "startTime": 17, "rows": RECORDS}}, []),
        ({"data": {"startTime": 0, "rows": RECORDS}}, []),
        ({"rows": [{"title": FIRST, "startTime": 17}]}, []),
    ],
)
def test_the_next_part_by_a_field_that_the_answer_gives(answer: object, following: list[int]) -> None:
    requested = posted_url("http://www.example.cn/rows", '{"nodeId": 31, "startTime": 0}')
    found = cursor_links(Page("http://www.example.cn/rows", json.dumps(answer)), requested)
    assert [json.loads(link.body) for link in found] == [{"nodeId": 31, "startTime": n} for n in following]
    asked = "http://www.example.cn/rows?nodeId=31&startTime=0"
    found = cursor_links(Page(asked, json.dumps(answer)), asked)
    assert [link.url for link in found] == [
        f"http://www.example.cn/rows?nodeId=31&startTime={n}" for n in following
    ]


@pytest.mark.parametrize(
    ("asked", "following"),
    [
        ("size=2&begin_msgid=9&begin_itemidx=1", ["size=2&begin_msgid=702&begin_itemidx=3"]),
        ("size=2&lastMsgId=", ["size=2&lastMsgId=702"]),
        ("size=2&begin_msgid=702&begin_itemidx=3", []),  # the answer repeats itself
        ("size=2&begin_date=2024-01-02&from=timeline", []),
        ("size=2&msgid=9", []),
    ],
)
def test_the_next_part_begins_behind_the_last_record(asked: str, following: list[str]) -> None:
    rows = [{"title": FIRST, "msgid": "701", "itemidx": 1}, {"title": SECOND, "msgid": "702", "itemidx": 3}]
    hot = [{"title": FIRST, "msgid": "5", "itemidx": 1}]
    site = "http://www.example.cn/album?"
    answer = {"resp": {"article_list": rows, "hot": hot, "continue_flag": "1", "date": "2024-05-06"}}
    found = cursor_links(Page(site + asked, json.dumps(answer)), site + asked)
    assert [link.url.removeprefix(site) for link in found] == following
    answer["resp"]["continue_flag"] = "0"
    assert cursor_links(Page(site + asked, json.dumps(answer)), site + asked) == []


@pytest.mark.parametrize(
    "text",
    [
        "var zb = [{t: '%s', u: '/art/101.html'}, {t: '%s', u: '/art/102.html'}];",
        "[{t:'%s', u:'/art/101.html'}, {t:'%s', u:'/art/102.html'}]",
        'document.write(\'<a href="/art/101.html">%s<\\/a><a href="/art/102.html">%s<\\/a>\');',
        'for(;;);{"rows": [{"t": "%s", "u": "/art/101.html"}, {"t": "%s", "u": "/art/102.html"}]}',
    ],
)
def test_answers_that_are_scripts(text: str) -> None:
    assert read(text % (FIRST, SECOND)) == BOTH


def test_the_data_of_one_article_is_a_page_and_that_of_a_list_is_none() -> None:
    text = "支部党员清理河道垃圾，社区居民一起参加，河水又清了。" * 6
    one = {"code": 200, "data": {"id": 7, "title": "支部党员清理河道垃圾", "content": text}}
    article = article_of_data(Page("http://a.cn/api/7", json.dumps(one, ensure_ascii=False)))
    assert text in article.html
    rows = [{"id": n, "title": f"支部党员清理河道垃圾{n}", "url": f"/{n}.html"} for n in range(5)]
    assert article_of_data(Page("http://a.cn/api/l", json.dumps({"rows": rows}))) is None
    assert article_of_data(Page("http://a.cn/", "<p>支部党员</p>")) is None


@pytest.mark.parametrize(
    ("answer", "is_text"),
    [
        ({"ret": 0, "data": {"id": 7, "content": f"<p>{TEXT}</p>"}}, True),
        ({"biaoti": FIRST, "zhengwen": TEXT}, True),
        ({"title": SECOND, "content": f"<p>{TEXT}</p>"}, False),  # another article
        ({"data": {"content": TEXT, "more": [{"title": SECOND}, {"title": "村里的新书屋"}] * 2}}, True),
        ({"rows": [{"content": TEXT}, {"content": TEXT}]}, False),  # comments
        ({"hits": 12}, False),
    ],
)
def test_the_text_that_the_script_of_an_article_asks_for(answer: object, is_text: bool) -> None:
    url = "http://www.example.cn/api/zw?id=7"
    assert (TEXT in page_of_text(Page(url, json.dumps(answer)), FIRST).html) == is_text
    for text in (TEXT, f"<p>{TEXT}</p>"):
        assert f"<p>{TEXT}</p>" in page_of_text(Page(url, text), FIRST).html
    whole = Page(url, f"<html><body><p>{TEXT}</p></body></html>")
    assert page_of_text(whole, FIRST) is whole


@pytest.mark.parametrize(
    ("counts", "has_more"),
    [({"total": 40}, True), ({"pages": 3}, True), ({"total": 1}, False), ({"page": 1, "pages": 1}, False)],
)
def test_data_with_further_parts_shows_that_it_has_them(counts: dict[str, int], has_more: bool) -> None:
    data = {**counts, "rows": [{"title": "支部党员清理河道垃圾", "url": "/dj/1.html"}]}
    found = page_of_data(Page("http://a.test/api", json.dumps(data, ensure_ascii=False)))
    assert found is not None and shows_further_pages(found[0]) is has_more


STYLED = '<?xml version="1.0" encoding="gb2312"?>\n<?xml-stylesheet type="text/xsl" href="{0}.xsl"?>\n{1}'


def test_xml_with_a_style_sheet_is_a_page_of_links() -> None:
    row = "<item><bt>{}</bt><lj>show_{}.xml</lj><rq>2024-05-06</rq></item>"
    rows = "".join(row.format(f"{FIRST}第{n}天", n) for n in (101, 102, 103))
    page = shown(Page("http://www.example.cn/dj/index.xml", STYLED.format("list", f"<lm>{rows}</lm>")))
    assert [(link.url[-12:], link.anchor) for link in links_of(page)] == [
        (f"show_{n}.xml", f"{FIRST}第{n}天") for n in (101, 102, 103)
    ]
    assert extract(page.html, page.url).kind == "list"


@pytest.mark.parametrize("text", [f"<![CDATA[<p>{TEXT}</p>]]>", f"<p>{TEXT}</p>"])
def test_xml_with_a_style_sheet_is_an_article(text: str) -> None:
    fields = f"<bt>{FIRST}</bt><rq>2024-05-06</rq><ly>溪上日报</ly><nr>{text}</nr>"
    found = extract(shown(Page(URL, STYLED.format("show", f"<wz>{fields}</wz>"))).html, URL)
    assert (found.title, found.text, found.source) == (FIRST, TEXT, "溪上日报")


def test_other_xml_with_a_style_sheet_is_left_to_it() -> None:
    page = shown(Page(URL, STYLED.format("x", f"<a><b>{TEXT}</b></a>")))
    assert why_without_content(page) is Unread.SCRIPT_LIST
    html = Page(URL, STYLED.format("x", f"<html><body><p>{TEXT}</p></body></html>"))
    assert shown(html) is html
