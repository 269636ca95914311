"""Kinds of lists whose parts stand in several places: a script, its templates, attributes, data."""

from __future__ import annotations

from base64 import b64encode
from urllib.parse import quote

import pytest
from page.hidden_links.reading import FIRST, LIST, SITE, links, pagers, script, told

from topiccrawl.page.anchors.link import SOURCE
from topiccrawl.page.anchors.pagers import following
from topiccrawl.page.hidden_links.id_templates import IdTemplate
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.shown.data_page import is_data, page_of_data, page_of_fragment

_MENU = "".join(f"<a href='/m{n}/'>栏目{n}</a>" for n in range(40))
TITLE, OTHER = "渔港村党支部清点旧渔网", "灯塔站党员夜校开讲新课"


def sources(body: str, url: str = LIST) -> list[tuple[str, str]]:
    """Return the address and the body of the data that a page names."""
    return [(link.url.removeprefix(SITE), link.body) for link in links(body, url) if link.role == SOURCE]


def records(body: str) -> set[str]:
    """Return the addresses of records that the data of a page has."""
    return {link.records.removeprefix(SITE) for link in links(body) if link.role == SOURCE}


@pytest.mark.parametrize(
    ("written", "address"),
    [
        (
            """$('ul').append('<li><a href="/yg/' + o.nid + '.html">' + o.bt + '</a></li>');""",
            "/yg/{nid}.html",
        ),
        (
            """box.innerHTML += d.rows.map(x => `<a href="/yg/${x.docId}">${x.t}</a>`).join('');""",
            "/yg/{docId}",
        ),
        ("""s += '<a href="../' + v.y + '/' + v.guid + '.htm">';""", "/{y}/{guid}.htm"),
        ("function open1(id){ location.href = '/yg/' + id + '.html'; }", "/yg/{id}.html"),
        ("""s += '<a href="/yg/show?xfbh=' + o.xfbh + '">';""", "/yg/show?xfbh={xfbh}"),
        ("function go(o){ uni.navigateTo({url: '/yg/show?id=' + o.id}); }", "/yg/show?id={id}"),
        ("""s += '<a href="/yg/'.concat(o.nid, '.html">').concat(o.bt, '</a>');""", "/yg/{nid}.html"),
        ("""n('a', {key: o.nid, attrs: {href: '/yg/' + o.nid + '.html'}}, [o.bt]);""", "/yg/{nid}.html"),
        ("""jsx(Link, {to: `/yg/${o.slug}`, children: o.bt});""", "/yg/{slug}"),
        ("""rows.push('<a href="/yg/', o.nid, '.html">', o.bt, '</a>');""", "/yg/{nid}.html"),
        ("""$('<a>').attr('href', '/yg/' + o.nid + '.html').text(o.bt);""", "/yg/{nid}.html"),
        (
            """s += '<a href="' + at(o) + '">'; function at(x) { return '/yg/' + x.nid + '.html'; }""",
            "/yg/{nid}.html",
        ),
    ],
)
def test_addresses_of_records_go_with_the_data_that_is_asked_for(written: str, address: str) -> None:
    assert records(script(f"$.getJSON('/api/list', {{page: 1}}, function (d) {{ {written} }});")) == {address}


@pytest.mark.parametrize(
    "template",
    [
        "<script type='text/html' id=t>{{each rows as v}}<a href='/yg/{{v.key}}.html'>{{v.bt}}</a>{{/each}}</script>",
        "<script type='text/template'><% for (;;) { %><a href='/yg/<%= v.key %>.html'></a><% } %></script>",
        "<ul><li v-for=\"v in rows\"><a :href=\"'/yg/' + v.key + '.html'\">{{ v.bt }}</a></li></ul>",
        "<ul><li ng-repeat='v in rows'><a ng-href='/yg/{{v.key}}.html'>{{v.bt}}</a></li></ul>",
    ],
)
def test_templates_of_pages_name_the_addresses_of_records(template: str) -> None:
    assert records(template + script("$.get('/rows', {n: n}, show);")) == {"/yg/{key}.html"}


