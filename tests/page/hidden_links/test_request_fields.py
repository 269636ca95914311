"""Fields of requests that scripts keep in variables, in views and in forms."""

from __future__ import annotations

import json
from urllib.parse import parse_qs

import pytest
from page.hidden_links.reading import LIST, SITE, links, script

from topiccrawl.page.anchors.link import SOURCE
from topiccrawl.page.anchors.pagers import counted_on
from topiccrawl.page.anchors.posted_urls import body_of_post


def sources(body: str, url: str = LIST) -> list[tuple[str, str]]:
    """Return the address and the body of the data that a page names."""
    return [
        (link.url.removeprefix(SITE).split("#")[0], link.body)
        for link in links(body, url)
        if link.role == SOURCE
    ]


@pytest.mark.parametrize(
    "text",
    [
        "var q = {channelId: 31, page: 1}; $.get('/api/zb', q, show);",
        "function more(n){ var q = {channelId: 31, page: n}; $.ajax({url: '/api/zb', data: q}); } more(1);",
        "let p = new URLSearchParams(); p.append('channelId', 31); p.set('page', page); $.get('/api/zb', p);",
        "var q = $.extend({}, {channelId: 31}, {page: 1}); $.get('/api/zb', q);",
        "var channelId = 31; const q = {channelId, page: 1}; axios.get('/api/zb', {params: q});",
        "fetch('/api/zb?' + new URLSearchParams({channelId: 31, page: n}));",
        "fetch(`/api/zb?${new URLSearchParams({channelId: 31, page: n})}`);",
        "let p = new URLSearchParams({channelId: 31, page: n}); fetch(`/api/zb?${p}`);",
        "let p = new URLSearchParams(); p.append('channelId', 31); p.set('page', n); fetch('/api/zb?' + p.toString());",
        "new Vue({data: {channelId: 31, page: 1}, methods: {get: function () {"
        " axios.get('/api/zb', {params: {channelId: this.channelId, page: this.page}}); }}});",
        "new Vue({data() { return {rows: [], form: {channelId: 31, page: 1}}; }, created() { this.get(); },"
        " methods: {async get() { const that = this; await axios.get('/api/zb', {params: that.form}); }}});",
        "new Vue({data: function () { return {query: {page: 1, channel: 31}}; }, methods: {get: function () {"
        " var self = this; $.ajax({url: '/api/zb',"
        " data: {channelId: self.query.channel, page: self.query.page}}); }}});",
        "new Vue({data: {q: {page: 1, channelId: param('channelId') || '31'}}, created() {"
        " axios.get('/api/zb', {params: {channelId: this.q.channelId, page: this.q.page}}); }});",
        "var api = {list: function list(q) { return axios.get('/api/zb', {params: q}); }};"
        " function show(c, n) { api.list({page: n, channelId: c}); } show(31, 1);",
    ],
)
def test_fields_of_get(text: str) -> None:
    assert len(sources(script(text))) == 1
    address, _ = sources(script(text))[0]
    path, _, query = address.partition("?")
    assert path == "/api/zb"
    assert sorted(query.split("&")) == ["channelId=31", "page=1"]


@pytest.mark.parametrize(
    ("text", "body"),
    [
        (
            "var site='b3f0-77'; function get(i){ var params = {siteGuid: site, categoryNum: '042', pageIndex: i,"
            " pageSize: 9}; $.ajax({type: 'post', url: '/rest/zb', data: {params: JSON.stringify(params)}}); }"
            " get(0);",
            "params=%7B%22siteGuid%22%3A%22b3f0-77%22%2C%22categoryNum%22%3A%22042%22%2C%22pageIndex%22%3A0"
            "%2C%22pageSize%22%3A9%7D",
        ),
        (
            "function get(i){ var d = {categoryNum: '042', pageIndex: i}; $.ajax({type: 'POST', url: '/rest/zb',"
            " contentType: 'application/json', data: JSON.stringify(d)}); } get(0);",
            '{"categoryNum": "042", "pageIndex": 0}',
        ),
        (
            "function get(i){ $.post('/rest/zb', 'categoryNum=042&pageIndex=' + i, show); } get(1);",
            "categoryNum=042&pageIndex=1",
        ),
        (
            "fetch('/rest/zb', {method: 'POST', body: new URLSearchParams({categoryNum: '042', page: n})});",
            "categoryNum=042&page=1",
        ),
        (
            "var f = new FormData(); f.append('categoryNum', '042'); f.append('page', page);"
            " fetch('/rest/zb', {method: 'post', body: f});",
            "categoryNum=042&page=1",
        ),
        (
            "axios.post('/rest/zb', Qs.stringify({categoryNum: '042', page: 1}));",
            "categoryNum=042&page=1",
        ),
        (
            "var f = new FormData(); f.append('categoryNum', '042'); f.append('page', 1); axios.post('/rest/zb', f);",
            "categoryNum=042&page=1",
        ),
        (
            "var f = new URLSearchParams(); f.append('categoryNum', '042'); f.append('page', 1);"
            " axios({method: 'post', url: '/rest/zb', data: f});",
            "categoryNum=042&page=1",
        ),
        (
            "var d = {categoryNum: '042', page: 1}; axios({method: 'post', url: '/rest/zb', data: d});",
            '{"categoryNum": "042", "page": 1}',
        ),
    ],
)
def test_fields_of_post(text: str, body: str) -> None:
    assert sources(script(text)) == [("/rest/zb", body)]


