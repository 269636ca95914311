"""Data that fills a list: what the scripts of a page ask for."""

from __future__ import annotations

import json

import pytest
from page.hidden_links.reading import LIST, SITE, links, script

from topiccrawl.page.anchors.link import SOURCE
from topiccrawl.page.hidden_links.page_scripts import PageScripts
from topiccrawl.page.page import Page


def sources(body: str, url: str = LIST) -> list[tuple[str, str]]:
    return [(link.url.removeprefix(SITE), link.body) for link in links(body, url) if link.role == SOURCE]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$.get('/api/list.do',{page:1,cid:7},f);", "/api/list.do?page=1&cid=7"),
        ("$.getJSON('/data/dj.json',f);", "/data/dj.json"),
        ("fetch('/api/content/800').then(show);", "/api/content/800"),
        (
            "$.ajax({dataType:'jsonp',url:'/api/list.do?page=1&callback=?'});",
            "/api/list.do?page=1&callback=callback",
        ),
        ("$('#list').load('/frag/list.html');", "/frag/list.html"),
        ("let p=1;fetch(`/api/list?page=${p}&size=10`).then(r=>r.json());", "/api/list?page=1&size=10"),
        ("var x=new XMLHttpRequest();x.open('GET','/api/list?page='+p,true);x.send();", "/api/list?page=1"),
        ("var n=0;function more(){n++;$.get('/api/list?page='+n,f)}more();", "/api/list?page=1"),
        ("$.get('/api/list?offset='+o,f);", "/api/list?offset=0"),
        ("var api='/api/';var cid=7;$.get(api+'list?page=1&cid='+cid,f);", "/api/list?page=1&cid=7"),
        ("$.get('/api/list'+location.search,f);", "/api/list"),
        ("$.get('/fbdt/rows.json',f);", "/fbdt/rows.json"),
        ("var c=7;$.get('/api/rows/'.concat(c,'?page=').concat(1),f);", "/api/rows/7?page=1"),
        ("fetchNewsList('/api/rows/7?page='+p,f);", "/api/rows/7?page=1"),
        ("http.getJson('/api/rows/7?page='+p,f);", "/api/rows/7?page=1"),
        ("$.get(['/api', 'rows', 7].join('/') + ['?page', 1].join('='),f);", "/api/rows/7?page=1"),
        ("$.get('/api/list?page=1&dept=',f);", "/api/list?page=1&dept="),
        (
            "var e={list:function(e,t){return n({url:'/f/rows/page?current='+e+'&size='+t,method:'get'})}};",
            "/f/rows/page?current=1&size=10",
        ),
        ("$.ajax({url:'/zt/dj.js?callback=show',dataType:'script'});", "/zt/dj.js?callback=show"),
        ("$.get('/gk/searchFile?page=1&path=2,13,',f);", "/gk/searchFile?page=1&path=2,13,"),
        (
            "var d='/dj/';$.get('/was/web/search?channelid=5&sql='+encodeURIComponent(\"u='%\"+d+\"%'\")+'&page=1',f);",
            "/was/web/search?channelid=5&sql=u=%27%25/dj/%25%27&page=1",
        ),
        (
            "$.get('/api/list',{page:1,searchColumn:'all',searchYear:'all',searchword:''},f);",
            "/api/list?page=1&searchColumn=all&searchYear=all&searchword=",
        ),
    ],
)
def test_requests_by_get(text: str, expected: str) -> None:
    assert sources(script(text)) == [(expected, "")]


@pytest.mark.parametrize(
    ("constants", "asks"),
    [
        ("var ctx = '/portal', cid = 7;", "$.get(ctx + '/rows.do?page=1&cid=' + cid, show);"),
        (
            "var own = {base: '/portal/', id: '7'};",
            "$.get(own.base + 'rows.do', {page: 1, cid: own.id}, show);",
        ),
        ("// 栏目\nctx = '/portal';\nlet cid = 7", "$.get(`${ctx}/rows.do`, {page: 1, cid: cid}, show);"),
    ],
)
def test_constants_of_a_script_of_their_own(constants: str, asks: str) -> None:
    for body in (script(constants) + script(asks), script(asks) + script(constants)):
        assert sources(body) == [("/portal/rows.do?page=1&cid=7", "")]


