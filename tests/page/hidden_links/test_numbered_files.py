"""Lists in files of scripts that a page loads as data."""

from __future__ import annotations

import pytest
from page.hidden_links.reading import SITE, links, script

from topiccrawl.page.anchors.link import COUNTED_DOWN, SOURCE
from topiccrawl.page.anchors.pagers import next_by_counting
from topiccrawl.page.shown.data_page import is_data


def sources(text: str) -> list[str]:
    return [link.url.removeprefix(SITE) for link in links(script(text)) if link.role == SOURCE]


_LOADS = "var s = document.createElement('script'); s.src = {}; document.body.appendChild(s);"


@pytest.mark.parametrize("query", [".jsp?page={}&callback=show", "?cb=show&page={}"])
def test_data_that_is_loaded_as_a_script_of_any_name(query: str) -> None:
    address = "'/zt/rows" + query.format("' + n + '") + "'"
    text = f"function load(n) {{ {_LOADS.format(address)} }} load(1);"
    assert sources(text) == ["/zt/rows" + query.format(1)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "var base = '/zt/hq/rows', now = 1; function load(p) { "
            + _LOADS.format("base + (p > 1 ? '_0' + p : '') + '.js?callback=show'")
            + " } load(now); more.onclick = function () { now++; load(now); };",
            ["/zt/hq/rows.js?callback=show", "/zt/hq/rows_02.js?callback=show"],
        ),
        (
            "var n = 1; function load() { var file = '/zt/hq/rows' + (n > 1 ? '_' + n : '') + '.js'; $.getScript(file); n++; }",
            ["/zt/hq/rows.js", "/zt/hq/rows_2.js"],
        ),
        (
            "function load(n) { $.getJSON('/zt/hq/rows' + (n ? '-' + n : '') + '.json', show); } load(0);",
            ["/zt/hq/rows.json", "/zt/hq/rows-1.json"],
        ),
        (
            "function load(i) { $.ajax({url: '/zt/hq/rows' + (i < 2 ? '' : '_' + i) + '.js', dataType: 'jsonp'}); }",
            ["/zt/hq/rows.js", "/zt/hq/rows_2.js"],
        ),
        (
            "var stem = '/zt/hq/rows', at = 1; function load() { var file = stem + (at > 1 ? '_' + (at < 10 ? '0' + at : at) : '')"
            " + '.js'; $.ajax({url: file, dataType: 'jsonp', success: function (rows) { at++; show(rows); }}); } load();",
            ["/zt/hq/rows.js", "/zt/hq/rows_02.js"],
        ),
        (
            "function load(n) { $.getJSON('/zt/hq/rows' + (n == 1 ? '' : '-' + (n > 9 ? n : '0' + n)) + '.json', show); } load(1);",
            ["/zt/hq/rows.json", "/zt/hq/rows-02.json"],
        ),
        ("function load(p) { $.getScript('/zt/hq/rows_0' + p + '.js'); } load(1);", ["/zt/hq/rows_01.js"]),
        (
            "var p = 1; function load() { $.ajax({url: '/zt/hq/rows_' + p + '.js', dataType: 'jsonp'}); p++; } load();",
            ["/zt/hq/rows_1.js"],
        ),
        ("$.ajax({url: '/zt/hq/rows.js', dataType: 'jsonp', jsonpCallback: 'show'});", ["/zt/hq/rows.js"]),
        (_LOADS.format("'/zt/hq/rows.js?callback=show'"), ["/zt/hq/rows.js?callback=show"]),
    ],
)
def test_files_that_are_asked_for_as_data(text: str, expected: list[str]) -> None:
    assert sources(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "$.getScript('/js/common.js');",
        "$.get('/js/player.js', run);",
        _LOADS.format("'/js/stat.js?v=20240305'"),
        _LOADS.format("'//push.other.test/push_' + n + '.js'"),
        _LOADS.format("base + '/plugins/editor.js'"),
        "var i = new Image(); i.src = '/hit/' + n + '.gif?callback=f';",
        "$.ajax({url: '/js/share.js', dataType: 'script', cache: true});",
    ],
)
def test_libraries_are_no_lists(text: str) -> None:
    assert sources(text) == []


def test_the_file_of_the_first_part_is_data_as_those_that_a_click_loads() -> None:
    text = (
        f"function loadScript(url) {{ {_LOADS.format('url')} }}"
        " var n = 1; more.onclick = function () { n++; loadScript('/zt/rows_' + n + '.js'); };"
    )
    files = "<script src=/zt/rows_1.js></script><script src=/js/slide_1.js></script>"
    found = [link.url.removeprefix(SITE) for link in links(files + script(text)) if link.role == SOURCE]
    assert found == ["/zt/rows_2.js", "/zt/rows_1.js"]


def test_the_files_are_data_and_counted_on() -> None:
    assert is_data('show([\n{"title": "渔村支部修好了防波堤", "docurl": "/24/0305/09/A1.html"}\n])')
    assert (
        next_by_counting("http://a.cn/rows_02.js?callback=show", 6) == "http://a.cn/rows_03.js?callback=show"
    )


_FALLS = "function show(d) {} var left = 12; "


@pytest.mark.parametrize(
    "body",
    [
        script(_FALLS + "function load() { " + _LOADS.format("'/zt/rows_' + left + '.js'") + " }")
        + "<a href='javascript:;' onclick='left--;load()'>下一页</a>",
        script(
            _FALLS + "function more() { $.getJSON('/zt/rows_' + left + '.js', show); left -= 1; } more();"
        ),
        script(_FALLS + "function load(n) { $.getScript('/zt/rows_' + n + '.js'); } load(left);")
        + "<button onclick='load(--left)'>加载更多</button>",
    ],
)
def test_where_the_newest_file_has_the_largest_number_files_are_counted_down(body: str) -> None:
    assert [(link.url.removeprefix(SITE), link.found) for link in links(body) if link.role] == [
        ("/zt/rows_12.js", COUNTED_DOWN)
    ]


def test_a_number_that_goes_both_ways_is_that_of_a_page() -> None:
    body = script("var p = 2; function load() { $.getJSON('/zt/rows_' + p + '.json'); } p++; p--;")
    assert [link.found for link in links(body) if link.role] != [COUNTED_DOWN]