_FORM = (
    "<form id=query method=post><input type=hidden name=columnId value=31><input type=hidden name=pageNo value={page}>"
    "<input type=hidden name=pageSize value=9>{more}</form>"
)
_SENDS = script("$.ajax({type: 'POST', url: '/rest/zb', data: $('#query').serialize()});")


def test_a_form_of_hidden_fields_is_sent_as_it_stands() -> None:
    assert sources(_FORM.format(page="0", more="") + _SENDS) == [
        ("/rest/zb", "columnId=31&pageNo=0&pageSize=9")
    ]
    assert sources(_FORM.format(page="''", more="") + _SENDS) == [
        ("/rest/zb", "columnId=31&pageNo=1&pageSize=9")
    ]
    joined = script("$.post('/rest/zb', $('#query').serialize() + '&start=' + start);")
    assert sources(_FORM.format(page="1", more="") + joined)[0][1].endswith("pageSize=9&start=0")


@pytest.mark.parametrize(
    "field",
    [
        "<input name=keyword>",
        "<input type=password name=p>",
        "<input type=file name=f>",
        "<input type=hidden name=method value=delete>",
    ],
)
def test_a_form_that_takes_anything_else_is_not_sent(field: str) -> None:
    assert sources(_FORM.format(page="1", more=field) + _SENDS) == []


@pytest.mark.parametrize(
    "text",
    [
        "var d = {page: 1, userName: name}; $.post('/rest/zb', d);",
        "var d = {page: 1}; d.token = token; $.post('/rest/zb', d);",
        "var d = {page: 1, title: '好'}; fetch('/rest/zb', {method: 'POST', body: new URLSearchParams(d)});",
        "var d = {page: 1, columnId: 31}; $.post('/rest/saveZb', d);",
        "var d = {id: 31}; $.post('/rest/zb', d);",
        "$.post('/rest/zb', 'page=1&password=' + 1);",
        "function send(d){ $.post('/rest/zb', d); } var d = {page: 1};",
        "var params = {page: 1, search: {keyword: '党'}}; $.post('/rest/zb', {params: JSON.stringify(params)});",
    ],
)
def test_objects_that_are_never_sent(text: str) -> None:
    assert sources(script(text)) == []


def test_the_part_that_an_object_in_a_field_names_is_counted_on() -> None:
    text = (
        "var params = {siteGuid: 'b3f0-77a1-40c2-9d1e-5f60a2b4c7d8', categoryNum: '042', pageIndex: 0, pageSize: 9};"
        "$.ajax({type: 'post', url: '/rest/zb', data: {params: JSON.stringify(params)}});"
    )
    (first,) = [link for link in links(script(text)) if link.role == SOURCE]
    body = counted_on(body_of_post(first.url), 9)
    was, now = (json.loads(parse_qs(fields)["params"][0]) for fields in (first.body, body))
    assert now == was | {"pageIndex": 1}


@pytest.mark.parametrize(
    "value",
    [
        "getQueryString('cid')",
        "getUrlVars()['cid']",
        "this.$route.query.cid",
        "$('#cid').val()",
        "$('input[name=cid]')[0].value",
        "document.querySelector('.codes').textContent.trim()",
        "document.getElementById('box').dataset.cid",
        "parseInt($('#nodes').val())",
    ],
)
def test_values_that_a_script_reads_from_its_page(value: str) -> None:
    page = (
        "<input type=hidden id=cid name=cid value=31><div id=box data-cid=31><span class='a codes'> 31 </span>"
        "</div><textarea id=nodes style='display: none'>31</textarea>"
    )
    text = f"var c = {value}; $.getJSON('/api/zb_cid=' + c + ',pageIndex=' + p + '.json', show);"
    assert sources(page + script(text), f"{LIST}?cid=31") == [("/api/zb_cid=31,pageIndex=1.json", "")]


@pytest.mark.parametrize(
    "field", ["<input id=cid value=31>", "<input type=password id=cid>", "<input type=file id=cid>", ""]
)
def test_what_a_reader_types_is_not_read(field: str) -> None:
    text = "$.post('/rest/zb', {page: 1, code: $('#cid').val()}, show);"
    assert sources(field + script(text)) == []


