"""The links of a page with their context."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from growth import LINEAR, growth
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.page.anchors.link import SOURCE, Link
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page

URL = "http://www.example.cn/news/index.html"


def _links(body: str, url: str = URL, **given_: int) -> tuple[Link, ...]:
    return links_of(Page(url, f"<html><body>{body}</body></html>"), **given_)


def _urls(body: str) -> list[str]:
    return [link.url for link in _links(body)]


def test_relative_addresses_are_made_absolute_in_order() -> None:
    body = "<a href='1.html'>甲</a><a href='/2.html'></a><a href='//b.example.cn/3'>丙</a><area href='?p=4'>"
    assert _urls(body) == [
        "http://www.example.cn/news/1.html",
        "http://www.example.cn/2.html",
        "http://b.example.cn/3",
        "http://www.example.cn/news/index.html?p=4",
    ]


def test_a_base_address_counts() -> None:
    page = Page(URL, "<head><base href='/党务/'></head><body><a href='1.html'>甲</a></body>")
    assert [link.url for link in links_of(page)] == ["http://www.example.cn/%E5%85%9A%E5%8A%A1/1.html"]


@pytest.mark.parametrize("base", ["javascript:0", "", "#", "http://[x"])
def test_a_broken_base_address_is_passed_over(base: str) -> None:
    page = Page(URL, f"<head><base href='{base}'></head><body><a href='1.html'>甲</a></body>")
    assert [link.url for link in links_of(page)] == ["http://www.example.cn/news/1.html"]


@pytest.mark.parametrize(
    "href", ["a.pdf", "a.DOC", "a.jpg", "视频.mp4", "a.zip?x=1", "a.apk", "a.css", "a.xlsx", "m.m3u8"]
)
def test_files_that_are_no_pages_are_left_out(href: str) -> None:
    assert _urls(f"<a href='{href}'>附件</a>") == []


@pytest.mark.parametrize("href", "a.html a.shtml a.jsp?f=b.pdf a.aspx a pdf a.pdf/ a.htm?x=1.jpg".split())
def test_pages_are_kept(href: str) -> None:
    assert len(_urls(f"<a href='{href}'>学习</a>")) == 1


@pytest.mark.parametrize(
    "href", ["javascript:void(0)", "#", "#a", "mailto:a@b.cn", "", "data:text/html,x", "http://[x"]
)
def test_what_is_no_address_is_left_out(href: str) -> None:
    assert _urls(f"<a href='{href}'>学习</a>") == []


def test_anchors_without_an_address_are_no_links() -> None:
    assert _urls("<a name='top'>顶部</a>") == []


def test_fragments_are_taken_off() -> None:
    assert _urls("<a href='1.html#pl'>甲</a>") == ["http://www.example.cn/news/1.html"]


def test_one_link_an_address_with_the_longest_anchor_at_the_first_place() -> None:
    links = _links("<a href='1'>更多</a><a href='2'>乙</a><a href='1#x'>支部开展学习</a><a href='1'>图</a>")
    assert [(link.url[-1], link.anchor) for link in links] == [("1", "支部开展学习"), ("2", "乙")]


@pytest.mark.parametrize(
    ("inner", "attributes", "anchor"),
    [
        (" 支部\n 学习 ", "", "支部 学习"),
        ("<span>支部</span><b>学习</b>", "", "支部学习"),
        ("支部学习交...", "title='支部学习交流会'", "支部学习交流会"),
        ("支部学习交流会", "title='更多'", "支部学习交流会"),
        ("<img src=a.jpg alt=' 支部 学习 '>", "", "支部 学习"),
        ("<img src=a.jpg alt='图'>支部学习", "", "支部学习"),
        ("<img src=a.jpg>", "", ""),
        ("学习&amp;讨论", "", "学习&讨论"),
    ],
)
def test_anchor_texts(inner: str, attributes: str, anchor: str) -> None:
    (link,) = _links(f"<a href='a' {attributes}>{inner}</a>")
    assert link.anchor == anchor


@pytest.mark.parametrize(
    ("inner", "picture"),
    [
        ("<img src=a.jpg alt='支部学习'>", True),
        ("<b> </b><img alt='支部学习'>", True),
        ("<img src=a.jpg alt='图'>支部学习", False),
        ("支部学习", False),
    ],
)
def test_links_that_only_show_a_picture_are_marked(inner: str, picture: bool) -> None:
    (link,) = _links(f"<a href='1'>{inner}</a>")
    assert (link.anchor, link.picture) == ("支部学习", picture)


HEADLINE = "支部党员清理河道垃圾"
SUMMARY = "清晨，河边来了人。" * 15


@pytest.mark.parametrize(
    "card",
    [
        f"<div><a href=1><img src=a.jpg alt=头图></a><div><h3>{HEADLINE}</h3><p>一个上午</p></div></div>",
        f"<li><div><a href=1><img src=a.jpg></a></div><p>{HEADLINE}</p></li>",
        f"<li style='background:url(a.jpg)'><a href=1></a><div><span>{HEADLINE}</span></div></li>",
        f"<div><h4>{HEADLINE}</h4><p>一个上午</p><a class=whole href=1></a></div>",
        f"<p><a href=1 data-title={HEADLINE}><img src=a.jpg></a></p>",
        f"<img usemap=#m><map name=m><area href=1 alt={HEADLINE}></map>",
    ],
)
def test_a_picture_or_an_empty_link_is_called_by_its_caption(card: str) -> None:
    (link,) = _links(card)
    assert (link.anchor, link.picture) == (HEADLINE, False)


def test_a_picture_in_one_of_several_cards_is_called_by_the_line_above_its_summary() -> None:
    card = "<dl><dt><a href={}><img></a></dt><dd>{}</dd><dd>{}</dd></dl>"
    cards = card.format("a", HEADLINE, SUMMARY) + card.format("b", SUMMARY, SUMMARY)
    assert [link.anchor for link in _links(cards)] == [HEADLINE, ""]


@pytest.mark.parametrize(
    ("card", "anchor"),
    [
        (
            f"<div><a href=1><img alt=头图></a><p>{HEADLINE}</p></div>",
            "头图",
        ),  # no heading, and it has a name
        (f"<div><h3>{HEADLINE}</h3><a href=a><img></a><a href=b>二</a></div>", ""),
        (f"<div><h3>{HEADLINE}</h3><a href=a><img></a>{'河' * 500}</div>", ""),
        (f"<div><p>{HEADLINE}</p><a href=1></a></div>", ""),
        (f"<div><a href=a><img></a><p>{HEADLINE}</p><p>{SUMMARY}</p></div>", ""),
    ],
)
def test_other_texts_beside_a_picture_are_no_captions(card: str, anchor: str) -> None:
    assert _links(card)[0].anchor == anchor


def test_what_is_done_with_a_page_is_no_page() -> None:
    buttons = "".join(
        f"<a href='/{path}'>{text}</a>"
        for path, text in [("dy?id=37", "打印本页"), ("pl/37", "查看全部评论(2)"), ("fx?lm=3&aid=37", "分享")]
    )
    page = Page(
        "http://a.cn/dj/2024-03-05/37.html", f"{buttons}<a href=/pl/>评论</a><a href=/dy?id=38>打印</a>"
    )
    assert [link.url for link in links_of(page)] == ["http://a.cn/pl/", "http://a.cn/dy?id=38"]


def test_the_text_around_a_link_is_its_context() -> None:
    (link,) = _links("<ul><li><a href='1'>支部学习</a> <span>江边镇 2020-05-01</span></li></ul>")
    assert link.context == "支部学习 江边镇 2020-05-01"


def test_no_context_when_there_is_no_more_or_too_much() -> None:
    assert [link.context for link in _links("<p><a href='1'>支部学习</a></p>")] == [""]
    many = "".join(f"<a href='{n}'>标题{n}</a>" for n in range(20))
    assert {link.context for link in _links(f"<div>{many}</div>")} == {""}
    assert {link.context for link in _links(f"<div><a href='1'>甲</a>{'长' * 1000}</div>")} == {""}


def test_links_of_one_block_share_its_text_as_their_context() -> None:
    found = _links(
        "<p><a href=/1>一</a>和<a href=/2>二</a></p><p>见<a href=/3>三</a></p><li><a href=/4>四</a></li>"
    )
    assert [link.context for link in found] == ["一和二", "一和二", "见三", ""]


def test_a_context_is_bounded() -> None:
    (link,) = _links(f"<div><a href='1'>甲</a>{'长' * 300}</div>")
    assert 0 < len(link.context) <= 120


@pytest.mark.parametrize("element", ["nav", "header", "footer"])
def test_links_in_navigation_are_marked(element: str) -> None:
    inside, outside = _links(f"<{element}><div><a href='1'>甲</a></div></{element}><a href='2'>乙</a>")
    assert (inside.navigation, outside.navigation) == (True, False)


def test_the_limit_counts_addresses() -> None:
    body = "".join(f"<a href='{n // 2}'>标题{n}</a>" for n in range(4_200))
    assert len(_links(body)) == 2_000
    links = _links(body, limit=10)
    assert [link.url.rpartition("/")[2] for link in links] == [str(n) for n in range(10)]


def test_links_of_a_gbk_page() -> None:
    html = '<meta charset="gb2312"><base href="/"><a href="党建/1.html" title="支部学习交流">支部学习</a>'
    page = Page.from_bytes(html.encode("gbk"), URL, "text/html; charset=GBK")
    (link,) = links_of(page)
    assert (link.url, link.anchor) == ("http://www.example.cn/%E5%85%9A%E5%BB%BA/1.html", "支部学习交流")


def test_the_query_of_a_gbk_page_is_encoded_in_gbk() -> None:
    page = Page.from_bytes('<meta charset="gbk"><a href="s?q=党">搜</a>'.encode("gbk"), URL)
    assert links_of(page)[0].url.endswith("s?q=%B5%B3")


@pytest.mark.parametrize("href", ["党建/1.html", "a b.html", "?q=党建"])
def test_a_link_has_the_address_that_will_be_asked_for(href: str) -> None:
    from scrapy import Request

    (link,) = _links(f"<a href='{href}'>支部学习</a>")
    assert Request(link.url).url == link.url


@pytest.mark.parametrize(
    "body",
    [
        lambda count: "<div>" + "".join(f"<a href='/{n}'>标题{n}</a>" for n in range(count)),
        lambda count: "<div><b>" + "".join(f"<a href='/{n}'></a>" for n in range(count)),
        lambda count: "<div><b>" + "<a href='/x'></a>" * count,
        lambda count: "<ul>" + "".join(f"<li><a href='/{n}'>标题{n}</a></li>" for n in range(count)),
        lambda count: "".join(f"<div><a href='/{n}'>标题" for n in range(count)),
        lambda count: "<a href='/1'>" * count,
    ],
    ids=["in one block", "without text", "one address", "list", "deep", "nested"],
)
def test_a_page_of_countless_links_is_fast_and_bounded(body: Callable[[int], str]) -> None:
    def links(count: int) -> Callable[[], object]:
        page = Page(URL, body(count))
        _ = page.tree
        return lambda: links_of(page)

    assert growth(links, 1_000) < LINEAR
    assert len(links_of(Page(URL, body(8_000)))) <= 2000


def test_an_anchor_text_is_bounded() -> None:
    (link,) = _links("<a href='1'><div>" + "支部学习" * 50_000 + "</div></a>")
    assert 0 < len(link.anchor) <= 1000


@given(st.text("<>/a href=img'\"党.#?:p", max_size=80))
def test_any_markup_gives_links(text: str) -> None:
    for link in _links(text):
        assert link.url.startswith("http://")


def test_urls_that_are_too_long_to_be_requested_are_left_out() -> None:
    origin = len("http://www.example.cn/")
    body = "".join(
        f"<a href='/{'x' * (length - origin)}'>支部学习</a>" for length in (10_000, 10_001, 100_000)
    )
    assert [len(link.url) for link in _links(body)] == [10_000]


_ROW = "党费收缴办法"


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("<table><tr><td>{a}</td><td>[2024-03-10]</td></tr></table>", f"{_ROW} [2024-03-10]"),
        ("<dl><dt>{a}</dt><dd>2024-03-10</dd></dl>", f"{_ROW} 2024-03-10"),
        ("<li><div>{a}</div><span>03-10</span></li>", f"{_ROW} 03-10"),
        ("<table><tr><td>{a}</td><td><a href='/x.html'>[党建]</a></td></tr></table>", ""),
    ],
)
def test_the_row_of_a_table_is_the_context_of_its_only_link(row: str, expected: str) -> None:
    link = f"<a href='/download.do?id=7'>{_ROW}</a>"
    page = Page("http://a.cn/dj/", f"<html><body>{row.format(a=link)}</body></html>")
    assert links_of(page)[0].context == expected


def test_a_number_whose_address_a_script_asks_for_leads_to_data() -> None:
    body = (
        "<noscript><a href='/news/teil/2'>2</a></noscript><script>var n = 1; window.onscroll = function () { n++;"
        " fetch('/news/teil/' + n).then(r => r.text()).then(add); };</script>"
    )
    assert [(link.url, link.role) for link in _links(body)] == [("http://www.example.cn/news/teil/2", SOURCE)]


def test_copies_of_a_page_for_other_readers_are_not_followed() -> None:
    body = "<a href='/old/dj/'>长者版</a><a href='/big5/dj/'>繁體</a><a href='/wza/'>无障碍环境建设</a>"
    assert [link.anchor for link in links_of(Page("http://a.test/dj/", body))] == ["无障碍环境建设"]


ROWS_WITHOUT_TITLES = {
    "a date": "<tr><td>{t}</td><td>县委组织部</td><td><a href={n}>2024-05-0{n}</a></td></tr>",
    "a date in brackets": "<li>{t} <a href={n}>[05-0{n}]</a></li>",
    "a picture behind the date": "<tr><td>{t}</td><td>2024-05-0{n} <a href={n}><img src=v.gif></a></td></tr>",
    "a picture alone": "<tr><td>{t}</td><td>2024-05-0{n}</td><td><a href={n}><img src=v.gif></a></td></tr>",
    "a term": "<dl><dt>{t}<span>(2024-05-0{n})</span><dd>清晨河边来了人。他们…<a href={n}>[详情]</a></dl>",
    "the row above": "<tr><td>{t}</td></tr><tr><td>清晨河边来了人。他们…<a href={n}>[详细]</a></td></tr>",
    "the heading above": "<h3>{t}</h3><p>清晨河边来了人。他们…<a href={n}>查看全文</a></p>",
}


@pytest.mark.parametrize("row", ROWS_WITHOUT_TITLES.values(), ids=ROWS_WITHOUT_TITLES)
def test_a_row_whose_headline_is_no_link_calls_its_link_so(row: str) -> None:
    titles = [f"{HEADLINE}第{n}天" for n in "一二三四五六七八九"]
    rows = "".join(row.format(t=title, n=n) for n, title in enumerate(titles, 1))
    body = f"<table>{rows}</table>" if row.startswith("<tr") else rows
    assert [link.anchor for link in _links(body)] == titles


def test_other_dates_and_ways_to_the_whole_text_keep_their_names() -> None:
    days = "<table><tr><td><a href=1>05-01</a></td><td><a href=2>05-02</a></td></tr></table>"
    whole = f"<h2>{HEADLINE}</h2><p>清晨河边来了人。<a href=3>阅读全文</a></p>"
    assert [link.anchor for link in _links(days + whole)] == ["05-01", "05-02", "阅读全文"]


def test_what_is_done_with_the_pages_of_a_list_is_no_page() -> None:
    row = "<li><a href=/dj/{0}.html>{1}</a><a href=/print.php?id={0}>[打印]</a><a href=http://m.b.cn/{0}>手机版</a></li>"
    found = _links("".join(row.format(n, HEADLINE) for n in (31, 32)) + "<a href=/print.php?id=33>打印</a>")
    assert [link.anchor for link in found] == [HEADLINE, HEADLINE, "打印"]


def test_xml_leads_on_to_xml_alone() -> None:
    body = "<a href='a.xml'>支部学习</a>"
    assert [link.url for link in _links(body, "http://a.cn/index.xml")] == ["http://a.cn/a.xml"]
    assert _links(body) == ()


def test_the_rows_of_a_frame_that_is_written_in_its_element() -> None:
    frame = f"<iframe srcdoc='&lt;li>&lt;a href=/dj/1.html>{HEADLINE}&lt;/a>'></iframe>"
    assert [(link.url, link.anchor) for link in _links(frame)] == [
        ("http://www.example.cn/dj/1.html", HEADLINE)
    ]
