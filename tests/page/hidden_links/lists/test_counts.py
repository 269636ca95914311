"""The next page of a list by the numbers, the name and the extension of its pages."""

from __future__ import annotations

import json

import pytest
from page.hidden_links.reading import LIST, SITE, pagers, script

FOLDER = f"{SITE}/dj/"
EITHER = [("/dj/index_1.html", 2), ("/dj/index_2.html", 3)]
"""What the second page may be called where only options tell: the file should one fail is asked for as well."""
FURTHER = "".join(f"<li><a href='/dj/{n}.html'>社区党员清理河道</a></li>" for n in range(1001, 1040))
"""A list: the scripts of a page that has one are read only where they hint at links."""


def of_list(text: str, url: str = FOLDER) -> list[tuple[str, int]]:
    return pagers(FURTHER + script(text), url)


@pytest.mark.parametrize(
    "text",
    [
        'var m_nRecordCount = "33"; var m_nPageSize = 8; var m_nCurrPage = 0; var m_sPageName = "dt"; var m_sPageExt = "shtml";',
        "var m_nPageCount = 5, m_nCurPage = 0, m_sPageName = 'dt', m_sPageExt = 'shtml';",
        "var nTotalRecords=33, nPerPage=8, sFileName='dt', sFileExt='.shtml';",
        "var g_totalCount='33', g_rowsPerPage='8', g_pagePrefix='dt', g_pageSuffix='shtml';",
    ],
)
def test_pages_and_records_are_counted_under_any_name(text: str) -> None:
    assert of_list(text) == [("/dj/dt_1.shtml", 2)]
    assert of_list(text.replace("=0", "=3").replace("= 0", "= 3"), f"{FOLDER}dt_3.shtml") == [
        ("/dj/dt_4.shtml", 5)
    ]


def test_records_of_one_page_have_no_second() -> None:
    assert of_list("var recordCount=7, pageSize=8, pageName='dt', pageExt='shtml';") == []


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("createPage(3, 0, 'index', 'html');", [("/dj/index_1.html", 2)]),
        ("$(function(){ fanye('index', 'html', 3, 0); });", [("/dj/index_1.html", 2)]),
        ("drawFoot('#foot', 3, 0, 'index', 'html');", [("/dj/index_1.html", 2)]),
        ("pageNav(3, 1, 'list_', '.html');", [("/dj/list_1.html", 2), ("/dj/list_2.html", 3)]),
        ("showPages(3, 0, 'index.html');", [("/dj/index_1.html", 2)]),
        ("Pager({size: 3, current: 0, prefix: 'index', suffix: 'html'});", EITHER),
        ("foot({records: 18, rows: 6, stem: 'index', ext: '.html'});", EITHER),
        (
            "$('#p').pagination({items: 30, itemsOnPage: 10, hrefTextPrefix: 'index_', hrefTextSuffix: '.html'});",
            [("/dj/index_2.html", 2)],
        ),
        (
            "var o = {recordCount: '30', pageSize: '10', pageName: 'index', pageExt: 'html'}; showPager(o);",
            EITHER,
        ),
        ("drawFoot(3, 0, '/xw/list', 'html');", []),  # of another list
        ("drawFoot(300, 200, 'index', 'jpg');", []),
        ("drawFoot({width: 300, size: 3, file: 'index', type: 'html'});", []),
        ("drawFoot({size: 3, stem: 'index', ext: 'html'});", []),  # three of what?
    ],
)
def test_calls_are_known_by_what_they_are_given(call: str, expected: list[tuple[str, int]]) -> None:
    assert of_list(call) == expected


def test_files_numbered_from_two_are_walked_to_the_last() -> None:
    call = "Pager({{size: 3, current: {}, prefix: 'dt', suffix: 'html'}});"
    assert ("/dj/dt_2.html", 3) in of_list(call.format(0), f"{FOLDER}dt.html")
    assert of_list(call.format(1), f"{FOLDER}dt_2.html") == [("/dj/dt_3.html", 4)]
    assert of_list(call.format(2), f"{FOLDER}dt_3.html") == []


ARRAY = (
    "var urls = ['index.html', 'index_2.html', 'index_3.html']; for (var i = 0; i < 3; i++) draw(urls[i]);"
)