def test_addresses_in_data_are_relative_to_the_page_that_writes_them_into_its_anchors() -> None:
    asked = "$.get('/data/1.json', {page: 1}, function (d) { $('a').html('<a href=\"' + d.url + '\">'); });"
    assert records(script(asked)) == {"/dj/{url}"}
    rows = f'[{{"url": "a/1.html", "t": "{TITLE}"}}, {{"url": "/b/2.html", "t": "{OTHER}"}}]'
    for addresses, first in ((f"{SITE}/dj/{{url}}", "/dj/a/1.html"), ("", "/data/a/1.html")):
        found = page_of_data(Page.of(rows, f"{SITE}/data/1.json"), addresses)
        assert found is not None
        assert [link.url for link in links_of(found[0])] == [SITE + first, f"{SITE}/b/2.html"]


def test_anchors_of_the_page_say_the_addresses_of_records_in_its_script() -> None:
    rows = script(f"$scope.rows=[{{nid: 7, bt: '{TITLE}'}}, {{nid: 8, bt: '{OTHER}'}}];")
    anchors = "<a ng-repeat='r in rows' ng-href='/yg/{{r.nid}}.html'>{{r.bt}}</a>"
    assert told(anchors + rows) == [("/yg/7.html", TITLE, "record"), ("/yg/8.html", OTHER, "record")]


def test_records_with_an_id_alone_become_links() -> None:
    page = Page(
        f"{SITE}/rows?n=1", f'{{"rows": [{{"key": "a1b2", "bt": "{TITLE}"}}, {{"key": 7, "bt": "短"}}]}}'
    )
    found = page_of_data(page, f"{SITE}/yg/{{key}}.html")
    assert [(link.url, link.anchor) for link in links_of(found[0])] == [(f"{SITE}/yg/a1b2.html", TITLE)]
    assert page_of_data(page) is None


@pytest.mark.parametrize(
    "text",
    [
        "const http = axios.create({baseURL: '/gate/cms'}); const api = {list: '/doc/page'};"
        "let pageNo = 1; http.get(api.list, {params: {channel: 'dj', pageNo, pageSize: 6}});",
        "axios.defaults.baseURL = '/gate/cms'; axios.get('/doc/page', {params: {channel: 'dj', pageNo: 1, pageSize: 6}})",
        "window.CFG = {api: {list: '/gate/cms/doc/page'}}; var c = window.CFG;"
        "$.get(c.api.list, {channel: 'dj', pageNo: 1, pageSize: 6});",
    ],
)
def test_addresses_that_a_script_keeps_by_name(text: str) -> None:
    assert sources(script(text)) == [("/gate/cms/doc/page?channel=dj&pageNo=1&pageSize=6", "")]


@pytest.mark.parametrize(
    "tabs",
    [
        "<li data-cid=21>党员之家</li><li data-cid='22'>渔港夜话</li>"
        + script(
            "$('li').click(function(){ $('#x').load('/ajax/c' + $(this).attr('data-cid') + '.html'); });"
        ),
        "<li onclick='tab(21)'>党员之家</li><li onclick='tab(22)'>渔港夜话</li>"
        + script("function tab(cid){ $('#x').load('/ajax/c' + cid + '.html'); }"),
    ],
)
def test_each_tab_names_a_list(tabs: str) -> None:
    assert sources(tabs) == [("/ajax/c21.html", ""), ("/ajax/c22.html", "")]


def test_the_part_behind_the_hash_begins_with_the_first() -> None:
    text = (
        "function show(){ var n = location.hash.slice(2) || 1; $('#l').load('part/' + n + '.html'); } show();"
    )
    assert sources(script(text)) == [("/dj/part/1.html", "")]