@pytest.mark.parametrize(
    ("text", "body"),
    [
        (
            "function get(n){ $.post('/rest/zb', {page: n, keywords: '', 'nodeIds[]': 17, flag: 'a'}); } get(0);",
            "page=0&keywords=&nodeIds%5B%5D=17&flag=a",
        ),
        (
            "var q = {current: 1, site: ['zb'], order: {by: 'time'}}; function get(n){ q.current = n;"
            " $.ajax({type: 'POST', url: '/rest/zb', data: q}); } get(1);",
            "current=1&site%5B%5D=zb&order%5Bby%5D=time",
        ),
        (
            "function get(i){ var q = {pn: i * size, rn: 6, wd: '', on: true, time: null, with: [{f: 'no', v: '042'}]};"
            " $.ajax({type: 'post', url: '/rest/zb', data: JSON.stringify(q)}); } var size = 6; get(0);",
            '{"pn": 0, "rn": 6, "wd": "", "on": true, "time": null, "with": [{"f": "no", "v": "042"}]}',
        ),
        (
            "var i = 1; $.ajax({type: 'POST', url: '/rest/zb', data: {'next': i, table: 'news', limit: 6}}); i++;",
            "next=1&table=news&limit=6",
        ),
        (
            "var x = new XMLHttpRequest(); x.open('POST', '/rest/zb'); x.send('page=1&flag=a');",
            "page=1&flag=a",
        ),
        (
            """var more = {url: '/rest/zb', posts: '{"cat":5}', page: '1'};"""
            " $.ajax({url: more.url, type: 'POST', data: {action: 'more', query: more.posts, page: more.page}});",
            "action=more&query=%7B%22cat%22%3A5%7D&page=1",
        ),
        (
            "$.post('/rest/zb', {page: 1, empty: '暂无相关信息', kind: 'dt'}, show);",
            "page=1&empty=%E6%9A%82%E6%97%A0%E7%9B%B8%E5%85%B3%E4%BF%A1%E6%81%AF&kind=dt",
        ),
        (
            "const load = async (n) => { await axios.post('/rest/zb', {n: {page: n}, k: 'a'}); }; load(1);",
            '{"n": {"page": 1}, "k": "a"}',
        ),
        (
            "let since = null; function more(){ fetch('/rest/zb', {method: 'POST', body: JSON.stringify({nodeId: '7',"
            " since: since, pageSize: 8})}).then(r => r.json()).then(d => { since = d.data.since; show(d.data.rows); }); } more();",
            '{"nodeId": "7", "since": null, "pageSize": 8}',
        ),
        (
            "let since = null; async function more(){ const r = await fetch('/rest/zb', {method: 'POST', body: JSON.stringify({nodeId: '7',"
            " since: since, pageSize: 8})}); const d = await r.json(); since = d.data.since; } more();",
            '{"nodeId": "7", "since": null, "pageSize": 8}',
        ),
        (
            "new Vue({el: '#zb', data: {from: null}, methods: {more(){ axios.post('/rest/zb', {nodeId: 7, startTime: this.from, size: 8})"
            ".then(res => { this.from = res.data.startTime; }); }}, mounted(){ this.more(); }});",
            '{"nodeId": 7, "startTime": null, "size": 8}',
        ),
        (
            "var feed = {}; feed.from = null; feed.load = function(){ axios.post('/rest/zb', {nodeId: 7, startTime: feed.from, size: 8})"
            ".then(function(res){ feed.from = res.data.startTime; }); }; feed.load();",
            '{"nodeId": 7, "startTime": null, "size": 8}',
        ),
    ],
)
def test_constants_are_sent_as_the_script_sends_them(text: str, body: str) -> None:
    assert sources(script(text)) == [("/rest/zb", body)]


@pytest.mark.parametrize(
    "fields",
    [
        "password: ''",
        "captcha: 'a1'",
        "userName: 'a1'",
        "token: 'a1'",
        "keyword: 'zb'",
        "action: 'delete'",
        "note: '好文章'",
        "who: name",
    ],
)
def test_what_no_request_sends(fields: str) -> None:
    assert sources(script(f"$.post('/rest/zb', {{page: 1, {fields}}}, show);")) == []


def test_a_method_of_a_page_is_asked_for_beside_it() -> None:
    text = "$.ajax({type: 'POST', url: 'Zb.aspx/GetRows', data: JSON.stringify({pageIndex: 1, kind: 3})});"
    assert sources(script(text)) == [("/dj/Zb.aspx/GetRows", '{"pageIndex": 1, "kind": 3}')]


