"""Records of URL and title, in scripts and data of a page."""

from __future__ import annotations

import json

import pytest
from page.hidden_links.reading import FIRST, SECOND, links, script, told

from topiccrawl.page.hidden_links.records import parsed, records_of
from topiccrawl.page.page import Page

BOTH = [("/art/101.html", FIRST, "record"), ("/art/102.html", SECOND, "record")]


@pytest.mark.parametrize(
    "text",
    [
        f'var list=[{{url:"/art/101.html",title:"{FIRST}"}},{{"link":"/art/102.html","name":"{SECOND}","img":"/a.jpg"}}];',
        f"var list=[{{url:'/art/101.html',title:'{FIRST}'}},{{url:'/art/102.html',title:'{SECOND}'}}]",
        f'var rows=[["/art/101.html","{FIRST}","2024-01-05"],["{SECOND}","/art/102.html"]];',
        f'show({{data:[["/art/101.html","{FIRST}"],["/art/102.html","{SECOND}"]]}});',
        f"window.__STATE__={json.dumps([{'url': '/art/101.html', 'title': FIRST}, {'url': '/art/102.html', 'title': SECOND}])};",
        f'var map={{"/art/101.html":"{FIRST}","/art/102.html":"{SECOND}"}};',
        f'list.push({{url:"/art/101.html",title:"{FIRST}"}});list.push({{url:"/art/102.html",title:"{SECOND}"}});',
    ],
)
def test_literals_of_scripts(text: str) -> None:
    assert told(script(text)) == BOTH


def test_escapes_are_read() -> None:
    text = json.dumps([{"url": "/art/101.html", "title": FIRST}]).replace("/", "\\/")
    assert told(script(f"var list={text};")) == BOTH[:1]


@pytest.mark.parametrize("kind", ["application/json", "application/ld+json", "text/json; charset=utf-8"])
def test_json_in_a_script(kind: str) -> None:
    data = json.dumps(
        {
            "a": {
                "list": [
                    {"url": "/art/101.html", "title": FIRST},
                    {"href": "/art/102.html", "headline": SECOND},
                ]
            }
        }
    )
    assert told(f"<script type='{kind}'>{data}</script>") == BOTH


def test_the_title_and_the_url_are_the_ones_that_are_called_so() -> None:
    record = {
        "channelName": "组织工作通知公告",
        "source": "江边镇党委宣传办公室",
        "img": "/upload/2024/a.html",
        "listUrl": "/dj/list_1.html",
        "title": f"<b>{FIRST}</b>",
        "url": "/art/101.html",
        "summary": "党员们沿河清理垃圾，受到居民好评。",
    }
    assert told(script(f"var r=[{json.dumps(record, ensure_ascii=False)}]")) == BOTH[:1]
    assert "受到居民好评" in links(script(f"var r=[{json.dumps(record, ensure_ascii=False)}]"))[0].context


@pytest.mark.parametrize(
    "record",
    [
        {"url": "http://other.test/art/101.html", "title": FIRST},
        {"url": "javascript:show(101)", "title": FIRST},
        {"url": "/img/101.jpg", "title": FIRST},
        {"url": "/art/101.html", "title": "党课"},
        {"url": "/art/101.html"},
        {"url": "/art/<%=id%>.html", "title": FIRST},
        {"url": "/ads/index.html", "title": FIRST},
        {"img": "/art/101.html", "title": FIRST},
        {"url": 101, "title": FIRST},
    ],
)
def test_what_is_no_record(record: dict[str, object]) -> None:
    assert told(script(f"var list=[{json.dumps(record, ensure_ascii=False)}];")) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1]}', {"a": [1]}),
        ('cb({"a": 1});', {"a": 1}),
        ('/**/a.b[0]({"a": 1})', {"a": 1}),
        ('var x = {"a": 1};', {"a": 1}),
        ('total=31.0;pages = 4;rows = ["<li>"];', ["<li>"]),
        (' \r\n\ufeffcb({"a": 1})', {"a": 1}),
        ('{"a": "一\n二"}', {"a": "一\n二"}),
        ("", None),
        ("[" * 100_000, None),
        ("a(b)", None),
    ],
)
def test_data_is_parsed_or_left(text: str, value: object) -> None:
    assert parsed(text) == value


def test_huge_data_is_read_in_part() -> None:
    rows = [{"url": f"/art/{n}.html", "title": FIRST} for n in range(100, 30_100)]
    assert 1000 < len(records_of(Page("http://a.cn/", ""), rows)) < 30_000


def test_a_state_that_has_each_value_once() -> None:
    flat: list[object] = [["ShallowReactive", 1], {"data": 2, "errors": -1}, {"list": 3}, []]
    for number, title in enumerate((FIRST, SECOND), 1):
        at = len(flat)
        flat[3].append(at)  # type: ignore[attr-defined]
        flat += [{"title": at + 1, "path": at + 2}, title, f"/dj/{number}"]
    data = json.dumps(flat, ensure_ascii=False)
    body = f'<div id=app></div><script type="application/json" id="__STATE__">{data}</script>'
    assert [(link.url, link.anchor) for link in links(body)] == [
        ("http://www.example.cn/dj/1", FIRST),
        ("http://www.example.cn/dj/2", SECOND),
    ]


def test_the_address_of_a_record_may_be_called_that_of_its_source() -> None:
    record = {"source": "江边日报", "source_url": "/item/101/", "title": FIRST}
    assert told(script(f"var list={json.dumps([record])};")) == [("/item/101/", FIRST, "record")]
    both = record | {"url": "/art/101.html"}
    assert told(script(f"var list={json.dumps([both])};")) == BOTH[:1]


@pytest.mark.parametrize("moment", [1704420000, 1704420000000, "2024-01-05 10:00"])
def test_the_date_of_a_record_stands_beside_its_title(moment: object) -> None:
    record = {"title": FIRST, "url": "/art/101.html", "clicks": 1704420001, "publishTime": moment}
    assert [link.context for link in links(script(f"var list=[{json.dumps(record)}];"))] == [
        f"{FIRST} 2024-01-05 10:00"
    ]