def test_a_search_for_a_part_of_a_fixed_list_is_a_list_but_no_other_search() -> None:
    fixed = script("var u = '/common/search/' + 'b0aa' + '?_json=true&page='; $.ajax({url: u + 1});")
    assert sources(fixed) == [("/common/search/b0aa?_json=true&page=1", "")]
    rows = "function load(n) {{ $.post('/open/{}', {{{}}}, show); }} load(1);"
    catalogue = rows.format("searchList.jsp?curPage=' + n + '&unit=u5", "classId: 'A07', rows: '10'")
    assert sources(script(catalogue)) == [
        ("/open/searchList.jsp?curPage=1&unit=u5#POST:classId=A07&rows=10", "classId=A07&rows=10")
    ]
    posted = rows.format("search.do", "classId: 'A07', pageNo: n")
    assert sources(script(posted)) == [("/open/search.do#POST:classId=A07&pageNo=1", "classId=A07&pageNo=1")]
    of_class = rows.format("search.do", "classId: 'A07', keyword: '', pageNo: n")
    assert [url for url, _ in sources(script(of_class))] == [
        "/open/search.do#POST:classId=A07&keyword=&pageNo=1"
    ]
    for address, fields in (
        ("search.do", "pageNo: n, rows: 10"),  # of all pages
        ("search.do", "siteId: 5, keyword: '', pageNo: n"),
        ("search.do?q=a", "unit: 'u5', pageNo: n"),  # of what a reader types
    ):
        assert sources(script(rows.format(address, fields))) == []
    assert sources(script("$.ajax({url: '/search/all.do?sort=1'});")) == []


def test_fields_that_are_json_are_sent_as_they_are() -> None:
    text = "$.ajax({type: 'post', url: '/q?obj=a', data: {pageIndex: 1, orders: '[{\"f\":\"t\"}]', returnInfos: [{f: 't'}]}});"
    [(_, body)] = sources(script(text))
    assert (
        body == "pageIndex=1&orders=%5B%7B%22f%22%3A%22t%22%7D%5D&returnInfos=%5B%7B%22f%22%3A%22t%22%7D%5D"
    )
    never = text.replace("returnInfos: [{f: 't'}]", "param: [{password: 't'}]")
    assert sources(script(never)) == []


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (f"{TITLE}|yg/1.htm|2025-03-01\n{OTHER}|yg/2.htm|2025-03-02\n", 2),
        (f"yg/1.htm\t{TITLE}\nyg/2.htm\t{OTHER}\n", 2),
        (f"{TITLE}，记者到场。\n{OTHER}。\n", None),
        (f"{TITLE}|yg/1.htm|2025-03-01\n说明\n另一行\n第三行\n", None),
    ],
)
def test_text_files_with_a_record_in_each_line(text: str, rows: int | None) -> None:
    page = Page(f"{SITE}/dj/news.txt", text)
    found = page_of_data(page) if is_data(text) else None
    assert (found is None) == (rows is None)
    if found is not None:
        assert [link.url for link in links_of(found[0])] == [f"{SITE}/dj/yg/1.htm", f"{SITE}/dj/yg/2.htm"]


def test_xml_of_any_root_whose_fields_are_attributes() -> None:
    text = (
        f'<?xml version="1.0"?>\n<news n="1"><item url="/yg/1.htm" title="{TITLE}" date="2025-03-01"/></news>'
    )
    found = page_of_data(Page(f"{SITE}/news.xml", text)) if is_data(text) else None
    assert [link.anchor for link in links_of(found[0])] == [TITLE]
    assert not is_data('<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><p>党建</p></html>')


def test_issues_of_a_newspaper_are_known_by_their_days() -> None:
    text = "<?xml version='1.0'?><list><p id='1'><day>2025-04-15</day><front>15/node_2.htm</front></p></list>"
    found = page_of_data(Page(f"{SITE}/html/2025-04/period.xml", text))
    assert [(link.url.removeprefix(SITE), link.anchor) for link in links_of(found[0])] == [
        ("/html/2025-04/15/node_2.htm", "2025-04-15")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "d = new dTree('d'); d.add(0,-1,'渔港党建'); d.add(1,0,'支部生活','a.htm'); d.add(2,0,'夜校','b.htm','夜校','_self');",
        "var nodes = [{id: 1, pId: 0, name: '支部生活', url: 'a.htm'}, {id: 2, pId: 0, name: '夜校', url: 'b.htm'}];",
    ],
)
def test_menus_that_a_script_builds(text: str) -> None:
    assert [(url, anchor) for url, anchor, _ in told(script(text))] == [
        ("/dj/a.htm", "支部生活"),
        ("/dj/b.htm", "夜校"),
    ]


