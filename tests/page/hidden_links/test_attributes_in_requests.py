"""Requests whose address and number stand in the attributes of an element."""

from __future__ import annotations

import pytest
from page.hidden_links.reading import SITE, links, script

from topiccrawl.page.anchors.link import SOURCE
from topiccrawl.page.page import Page
from topiccrawl.page.shown.data_page import page_of_data

_MORE = "<div class=more {}>加载更多</div>"


def sources(body: str) -> list[str]:
    return [link.url.removeprefix(SITE) for link in links(body) if link.role == SOURCE]


@pytest.mark.parametrize(
    "attributes_and_script",
    [
        (
            "data-url='/index.php?m=col&amp;id=31' page=2",
            "$('.more').click(function () { var t = $(this), p = parseInt(t.attr('page'));"
            " $.getJSON(t.data('url') + '&callback=?&page=' + p, show); t.attr('page', p + 1); });",
        ),
        (
            "data-api='/index.php?m=col&amp;id=31' data-page=2",
            "var b = document.querySelector('.more'), n = Number(b.dataset.page);"
            " fetch(b.dataset.api + '&callback=callback&page=' + n);",
        ),
        (
            "data-href='/index.php?m=col&amp;id=31' data-next=2",
            "$.ajax({url: $('.more').attr('data-href') + '&callback=?', dataType: 'jsonp',"
            " data: {page: $('.more').data('next')}});",
        ),
    ],
)
def test_address_and_first_number(attributes_and_script: tuple[str, str]) -> None:
    attributes, text = attributes_and_script
    assert "/index.php?m=col&id=31&callback=callback&page=2" in sources(
        _MORE.format(attributes) + script(text)
    )


def test_fields_are_added_to_those_of_an_attribute() -> None:
    element = """<ul url=/gw/unit queryData="{'webId':'w1','tagId':'t2'}" size=12></ul>"""
    text = (
        "function load(box, n) { var d = eval('(' + box.attr('queryData') + ')');"
        " d.paramJson = JSON.stringify({pageNo: n, pageSize: box.attr('size')}); $.get(box.attr('url'), d, show); }"
        " $('ul').each(function () { load($(this), 1); });"
    )
    part = "paramJson=%7B%22pageNo%22%3A1%2C%22pageSize%22%3A%2212%22%7D"
    assert sources(element + script(text)) == [f"/gw/unit?webId=w1&tagId=t2&{part}"]
    more = "<a class=more data-fields='{\"cat\":7}' data-page=1>更多</a>"
    text = (
        "var b = $('.more'), f = b.data('fields'); f.page = b.data('page') + 1; $.getJSON('/more', f, show);"
    )
    assert sources(more + script(text)) == ["/more?cat=7&page=2"]


def test_attributes_of_different_elements_make_no_address() -> None:
    text = "var t = $(this); $.getJSON(t.data('url') + '&page=' + t.attr('page'), show);"
    body = "<i data-url='/index.php?m=col'></i><b page=2></b>" + script(text)
    assert not any("page=" in url for url in sources(body))
    assert not any("page=" in url for url in sources("<i data-url='/l?a=1' page='党'></i>" + script(text)))
    other = "<i data-url='http://other.test/l?a=1' page='2'></i>" + script(text)
    assert not any("other" in url for url in sources(other))


@pytest.mark.parametrize(
    "asks",
    [
        "$.getJSON('/album?size=8&begin_msgid=' + last.data('msgid') + '&begin_idx=' + last.data('idx'), show);",
        "$.get('/album', {size: 8, begin_msgid: last.data('msgid'), begin_idx: last.data('idx')}, show);",
    ],
)
def test_a_list_goes_on_behind_its_last_entry(asks: str) -> None:
    rows = "".join(f"<li data-msgid={700 - n} data-idx=1 data-n={n}>支部的第{n}篇</li>" for n in range(3))
    text = f"function more(){{ var last = $('li').last(); {asks} }}"
    assert sources(rows + script(text)) == ["/album?size=8&begin_msgid=698&begin_idx=1"]
    tabs = "<b data-msgid=1>学习</b><b data-msgid=2>组织</b>" + script(text.replace("begin_", "of_"))
    assert len(sources(tabs.replace("data-msgid", "data-idx=1 data-msgid"))) == 2


def test_a_list_goes_on_behind_the_time_of_its_last_entry() -> None:
    rows = "".join(f"<li data-time={900 - n}>支部的第{n}篇</li>" for n in range(3))
    text = "function more(){ $.get('/album', {max_time: $('li:last').data('time')}, show); }"
    assert sources(rows + script(text)) == ["/album?max_time=898"]


def test_jsonp_with_a_fragment() -> None:
    answer = (
        'callback({"rst": "<h3><a href=\\"/a/9001.html\\">支部把旧仓库改成书屋</a></h3>", "hide": false})'
    )
    shown = page_of_data(Page(f"{SITE}/index.php?page=2", answer))
    assert "支部把旧仓库改成书屋" in shown[0].html


@pytest.mark.parametrize(
    "attributes_and_script",
    [
        (
            """api='/front/block' fields="{'site':'b1','tag':'支部'}" part='{"pageNo":1,"rows":8}'""",
            "function fill(box, part) { var q = eval('(' + box.attr('fields') + ')');"
            " q.part = JSON.stringify(part); $.get(box.attr('api'), q, show, 'json'); }"
            " $('.b').each(function () { fill($(this), JSON.parse($(this).attr('part'))); });",
        ),
        (
            """data-service='/front/block' data-fields='{"site":"b1","tag":"支部"}' data-part='{"pageNo":1,"rows":8}'""",
            "var el = document.querySelector('.b'); fetch(el.dataset.service + '?' + new URLSearchParams({"
            " ...JSON.parse(el.dataset.fields), part: JSON.stringify(JSON.parse(el.dataset.part)) }));",
        ),
        (
            """data-block-api='/front/block' data-fields='{"site":"b1","tag":"支部"}' data-part='{"pageNo":1,"rows":8}'""",
            "var b = $('.b'); $.getJSON(b.data('blockApi'), $.extend({}, b.data('fields'),"
            " {part: JSON.stringify(b.data('part'))}), show);",
        ),
    ],
)
def test_objects_in_attributes_are_fields_of_the_request(attributes_and_script: tuple[str, str]) -> None:
    attributes, text = attributes_and_script
    query = "site=b1&tag=%E6%94%AF%E9%83%A8&part=%7B%22pageNo%22%3A1%2C%22rows%22%3A8%7D"
    assert sources(f"<div class=b {attributes}></div>{script(text)}") == [f"/front/block?{query}"]
    assert not any("block" in url for url in sources(f"<div class=b></div>{script(text)}"))
