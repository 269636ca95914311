"""Tables that fetch their rows themselves."""

from __future__ import annotations

import pytest
from page.hidden_links.reading import SITE, links, script

from topiccrawl.page.anchors.link import SOURCE


def sources(body: str) -> list[tuple[str, str]]:
    """Return the address and the body of the data that a page names."""
    return [
        (link.url.removeprefix(SITE).split("#")[0], link.body) for link in links(body) if link.role == SOURCE
    ]


@pytest.mark.parametrize(
    ("text", "address", "body"),
    [
        (
            "$('#g').jqGrid({url: '/tz/rows', mtype: 'POST', datatype: 'json', postData: {type: 31}, rowNum: 8,"
            " sortname: 'fbsj', sortorder: 'desc'});",
            "/tz/rows",
            "type=31&page=1&rows=8&sidx=fbsj&sord=desc",
        ),
        (
            "jQuery('#g').jqGrid({url: '/tz/rows', prmNames: {page: 'pageNo', rows: 'pageSize'}});",
            "/tz/rows?pageNo=1&pageSize=20",
            "",
        ),
        (
            "layui.use('table', function () { var table = layui.table; table.render({elem: '#g', url: '/tz/rows',"
            " where: {type: 31}, page: true, limit: 8}); });",
            "/tz/rows?type=31&page=1&limit=8",
            "",
        ),
        (
            "$('#p').pagination({dataSource: '/tz/rows', pageSize: 8, alias: {pageNumber: 'pageNo'}});",
            "/tz/rows?pageNo=1&pageSize=8",
            "",
        ),
        (
            "table.render({url: '/tz/rows', method: 'post', page: {limits: [8]},"
            " request: {pageName: 'pageNo', limitName: 'nums'}, limit: 8});",
            "/tz/rows",
            "pageNo=1&nums=8",
        ),
        (
            "$('#g').bootstrapTable({url: '/tz/rows', sidePagination: 'server', pageSize: 8});",
            "/tz/rows?offset=0&limit=8",
            "",
        ),
        (
            "$('#g').bootstrapTable({url: '/tz/rows', sidePagination: 'server', queryParamsType: '', pageSize: 8});",
            "/tz/rows?pageNumber=1&pageSize=8",
            "",
        ),
        (
            "$('#g').bootstrapTable({url: '/tz/rows', pageSize: 8, queryParams: function (p) {"
            " return {type: 31, size: p.limit, page: p.offset / p.limit + 1}; }});",
            "/tz/rows?type=31&size=8&page=1",
            "",
        ),
        (
            "var o = {url: '/tz/rows', pageSize: 8, queryParams: fields}; $('#g').bootstrapTable(o);"
            " function fields(p) { var temp = {limit: p.limit, start: p.offset, bt: $('#bt').val()}; return temp; }",
            "/tz/rows?limit=8&start=0",
            "",
        ),
        (
            "$('#g').bootstrapTable({url: '/tz/rows', method: 'post', pageSize: 8,"
            " queryParams: p => { return {type: 31, limit: p.limit, offset: p.offset}; }});",
            "/tz/rows",
            '{"type": 31, "limit": 8, "offset": 0}',
        ),
        (
            "$('#g').datagrid({url: '/tz/rows', queryParams: {type: 31}, pagination: true, pageSize: 8});",
            "/tz/rows",
            "type=31&page=1&rows=8",
        ),
        (
            "$('#g').datagrid({url: '/tz/rows', method: 'get', pagination: true});",
            "/tz/rows?page=1&rows=10",
            "",
        ),
        (
            "$('#g').DataTable({serverSide: true, pageLength: 8, ajax: {url: '/tz/rows', type: 'POST'}});",
            "/tz/rows",
            "draw=1&start=0&length=8",
        ),
    ],
)
def test_the_first_rows(text: str, address: str, body: str) -> None:
    assert sources(script(text)) == [(address, body)]


@pytest.mark.parametrize(
    ("markup", "address", "body"),
    [
        (
            "<table class='easyui-datagrid' data-options=\"url:'/tz/rows',pagination:true,pageSize:8\"></table>",
            "/tz/rows",
            "page=1&rows=8",
        ),
        (
            "<table class=easyui-datagrid url='/tz/rows' method=get pagination=true></table>",
            "/tz/rows?page=1&rows=10",
            "",
        ),
        (
            "<table class=layui-table lay-data=\"{url:'/tz/rows', page:true, limit:8}\"></table>",
            "/tz/rows?page=1&limit=8",
            "",
        ),
        (
            "<table data-toggle=table data-url='/tz/rows' data-side-pagination=server data-page-size=8></table>",
            "/tz/rows?offset=0&limit=8",
            "",
        ),
    ],
)
def test_tables_that_are_declared(markup: str, address: str, body: str) -> None:
    assert (address, body) in sources(markup)


def test_the_address_of_a_row_goes_with_the_request() -> None:
    text = (
        "$('#g').jqGrid({url: '/tz/rows', mtype: 'POST', colModel: [{name: 'BT', formatter: function (v, o, row) {"
        """ return "<a href='/tz/show?ID=" + row.ID + "'>" + v + "</a>"; }}]});"""
    )
    assert [link.records for link in links(script(text)) if link.role == SOURCE] == [
        f"{SITE}/tz/show?ID={{ID}}"
    ]


@pytest.mark.parametrize(
    "options",
    [
        "onClickRow:function(n,row){window.open('/tz/show?id='+row.bh)}",
        "formatter:function(v,row){return '<a href=/tz/show?id='+row.bh+'>'+v+'</a>'}",
    ],
)
def test_functions_in_the_options_of_a_declared_table_name_the_address_of_a_row(options: str) -> None:
    markup = f"<table class=easyui-datagrid url='/tz/rows' pagination=true><th data-options=\"{options}\">标题</th></table>"
    assert [link.records for link in links(markup) if link.role == SOURCE] == [f"{SITE}/tz/show?id={{bh}}"]


@pytest.mark.parametrize(
    "text",
    [
        "$('#g').jqGrid({datatype: 'local', data: rows});",
        "$('#g').jqGrid({url: 'http://other.test/rows', mtype: 'POST'});",
        "$('#g').jqGrid({url: '/tz/rows', mtype: 'POST', postData: {keyword: '党'}});",
        "$('#g').jqGrid({url: '/tz/deleteRows', mtype: 'POST'});",
        "$('#g').datagrid({url: '/tz/rows'});",
        "$('#g').datagrid('reload', {url: '/tz/rows', page: 1});",
        "$('#g').DataTable({paging: false});",
        "$('#p').pagination({total: 30, pageSize: 8, callback: show});",
        "ctx.render({url: '/tz/rows', page: true});",
    ],
)
def test_tables_that_ask_for_nothing(text: str) -> None:
    assert sources(script(text)) == []