def test_one_call_with_a_name_and_an_address_is_no_menu() -> None:
    assert (
        told(script("addFavorite('渔港党建', '/dj/a.htm'); share('转发', 'http://other.test/a.htm');")) == []
    )


@pytest.mark.parametrize(
    ("body", "url", "expected"),
    [
        (
            "<input type=button value='下一页' onclick=\"window.location='l-2.html'\">",
            f"{SITE}/dj/l-1.html",
            "/dj/l-2.html",
        ),
        (
            "<form action='/dj/list'><input type=hidden name=lm value=a><button name=page value=2>2</button></form>",
            f"{SITE}/dj/list?lm=a",
            "/dj/list?lm=a&page=2",
        ),
        (
            "<div class=pager data-total=18 data-size=6 data-current=1 data-url='/dj/l_{page}.html'></div>",
            f"{SITE}/dj/l_1.html",
            "/dj/l_2.html",
        ),
        ("<a onclick=\"_list_gotopage_fun(4,'u6',1)\" href='#'>转到</a>", f"{SITE}/dt.htm", "/dt/3.htm"),
        (script("new InfiniteScroll('.l', {path: '/dj/p{{#}}.html'});"), f"{SITE}/dj/", "/dj/p2.html"),
        (
            "<form action='/dj/list'><select name=nd><option selected>2024<option>2021</select></form>",
            f"{SITE}/dj/list",
            "/dj/list?nd=2021",
        ),
        ("<a href='/2025/02/'>上个月</a>", f"{SITE}/2025/03/", "/2025/02/"),
        ("<a href='/2025/03/20/'>前一天</a>", f"{SITE}/2025/03/21/", "/2025/03/20/"),
    ],
)
def test_pagers_of_more_kinds(body: str, url: str, expected: str) -> None:
    assert [address for address, _ in pagers(body, url)] == [expected]


@pytest.mark.parametrize(
    ("body", "url"),
    [
        ("<div data-total=18 data-size=6 data-url='/dj/l_{page}.html'></div>", f"{SITE}/dj/l_3.html"),
        ("<div data-url='/other/l_{page}.html'></div>", f"{SITE}/dj/l_1.html"),
        ("<a onclick=\"_list_gotopage_fun(4,'u6',1)\" href='#'>转到</a>", f"{SITE}/dt/1.htm"),
        ("<form><input name=q type=text><button name=page value=2>2</button></form>", f"{SITE}/dj/list"),
        (
            "<input type=button value='下一页' onclick=\"location='http://other.test/2.html'\">",
            f"{SITE}/dj/l-1.html",
        ),
    ],
)
def test_what_is_no_pager_of_this_list(body: str, url: str) -> None:
    assert pagers(body, url) == []


def test_a_later_month_and_day_do_not_lead_on() -> None:
    body = "<a href='/2025/04/'>下个月</a><a href='/2025/03/22/'>后一天</a>"
    assert following(links(body, f"{SITE}/2025/03/"), 0) == []


YEARS = "<select name=nian><option value=2025 {a}>2025年<option value=2024 {b}>2024年</select>"
MONTHS = "<select name=yue>" + "".join(f"<option value={m}>{m}月" for m in range(1, 13)) + "</select>"


def test_archives_of_a_form_are_walked_back_month_by_month() -> None:
    months = MONTHS.replace("value=3>", "value=3 selected>")
    form = f"<form action='l.jsp'>{YEARS.format(a='selected', b='')}{months}<input type=submit value='查询'></form>"
    assert [url for url, _ in pagers(form)] == ["/dj/l.jsp?nian=2025&yue=2"]
    january = f"<form action='l.jsp'>{YEARS.format(a='', b='')}{MONTHS}</form>"
    assert [url for url, _ in pagers(january, f"{SITE}/dj/l.jsp?nian=2025&yue=1")] == [
        "/dj/l.jsp?nian=2024&yue=12"
    ]
    assert pagers(january, f"{SITE}/dj/l.jsp?nian=2024&yue=1") == []
    assert pagers(january) == []  # which month it shows is not known