@pytest.mark.parametrize(
    "text",
    [
        "var u = '/api/zb?cid=31'; u += '&page=' + page; $.getJSON(u, show);",
        "var u = '/api/zb'; u += '?cid=31'; u += '&page=' + page; $.getJSON(u, show);",
        "function load(n) { var u = '/api/zb?cid=' + cid; u = u + '&page=' + n; $.getJSON(u, show); }"
        " var cid = 31; load(1);",
    ],
)
def test_an_address_that_grows_is_asked_for_as_a_whole(text: str) -> None:
    assert sources(script(text)) == [("/api/zb?cid=31&page=1", "")]


def test_a_number_in_an_attribute_is_added_to() -> None:
    more = "var n = parseInt($('#more').data('page')) + 1; $.get('/api/zb', {channelId: 31, page: n}, show);"
    assert sources("<a id='more' data-page='1'>加载更多</a>" + script(more)) == [
        ("/api/zb?channelId=31&page=2", "")
    ]


def test_a_difference_that_only_the_script_knows_is_not_guessed() -> None:
    assert (
        sources(script("var all = 9; function go(n) { $.get('/zb_' + (all - n + 1) + '.html', show); }"))
        == []
    )


def test_a_time_against_caches_is_any_number() -> None:
    text = "$.getJSON('/zb/list.json?_st=' + Math.floor(Date.now() / 6e4), show);"
    assert sources(script(text)) == [("/zb/list.json?_st=1", "")]


def test_data_of_one_record_is_an_article_not_a_list() -> None:
    text = (
        "function rows(q) { return axios.get('/api/zb/list', {params: q}); } rows({page: 1, channelId: 31});"
        " function one(id) { return axios.get('/api/zb/' + id); }"
        " var id = location.hash.split('=')[1]; one(id).then(show);"
    )
    found = [link for link in links(script(text)) if link.role == SOURCE]
    assert [link.url for link in found] == [f"{SITE}/api/zb/list?page=1&channelId=31"]
    assert found[0].records == f"{SITE}/api/zb/{{id}}"


@pytest.mark.parametrize(
    "text",
    [
        "var id = (location.search.match(/[?&]id=(\\d+)/) || [])[1]; $.getJSON('/api/zb', {channelId: id, page: 1});",
        "request('/api/zb', {method: 'GET', params: {channelId: 31, page: 1}});",
        "window._SET = {ID: '31', BASE: '/x'};</script><script>var S = window._SET;"
        " $.getJSON('/api/zb?channelId=' + S.ID + '&page=' + n, show);",
        "window.S = {ID: 31};</script><script>var id = (location.hash || '').replace('#', '') || S.ID;"
        " $.getJSON('/api/zb?channelId=' + id + '&page=' + n, show);",
    ],
)
def test_what_the_address_or_the_settings_of_the_page_say(text: str) -> None:
    assert sources(script(text), f"{LIST}?id=31") == [("/api/zb?channelId=31&page=1", "")]


def test_what_a_callback_counts_does_not_change_the_request_before_it() -> None:
    text = (
        "var zb = {all: 9, page: 1}; $.ajax({url: '/api/zb', data: {channelId: 31, page: zb.page},"
        " success: function (rows) { zb.page++; }});"
    )
    assert sources(script(text)) == [("/api/zb?channelId=31&page=1", "")]


@pytest.mark.parametrize(
    "text",
    [
        "$.get('/api/zb', {page: 1, t: new Date().getTime(), r: Math.random(), _: +new Date()}, show);",
        "function up(part){ $.get('/api/zb?page=' + part.num + '&size=' + part.size, show); }",
    ],
)
def test_what_keeps_caches_away_and_the_size_of_a_part_are_filled_in(text: str) -> None:
    ((address, _),) = sources(script(text))
    fields = parse_qs(address.partition("?")[2])
    assert fields.pop("page") == ["1"]
    assert fields in ({"t": ["1"], "r": ["1"], "_": ["1"]}, {"size": ["10"]})


def test_fields_that_are_written_as_json_by_variables_and_functions() -> None:
    text = (
        "load(1); function load(n) { var by = [{field: 'top', type: 'desc'}]; var orders = JSON.stringify(by);"
        " var returnInfos = JSON.stringify(infos());"
        " $.post('/svc/query', {columnId: 31, pageIndex: n, orders: orders, returnInfos: returnInfos}, show); }"
        " function infos() { var d = [{name: 'title'}]; return d; }"
    )
    ((url, body),) = sources(script(text))
    assert url == "/svc/query"
    assert parse_qs(body) == {
        "columnId": ["31"],
        "pageIndex": ["1"],
        "orders": ['[{"field":"top","type":"desc"}]'],
        "returnInfos": ['[{"name":"title"}]'],
    }