def test_each_column_of_a_tree_is_asked_for_from_its_first_part() -> None:
    load = "function show(cid,p){$('#list').load('/gk/list_'+cid+'_'+p+'.html')} show('a1',1);"
    body = "<li onclick=\"show('b4',1)\">党员教育</li><li onclick=\"show('a1',1)\">组织机构</li>"
    further = "<a href=\"javascript:show('a1',2)\">2</a>"
    assert sources(script(load) + body + further) == [("/gk/list_a1_1.html", ""), ("/gk/list_b4_1.html", "")]


def test_each_option_that_a_list_is_loaded_for_is_asked_for() -> None:
    load = script("function show(unit){$('#list').load('/gk/unit_'+unit+'.html')} show('zz');")
    options = (
        "<option value='zz'>组织支部</option><option value='jw'>纪检支部</option><option>请选择</option>"
    )
    body = (
        f"<select onchange='show(this.value)'>{options}</select><select><option value='x'>x</option></select>"
    )
    assert sources(load + body) == [("/gk/unit_zz.html", ""), ("/gk/unit_jw.html", "")]


_ASK = "var cid='zz', n=1; function ask(){ $.getJSON('/gk/rows',{cid:cid,page:n},f) } ask();"


@pytest.mark.parametrize(
    ("tab", "text"),
    [
        ("<li onclick=\"pick('{}')\">", "function pick(id){ cid = id; n = 1; ask(); }" + _ASK),
        (
            "<li onclick=\"pick('{}')\">",
            "const pick = c => { cid = c; start() }; function start(){ ask() }" + _ASK,
        ),
        (
            "<li onclick=\"pick('{}')\">",
            "var q = {cid: 'zz', page: 1}; function pick(id){ q.cid = id; ask(); }"
            " function ask(){ $.getJSON('/gk/rows', q, f) } ask();",
        ),
        ("<li onclick=\"cid='{}';ask()\">", _ASK),
        (
            "<li class=tab data-cid={}>",
            "$('.tab').click(function(){ cid = $(this).data('cid'); ask(); });" + _ASK,
        ),
        (
            "<li class=tab data-cid={}>",
            "$('.tab').click(function(){ var c = $(this).attr('data-cid'); cid = c; n = 1; ask(); });" + _ASK,
        ),
    ],
)
def test_tabs_that_set_a_variable_before_the_list_is_asked_for(tab: str, text: str) -> None:
    body = "".join(f"{tab.format(cid)}{name}</li>" for cid, name in (("zz", "组织建设"), ("jy", "党员教育")))
    assert sources(body + script(text)) == [("/gk/rows?cid=zz&page=1", ""), ("/gk/rows?cid=jy&page=1", "")]


@pytest.mark.parametrize(
    "tabs",
    [
        "<li v-for='t in tabs' @click=\"pick(t.id)\">{{t.name}}</li>",
        "<li @click=\"pick('zz')\">组织建设</li><li v-on:click=\"pick('jy')\">党员教育</li>",
    ],
)
def test_tabs_of_a_view_that_set_its_state(tabs: str) -> None:
    view = (
        "new Vue({data(){ return {tabs: [{id: 'zz', name: '组织建设'}, {id: 'jy', name: '党员教育'}], cid: 'zz',"
        " page: 1} }, methods: {pick(id){ this.cid = id; this.page = 1; this.load() },"
        " load(){ axios.get('/gk/rows', {params: {cid: this.cid, page: this.page}}).then(show) }}});"
    )
    expected = [("/gk/rows?cid=zz&page=1", ""), ("/gk/rows?cid=jy&page=1", "")]
    assert sources(tabs + script(view)) == expected


@pytest.mark.parametrize(
    "calls",
    [
        "$(function(){ show('zz','#a',4); show('jy','#b',4); });",
        "var units = ['zz', 'jy']; for (var i = 0; i < 2; i++) show(units[i], '#a', 4);",
        "var units = [{c: 'zz'}, {c: 'jy'}]; units.forEach(function (u, i) { show(u.c, '#box', 4); });",
        "var units = ['zz', 'jy']; $.each(units, function (i, code) {"
        " $.getJSON('/gk/' + code + '.json?n=4', f); });",
        "var units = ['zz', 'jy']; $('li').click(function(){ show(units[$(this).index()], '#a', 4); });",
    ],
)
def test_lists_that_a_script_asks_for_one_by_one(calls: str) -> None:
    show = "function show(code, box, n){ $.getJSON('/gk/' + code + '.json?n=' + n, f); }"
    assert sources(script(show + calls)) == [("/gk/zz.json?n=4", ""), ("/gk/jy.json?n=4", "")]
    assert sources(script(show + "show('12', '#a', 4);")) == []  # a record, perhaps