@pytest.mark.parametrize("tag", ["script src=u.js", "div"])
def test_an_element_with_the_fields_of_a_list(tag: str) -> None:
    element = f"<{tag} class=unit url='/front/unit' queryData=\"{{'webId':'b1','pageId':'c7'}}\"></{tag[:6]}>"
    [(url, _)] = sources(element)
    assert url == "/front/unit?webId=b1&pageId=c7&paramJson=%7B%22pageNo%22%3A1%2C%22pageSize%22%3A15%7D"


@pytest.mark.parametrize("first", ["/dj/12.html", "", "#"])
def test_options_with_subtitles_lead_to_the_parts_of_an_article(first: str) -> None:
    options = f"<option value='{first}' selected>引言</option>" + "".join(
        f"<option value='/dj/12_{n}.html'>（{title}）走访日记</option>" for n, title in ((2, "一"), (3, "二"))
    )
    body = f"<select name='jump' onchange='self.location.href=this.options[this.selectedIndex].value'>{options}</select>"
    assert pagers(body, f"{SITE}/dj/12.html") == [("/dj/12_2.html", 2), ("/dj/12_3.html", 3)]
    assert pagers(body, f"{SITE}/dj/14.html") == []


def test_each_row_may_be_a_script_of_its_own() -> None:
    row = "var h = './t{0}.html'; var t = '{1}'; document.write('<a href=\"' + h + '\">' + t + '</a>');"
    rows = ((20240105, TITLE), (20240106, OTHER))
    body = "".join(f"<li>{script(row.format(*pair))}</li>" for pair in rows)
    assert [found[:2] for found in told(body)] == [(f"/dj/t{day}.html", title) for day, title in rows]


@pytest.mark.parametrize(
    "click",
    [
        "$('li').on('click', function () { var n = $(this).data('zb'); location.href = '/zb/' + n + '.html'; });",
        "for (const e of rows) e.onclick = () => { window.open(`/zb/${e.dataset.zb}.html`); };",
    ],
)
def test_rows_whose_click_joins_their_attribute(click: str) -> None:
    found = told(_MENU + f"<li data-zb=A17><b>{TITLE}</b></li>" + script(click))
    assert ("/zb/A17.html", TITLE, "data attribute") in found


_CLICKED = "$('.rows a').click(function () { window.open('/zb/' + $(this).attr('zbid')); });"


def test_rows_with_an_attribute_that_a_click_joins_to_an_address() -> None:
    row = f"<div class=rows><a href='javascript:void(0)' zbid='ff80{{0}}'>{TITLE}</a></div>"
    found = told(_MENU + row.format(17) + script(_CLICKED))
    assert ("/zb/ff8017", TITLE, "data attribute") in found


def test_the_fragment_of_a_list_is_read_with_the_addresses_of_its_page() -> None:
    text = "$('#box').load('/zb/rows?page=1');" + _CLICKED
    (source,) = [link for link in links(script(text)) if link.role == SOURCE]
    assert source.records == f"{SITE}/zb/{{@zbid}}"
    rows = Page(source.url, f"<ul><li><a href='javascript:void(0)' zbid=ff8017>{TITLE}</a></li></ul>")
    filled = page_of_fragment(rows, source.records)
    assert [(link.url, link.anchor) for link in links_of(filled)] == [(f"{SITE}/zb/ff8017", TITLE)]