def test_the_addresses_of_all_pages_in_an_array() -> None:
    assert of_list(ARRAY, LIST) == [("/dj/index_2.html", 2), ("/dj/index_3.html", 3)]
    assert of_list(ARRAY, f"{FOLDER}index_2.html")[1:] == [("/dj/index_3.html", 3)]
    assert of_list(f"draw({{pages: {ARRAY[11 : ARRAY.index(';')]}}});", LIST)[0] == ("/dj/index_2.html", 2)


@pytest.mark.parametrize("items", ["'index.html', '/xw/index_2.html'", "'a_1.html', 'b_1.html'", "1, 2"])
def test_other_arrays_are_no_pagers(items: str) -> None:
    assert of_list(f"var urls = [{items}];", LIST) == []


@pytest.mark.parametrize(
    "call",
    [
        "$('#fy').pagination(18, {items_per_page: 6, current_page: 0, link_to: 'dt___id__.html'});",
        "$('#fy').pagination('18', {items_per_page: 6, link_to: '/dj/dt___id__.html', callback: function(){}});",
        "var set = {items_per_page: 6, items: 18, current_page: 0, link_to: '/dj/dt___id__.html'}; $('#fy').pagination(18, set);",
        "var at = '/dj/dt_'; new Pager({total: 18, pageSize: 6, current: 0, href: at + '{page}.html'});",
    ],
)
def test_the_address_of_a_library_with_a_place_for_a_number_from_zero(call: str) -> None:
    assert of_list(call, f"{FOLDER}dt_0.html") == [("/dj/dt_1.html", 2)]
    assert of_list(call, f"{FOLDER}dt.html") == [("/dj/dt_1.html", 2)]
    assert of_list(call, f"{FOLDER}dt_2.html") == []


def test_the_address_of_a_library_with_a_place_for_the_number_of_a_page() -> None:
    call = "initPagination({totalPages: 3, currentPage: 1, urlFormat: '/dj/dt___page__.html'});"
    assert of_list(call, f"{FOLDER}dt.html") == [("/dj/dt_2.html", 2)]
    assert of_list(call, f"{FOLDER}dt_3.html") == []


ROWS = ", ".join(f'{{"title": "渔港支部清点旧渔网第{n}回", "url": "/dj/a{n}.html"}}' for n in range(3))


@pytest.mark.parametrize(
    ("state", "url", "expected"),
    [
        ('{"list": [ROWS], "page": 1, "pageCount": 3}', LIST, [("/dj/index.html?page=2", 2)]),
        (
            '{"a": {"rows": [ROWS], "pageNum": 2, "pages": 3}}',
            f"{LIST}?c=7&pageNum=2",
            [("/dj/index.html?c=7&pageNum=3", 3)],
        ),
        (
            '{"rows": [ROWS], "paging": {"current": 1, "total": 30, "pageSize": 3}}',
            f"{LIST}?p=1",
            [("/dj/index.html?p=2", 2)],
        ),
        ('{"list": [ROWS], "page": 3, "pageCount": 3}', f"{LIST}?page=3", []),
        ('{"list": [ROWS], "page": 2, "pageCount": 3}', LIST, []),  # the number is of something else
        ('{"comments": [{"text": "很好"}], "page": 1, "pageCount": 3}', LIST, []),
    ],
)
def test_the_state_of_a_page_counts_the_pages_of_its_list(
    state: str, url: str, expected: list[tuple[str, int]]
) -> None:
    data = f'<script type="application/json">{state.replace("ROWS", ROWS)}</script>'
    assert pagers(data, url) == expected
    assert pagers(f"<span>下一页</span>{data}", url) == []


def test_a_state_that_still_names_the_first_page_asks_for_the_next_under_the_usual_name() -> None:
    rows = [
        {"id": n, "title": title} for n, title in enumerate(("社区党员清理河道", "支部换届", "夜校开学了"))
    ]
    state = {"list": rows, "pagination": {"current": 1, "pageSize": 3, "total": 9}}
    body = f"<script type='application/json'>{json.dumps(state)}</script>"
    assert pagers(body, FOLDER) == [("/dj/?current=2", 2)]
    assert pagers(body, f"{FOLDER}?current=2") == [("/dj/?page=2", 0)]
    assert pagers(body, f"{FOLDER}?page=2") == []