def test_a_click_that_sets_the_number_of_a_part_names_no_other_list() -> None:
    text = "function turn(p){ n = p; ask(); }" + _ASK
    assert sources("<a href='javascript:turn(2)'>2</a>" + script(text)) == [("/gk/rows?cid=zz&page=1", "")]


def test_a_list_in_a_variable_is_sent_as_a_field() -> None:
    text = (
        "function ask(){var fields=[{'name':'bt','as':'title'}];"
        "$.post('/query',{columnId:7,pageIndex:1,returnInfos:JSON.stringify(fields)},f)} ask();"
    )
    infos = "%5B%7B%22name%22%3A%22bt%22%2C%22as%22%3A%22title%22%7D%5D"
    ((_, body),) = sources(script(text))
    assert body == f"columnId=7&pageIndex=1&returnInfos={infos}"


@pytest.mark.parametrize(
    ("text", "url", "body"),
    [
        (
            "$.ajax({url:'/api/list.do',method:'POST',data:'pageNo=1&cid=7'});",
            "/api/list.do#POST:cid=7&pageNo=1",
            "pageNo=1&cid=7",
        ),
        (
            "$.ajax({url:'/api/l.do',type:'POST',contentType:'application/json',data:JSON.stringify({pageNo:1,channelId:'007'})});",
            "/api/l.do#POST:%7B%22channelId%22%3A%20%22007%22%2C%20%22pageNo%22%3A%201%7D",
            '{"pageNo": 1, "channelId": "007"}',
        ),
        ("axios.post('/api/c',{page:1});", "/api/c#POST:%7B%22page%22%3A%201%7D", '{"page": 1}'),
        (
            "var last='';$.post('/api/ask',{fid:42,lastItem:last},f);",
            "/api/ask#POST:fid=42&lastItem=",
            "fid=42&lastItem=",
        ),
    ],
)
def test_requests_by_post(text: str, url: str, body: str) -> None:
    assert sources(script(text)) == [(url, body)]


@pytest.mark.parametrize(
    "text",
    [
        "$.post('/api/list.do',{page:1,token:'x'});",
        "$.post('/api/list.do',{page:1,content:'好'});",
        "$.post('/api/list.do',{page:1,title:'好'});",
        "$.post('/api/list.do',{page:1,x:unknown});",
        "$.post('/api/addHit.do',{id:7});",
        "$.post('/api/delete.do',{id:7,page:1});",
        "$.post('/api/saveList',{page:1});",
        "$.post('/api/detail.do',{id:7});",
        "$.post('/vote.do',{id:7,page:1});",
        "$.post('http://api.example.cn/list.do',{page:1});",
        "$.get('/api/list.do',{page:1,keyword:'党'});",
        "$.get('/api/list.do',{page:1,searchWords:'党'});",
        "$.get('/fb/list.do',{page:1});",
        "$.get('http://other.test/api/list.do',{page:1});",
        "$.get('/api/'+kind+'/list.do',{page:1});",
        "$.get('/js/common.js');",
        "$.get('/login');",
        "window.open('/api/list.do?page=1');",
    ],
)
def test_what_is_never_asked_for(text: str) -> None:
    assert sources(script(text)) == []


def test_scripts_of_data_are_asked_for_where_they_name_a_function() -> None:
    files = [
        "/data/list.jsonp?callback=show",
        "/api/l?cb=show&p=1",
        "/js/jquery.js",
        "http://other.test/l.jsonp?callback=x",
        "/js/a.js?v=1",
    ]
    body = "".join(f"<script src='{file}'></script>" for file in files)
    assert [url for url, _ in sources(body)] == files[:2]


@pytest.mark.parametrize(
    "name",
    ["data-next", "data-source", "data-json", "hx-get", "data-include", "w3-include-html", "include-html"],
)
def test_attributes_that_name_the_next_part(name: str) -> None:
    assert sources(f"<div {name}='/frag/list_2.html'></div><div data-api='http://other.test/l'></div>") == [
        ("/frag/list_2.html", "")
    ]


@pytest.mark.parametrize("name", ["header", "footer", "nav", "top", "foot", "menu"])
def test_included_pieces_that_each_page_has_are_no_lists(name: str) -> None:
    assert (
        sources(f"<div data-include='/inc/{name}.html'></div><include src='/inc/{name}.html'></include>")
        == []
    )