def test_selections_that_lead_to_pages_of_the_host() -> None:
    options = "".join(
        f"<option value='{value}'>{text}</option>"
        for value, text in [
            ("", "请选择部门"),
            ("/bm/jy/", "教育局"),
            ("/bm/ws/", "卫生局"),
            ("http://other.test/", "别的网站"),
            ("17", "十七"),
        ]
    )
    assert told(f"<select onchange='window.open(this.value)'>{options}</select>") == [
        ("/bm/jy/", "教育局", "option"),
        ("/bm/ws/", "卫生局", "option"),
    ]
    numbers = "<option value=1>教育局</option><option value=2>卫生局</option>"
    found = told(f"<select onchange=\"location.href='/list.php?bm=' + this.value\">{numbers}</select>")
    assert [address for address, _, _ in found] == ["/list.php?bm=1", "/list.php?bm=2"]


@pytest.mark.parametrize(
    ("opens", "address"),
    [
        ("this.$router.push({path: '/zb', query: {id: row.id}})", "/zb?id={id}"),
        ("h += '<a href=\"//' + row.host + '/zb/' + row.aid + '\">' + row.t", "http://{host}/zb/{aid}"),
        ("h += '<a href=\"Zb.html?id=' + row.id + '&c=' + c + '\">'", "/dj/Zb.html?id={id}&c=7"),
    ],
)
def test_addresses_of_records_with_parts_of_the_page(opens: str, address: str) -> None:
    text = f"var c = getParam('c'); $.getJSON('/api/rows?page=1', function (row) {{ {opens} }});"
    (source,) = [link for link in links(script(text), f"{LIST}?c=7") if link.role == SOURCE]
    assert address in source.records.replace(SITE, "").split()


def test_a_hole_that_the_address_of_the_page_fills() -> None:
    body = "<a ng-href='show.html?no={{v.no}}&col={{col}}'></a>" + script("$.get('/rows', {n: n}, show);")
    (source,) = [link for link in links(body, f"{LIST}?col=31") if link.role == SOURCE]
    assert source.records == f"{SITE}/dj/show.html?no={{no}}&col=31"


@pytest.mark.parametrize(
    ("field", "record", "value"),
    [
        ("id", {"id": "bGF0ZXJuZQ=="}, "bGF0ZXJuZQ%3D%3D"),  # in base64
        ("id", {"id": "b G"}, None),
        ("n", {"xfbh": "A31", "xm": "王明"}, "A31"),  # under the name of the parameter
        ("n", {"xm": "王明"}, None),
    ],
)
def test_ids_behind_the_name_of_a_parameter(field: str, record: dict[str, str], value: str | None) -> None:
    found = IdTemplate((f"{SITE}/yg/show?xfbh=", field, "")).url(Page.of("", LIST), record)
    assert found == (value and f"{SITE}/yg/show?xfbh={value}")


def test_functions_of_a_client_with_a_base_are_followed_to_their_calls() -> None:
    text = (
        "const service = axios.create({baseURL: '/prod'});"
        "function rows(cid, query) { return service({url: '/zb/' + cid, method: 'get', params: query}); }"
        "function one(id) { return service({url: '/one/' + id}); }"
        "const List = {methods: {load(n) { rows(this.$route.query.cid, {pageNum: n, pageSize: 6}); }}};"
        "const One = {created() { one(this.$route.query.id); }};"
    )
    assert sources(script(text), f"{LIST}?cid=31") == [("/prod/zb/31?pageNum=1&pageSize=6", "")]
    assert sources(script(text), f"{LIST}?id=17") == [("/prod/one/17", "")]


@pytest.mark.parametrize(
    ("source", "is_list"),
    [
        ("/module/search.jsp?infotypeId=A02", True),
        ("/module/search.jsp?infotypeId=A02&keyword=河道", False),
        ("/module/search.jsp?site=3", False),
        ("/search.jsp", False),
        ("/gg/lb.html", True),  # 公告
    ],
)
def test_a_frame_with_a_part_of_a_search(source: str, is_list: bool) -> None:
    found = [one for one in told(f"<iframe src='{source}'></iframe>") if one[2] == "iframe"]
    assert bool(found) == is_list


@pytest.mark.parametrize(
    ("source", "is_list"),
    [
        ("//bs.example.cn/list.aspx?cid=3", True),
        ("//ads.example.cn/list.htm", False),
        ("//bs.other.cn/list.aspx", False),
    ],
)
def test_a_frame_with_a_list_of_another_host_of_the_site(source: str, is_list: bool) -> None:
    found = links(
        f'<h1>办事公开</h1><iframe width="100%" src="{source}"></iframe>', "http://www.example.cn/bsgk/"
    )
    assert any("list" in link.url for link in found if link.found == "iframe") == is_list


@pytest.mark.parametrize(
    "load",
    [
        'document.getElementById("nr").src = "/nr/lb.html";',
        "var f = document.querySelector('#nr'); f.setAttribute('src', '/nr/lb.html');",
        "$('#nr').attr('src', '/nr/' + 'lb.html');",
        "$(function(){ $('iframe[name=nr]').attr({src: '/nr/lb.html'}); });",
        "window.frames['nr'].location.href = '/nr/lb.html';",
        "window.onload = function(){ nr.location = '/nr/lb.html'; }",
        "var base = '/nr/'; document.getElementById('nr').contentWindow.location = base + 'lb.html';",
    ],
)
def test_frames_that_a_script_loads(load: str) -> None:
    menu = "".join(f"<a href=/lm{n}/>支部{n}</a>" for n in range(9))
    frame = "<iframe id=nr name=nr src='about:blank' width='100%'></iframe>"
    assert ("/nr/lb.html", "", "iframe") in told(f"{menu}{frame}{script(load)}")


@pytest.mark.parametrize("clock", ["new Date().getTime()", "Math.random()", "Date.now()"])
def test_a_frame_whose_address_keeps_caches_away(clock: str) -> None:
    load = f"window.onload = function(){{ document.getElementById('nr').src = '/nr/lb.html?v=' + {clock}; }}"
    found = told(f"<iframe id=nr src='about:blank' width='100%'></iframe>{script(load)}")
    assert found == [("/nr/lb.html?v=1", "", "iframe")]


@pytest.mark.parametrize(
    "written",
    [
        'document.write(\'<iframe src="/nr/lb.html" width="100%"></iframe>\');',
        "box.innerHTML = \"<div><iframe name=nr src='/nr/lb.html'></iframe></div>\";",
        "$('#nr').append(`<iframe src=\"/nr/lb.html\"></iframe>`);",
    ],
)
def test_frames_that_a_script_writes(written: str) -> None:
    assert told(script(written)) == [("/nr/lb.html", "", "iframe")]
    assert told(script(written.replace("/nr/", "http://other.test/"))) == []
    assert told(script(written.replace("<iframe", "<iframe height=60"))) == []


def test_frames_of_others_and_frames_that_no_script_loads() -> None:
    frame, load = "<iframe id=nr></iframe>", "document.getElementById('nr').src = '{}';"
    for address in ("http://other.test/lb.html", "'+x+'", "about:blank"):
        assert not [one for one in told(frame + script(load.format(address))) if one[2] == "iframe"]
    assert not [
        one
        for one in told("<iframe id=b></iframe>" + script(load.format("/nr/lb.html")))
        if one[2] == "iframe"
    ]


def test_a_link_without_an_address_that_has_it_in_data_src() -> None:
    found = told(f"<a href='javascript:;' data-src='/dj/202405/p7.html'>{FIRST}</a>")
    assert found == [("/dj/202405/p7.html", FIRST, "data attribute")]
    assert told(f"<a href='javascript:;' data-src='/upload/p7.jpg'>{FIRST}</a>") == []


def test_a_script_file_that_calls_back_may_be_called_js() -> None:
    assert ("/data/lb.js?callback=show&cid=5", "", "script file") in told(
        "<script src='/data/lb.js?callback=show&amp;cid=5'></script>"
    )
    assert told("<script src='/js/lb.js?v=5'></script>") == []


@pytest.mark.parametrize(
    "row",
    [
        "<li url='{}'>{}</li>",
        "<a href='javascript:;' rel='{}'>{}</a>",
        "<a href='javascript:;' id='{}' onclick='go(this.id)'>{}</a>",
    ],
)
def test_addresses_in_attributes_for_something_else(row: str) -> None:
    assert told(row.format("/dj/202405/7.html", FIRST)) == [("/dj/202405/7.html", FIRST, "data attribute")]
    assert told(row.format("nofollow", FIRST)) == []