def test_a_function_that_asks_is_given_address_and_fields_as_options() -> None:
    asks = "function ask(o){ return $.ajax({url: '/web' + o.url, data: o.data}); }"
    given = "ask({url: '/rows', data: {cid: 3, page: 1}}).then(show);"
    assert ("/web/rows?cid=3&page=1", "") in sources(script(asks + given))


@pytest.mark.parametrize(
    "data", ["\"{'page': 1, 'cid': 3}\"", "'{page: ' + n + ', cid: 3}'", '\'{"page": 1, "cid": 3}\'']
)
def test_a_text_that_is_an_object_is_sent_as_one(data: str) -> None:
    asks = f"var n = 1; $.ajax({{type: 'POST', url: 'News.aspx/GetList', data: {data}, success: show}});"
    assert [body for _, body in sources(script(asks))] == ['{"page": 1, "cid": 3}']
    assert sources(script(asks.replace("page", "score"))) == []


def test_settings_that_name_the_data_of_a_list() -> None:
    settings = "window.site = {title: '山村党建', rows: '/data/col_7.json', logo: '/i/a.png', api: '/x/'};"
    assert sources("<div id=app></div>" + script(settings)) == [("/data/col_7.json", "")]
    assert sources("<div id=app></div>" + script("show({rows: '/data/col_7.json'});")) == []


def test_a_page_asks_for_a_bounded_number() -> None:
    assert len(sources(script("".join(f"$.get('/api/list.do?page=1&cid={n}',f);" for n in range(500))))) <= 30


ADDRESS = "var list = '/dj/list.json';"


@pytest.mark.parametrize(
    ("body", "is_read"),
    [
        (script(f"{ADDRESS} $.get(address, show);"), True),
        (script(f"{ADDRESS} $.get(address)"), True),
        (script("var n = known.get(key); go('/dj/list');"), False),
        (script("var n = known.get(0); go('/dj/list');"), False),
        (script("if (cookie.get('name')) go('/dj/list');"), False),
        (script("$(window).load(function () { go('/dj/list'); })"), False),
        (script("var a = {html: true, 'html': 1}; if (kind == 'html') go();"), False),
        (script("pager('list', 'html');"), True),
        (f"<iframe id=nr></iframe>{script('document.getElementById(`nr`).src = place;')}", True),
        (f"<iframe></iframe>{script('$(`iframe`).attr({src: place});'.replace('`', chr(39)))}", True),
        (f"<iframe id=nr></iframe>{script('picture.src = place;')}", False),
        (f"<object></object>{script('if (typeof a == `object`) picture.src = place;')}", False),
    ],
)
def test_only_scripts_that_may_lead_somewhere_are_read(body: str, is_read: bool) -> None:
    anchors = "<a href='/1.html'>支部</a>" * 30  # a page without them has its other scripts read, too
    page = Page(LIST, f"<html><body>{anchors}{body}</body></html>")
    assert bool(PageScripts.of(page).code.scripts) == is_read


@pytest.mark.parametrize(
    "asks", ["x.open('GET', u)", "$.get(u, show)", "$.get('tab.asp', {lm: %s}, show)", "fetch(u).then(show)"]
)
@pytest.mark.parametrize("name", ["n", "i", "cid"])
def test_tabs_under_the_pointer_ask_for_lists_not_for_parts(asks: str, name: str) -> None:
    text = f"function tab({name}){{ var u = 'tab.asp?lm=' + {name}; {asks.replace('%s', name)}; }}"
    tabs = "".join(f"<li onmouseover='tab({n})'>第{n}党小组" for n in (1, 2, 3))
    expected = [(f"/dj/tab.asp?lm={n}", "") for n in (1, 2, 3)]
    assert sources(tabs + script(f"var x = new XMLHttpRequest(); {text}")) == expected


def test_the_number_of_a_page_is_no_list_of_its_own() -> None:
    text = script("function go(n){ $.get('rows.asp?lm=3&p=' + n, show); } go(1);")
    pager = "".join(f"<li onclick='go({n})'>{n}" for n in (1, 2, 3))
    assert sources(text + pager) == [("/dj/rows.asp?lm=3&p=1", "")]


@pytest.mark.parametrize(
    "text",
    [
        "$('.pg li').click(function(){ var n = $(this).index() + 1; if (n == 1) { $('#l').load('index.html #l') }"
        " else { $('#l').load('list_' + n + '.html #l'); } });",
        "function go(n){ $('#l').load(n == 1 ? 'index.html' : 'list_' + n + '.html'); }",
    ],
)
def test_where_the_first_part_has_another_name_the_second_is_asked_for_too(text: str) -> None:
    assert sources(script(text)) == [("/dj/list_1.html", ""), ("/dj/list_2.html", "")]