@pytest.mark.parametrize(("method", "is_read"), [("get", True), ("post", False)])
def test_rows_that_send_the_id_of_an_article_by_a_form(method: str, is_read: bool) -> None:
    form = f"<form name=f method={method} action='/dj/show.do'><input type=hidden name=nid></form>"
    go = script("function show(id){document.f.nid.value=id;document.f.submit();}")
    found = told(f"{form}{go}<a href=\"javascript:show('1305')\">{FIRST}</a>")
    assert found == ([("/dj/show.do?nid=1305", FIRST, "onclick")] if is_read else [])


def test_functions_that_only_send_a_form_lead_nowhere() -> None:
    form = "<form name=f action='/dj/list.do'><input type=hidden name=page value=1></form>"
    ask = script("function ask(){document.f.action='/dj/find.jsp';document.f.submit();}")
    assert told(f"{form}{ask}<a href='javascript:ask()'>查找支部党员</a>") == []


def test_headlines_behind_a_hash_that_a_script_of_the_page_leads_to() -> None:
    goes = script("onhashchange = () => location.replace(location.hash.slice(1))")
    rows = f'<a href="#/yg/read/12">{TITLE}</a><a href="#!yg/13.html">{OTHER}</a>'
    others = f'<a href="#top">{FIRST}</a><a href="#/yg/">渔港</a>'
    read = [(link.url.removeprefix(SITE), link.anchor) for link in links(rows + others + goes)]
    assert [one for one in read if "yg" in one[0]] == [("/yg/read/12", TITLE), ("/dj/yg/13.html", OTHER)]
    assert not [link.url for link in links(rows + others) if "yg" in link.url]


def test_entries_of_a_tree_lead_to_what_its_frame_loads() -> None:
    nodes = "var n = [{id: 7, pId: 1, name: '支部建设'}, {id: 8, pId: 1, name: '党员教育'}];"
    text = f"{nodes} function onClick(e, t, node) {{ $('#nr').attr('src', 'lb.jsp?mlId=' + node.id); }}"
    frame = "<iframe id=nr src='about:blank'></iframe>"
    expected = [("/dj/lb.jsp?mlId=7", "支部建设", "record"), ("/dj/lb.jsp?mlId=8", "党员教育", "record")]
    assert told(frame + script(text)) == expected
    assert told(script(text)) == []  # a picture, perhaps


@pytest.mark.parametrize(
    "written",
    ["unescape('{}')", "decodeURIComponent('{}')", "decodeURIComponent(unescape('{}'))"],
)
def test_lists_that_are_written_encoded(written: str) -> None:
    row = quote(f'<ul><li><a href="/dj/1.html">{FIRST}</a></li></ul>', safe="")
    text = f"document.write({written.format(row)});"
    assert told(_MENU + script(text))[-1:] == [("/dj/1.html", FIRST, "script markup")]


@pytest.mark.parametrize(
    ("data", "shows"),
    [
        (
            '<ul><li><a href="/dj/1.html">{}</a></li></ul>',
            "box.innerHTML = decodeURIComponent(escape(atob(d)));",
        ),
        ('[{{"url": "/dj/1.html", "title": "{}"}}]', "draw(JSON.parse(window.atob(d)));"),
    ],
)
def test_a_list_that_a_variable_holds_in_base64(data: str, shows: str) -> None:
    rows = b64encode((data.format(FIRST) + " " * 200).encode()).decode()
    assert [found[:2] for found in told(_MENU + script(f"var d = '{rows}'; {shows}"))[40:]] == [
        ("/dj/1.html", FIRST)
    ]


def test_blocks_that_are_shown_later_lead_to_their_columns() -> None:
    block = "<textarea class=lazy><h3>支部生活<a href=/zbsh/>更多</a></h3></textarea>"
    assert told(block) == [("/zbsh/", "更多", "script markup")]