@pytest.mark.parametrize(("place", "first"), [("$(this).index()", 0), ("($(this).index() + 1)", 1)])
def test_the_place_of_a_tab_is_that_of_the_first(place: str, first: int) -> None:
    body = script(f"$('.tab').click(function(){{ $.get('/rows?lm=' + {place}, show); }});")
    assert sources(body) == [(f"/rows?lm={first}", "")]


@pytest.mark.parametrize(
    "number",
    ["location.hash.split('/')[1]", "parseInt(location.hash.replace('#p', ''))", "location.hash.substr(2)"],
)
def test_the_part_behind_the_address_is_the_first(number: str) -> None:
    text = f"onhashchange = function(){{ var n = {number}; $('#l').load('/frag/list_' + n + '.htm'); }};"
    assert sources(script(text)) == [("/frag/list_1.htm", "")]


@pytest.mark.parametrize(
    "text",
    [
        "var m = ['202412', '202411']; var i = 0; function more(){ $.getJSON('/d/' + m[i] + '.json', f); i++; }",
        "['202412', '202411'].forEach(p => { fetch('/d/' + p + '.json') });",
    ],
)
def test_each_item_of_an_array_is_a_file(text: str) -> None:
    assert sources(script(text)) == [("/d/202412.json", ""), ("/d/202411.json", "")]


def test_an_item_of_an_answer_is_no_number_whatever_it_is_called() -> None:
    text = "fetch('/d/index.json').then(r => r.json()).then(m => { m.parts.forEach(p => { fetch('/d/' + p) }) });"
    assert sources(script(text)) == [("/d/index.json", "")]


_LOOPS = "<script>for(var i=2024;i>=2023;i--)document.write('<option value='+i+'>'+i);</script>"
_MONTHS = "<script>for(var j=1;j<=2;j++)document.write('<option value='+(j<10?'0'+j:j)+'>'+j);</script>"


@pytest.mark.parametrize(
    ("years", "months"),
    [("<option>2024<option>2023", "<option value=01>1月<option value=02>2月"), (_LOOPS, _MONTHS)],
)
def test_each_month_of_two_selections_is_asked_for(years: str, months: str) -> None:
    body = f"<select id=y>{years}</select><select id=m>{months}</select><div id=l></div>"
    asked = "$('#l').load('/a/' + $('#y').val() + '/' + $('#m').val() + '.htm')"
    expected = ["2024/01", "2024/02", "2023/01", "2023/02"]
    assert [url for url, _ in sources(body + script(asked))] == [f"/a/{month}.htm" for month in expected]
    assert len(sources(body + script("$.get('/a.asp', {y: $('#y').val(), m: $('#m').val()}, show)"))) == 4


def test_a_selection_that_may_be_left_open_asks_for_all_of_its_years() -> None:
    body = "<select id=y><option value=''>全部<option>2024<option>2023</select>"
    assert sources(body + script("$.get('/a.asp', {y: $('#y').val()}, show)")) == [("/a.asp?y=", "")]


@pytest.mark.parametrize("query", ["query($p: Int) { list(page: $p) { id title } }", "{ list { id } }"])
def test_a_query_in_graphql_is_sent_and_a_mutation_never(query: str) -> None:
    text = "fetch('/graphql', {method: 'POST', body: JSON.stringify({query: Q, variables: {page: n}})})"
    (found,) = sources(script(f"var n = 1, Q = '{query}'; {text}"))
    assert json.loads(found[1]) == {"query": query, "variables": {"page": 1}}
    assert sources(script(f"var n = 1, Q = 'mutation {query}'; {text}")) == []


@pytest.mark.parametrize(
    "number",
    [r"location.pathname.match(/(\d+)\.html/)[1]", "location.pathname.split('/').pop().split('.')[0]"],
)
def test_the_number_in_its_own_path_names_what_a_page_asks_for(number: str) -> None:
    body = script(f"var id = {number}; fetch('/api/detail/' + id).then(show);")
    assert sources(body, f"{SITE}/dj/4711.html") == [("/api/detail/4711", "")]


def test_of_several_numbers_in_its_path_none_is_taken() -> None:
    body = script(r"var id = location.pathname.match(/(\d+)/)[1]; fetch('/api/detail/' + id).then(show);")
    assert sources(body, f"{SITE}/12/4711.html") == []
