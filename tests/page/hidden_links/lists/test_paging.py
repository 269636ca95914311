"""Pagers that scripts, selections and forms make."""

from __future__ import annotations

import pytest
from page.hidden_links.reading import LIST, SITE, links, pagers, script

from topiccrawl.page.anchors.link import PAGER


@pytest.mark.parametrize(
    ("call", "url", "expected"),
    [
        ('createPageHTML(4, 0, "index", "shtml", "black");', f"{SITE}/dj/", [("/dj/index_1.shtml", 2)]),
        ('createPageHTML(4, 1, "index", "shtml");', f"{SITE}/dj/index_1.shtml", [("/dj/index_2.shtml", 3)]),
        ('createPageHTML(1, 0, "index", "shtml");', LIST, []),
        ("createPageHTML('index', 'html', 5, 0);", LIST, [("/dj/index_1.html", 2)]),
        ("createPageHTML('page_div', 5, 5, 'index', 'html', 75);", f"{SITE}/dj/index_5.html", []),
        (
            "Pager({size: 4, current: 0, prefix: 'list', suffix: 'html', pageCount: 4});",
            LIST,
            [("/dj/list_1.html", 2), ("/dj/list_2.html", 3)],
        ),
        ("var pageName='list', pageExt='htm', pageCount=6, pageIndex=0;", LIST, [("/dj/list_1.htm", 2)]),
        ("var nextUrl='/dj/list_2.html';", LIST, [("/dj/list_2.html", 0)]),
        ("var nextPage='http://other.test/dj/list_2.html';", LIST, []),
        ("createPageHTML(99999999, 0, 'index', 'shtml');", LIST, []),
        ("createPageHTML(4, 0, 'index', 'png');", LIST, []),
        ("showPage('3', '1', 'index');", LIST, [("/dj/index_1.html", 2), ("/dj/index_2.html", 3)]),
        ("showPage('3', '2', 'index');", f"{SITE}/dj/index_2.html", [("/dj/index_3.html", 4)]),
        ("showPage('3', '0', 'list');", LIST, []),
    ],
)
def test_calls_and_variables_of_page_scripts(call: str, url: str, expected: list[tuple[str, int]]) -> None:
    assert pagers(script(call), url) == expected


def test_from_one_on_the_second_page_may_have_either_number() -> None:
    call = script("createPageHTML('page_div', 5, 1, 'index', 'html', 75);")
    assert pagers(call) == [("/dj/index_1.html", 2), ("/dj/index_2.html", 3)]


def test_an_anchor_that_a_script_writes_with_a_counter() -> None:
    text = (
        "var currentPage=0; var nextPage=currentPage+1; var countPage=5;"
        "if(countPage>1) document.write('<a href=\"index_'+nextPage+'.html\">下一页</a>');"
    )
    assert pagers(script(text)) == [("/dj/index_1.html", 0)]


@pytest.mark.parametrize(
    "options",
    [
        "<option value='index.html'>1/3</option><option value='index_1.html'>2/3</option><option value='index_2.html'>3/3</option>",
        "<option value='index.html'>第1页</option><option value='index_1.html'>第2页</option><option value='index_2.html'>第3页</option>",
    ],
)
def test_a_selection_of_addresses(options: str) -> None:
    assert pagers(f"<select onchange='location.href=this.value'>{options}</select>") == [
        ("/dj/index_1.html", 2),
        ("/dj/index_2.html", 3),
    ]


def test_a_selection_of_numbers() -> None:
    options = "<option value='1'>1</option><option value='2'>2</option><option value='3'>3</option>"
    joined = f"<select onchange=\"location.href='list_'+this.value+'.html'\">{options}</select>"
    assert pagers(joined)[1:] == [("/dj/list_2.html", 2), ("/dj/list_3.html", 3)]
    called = f"<select onchange='go(this.value)'>{options}</select>"
    called += script("function go(n){location.href='list_'+n+'.html'}")
    assert pagers(called)[1:] == [("/dj/list_2.html", 2), ("/dj/list_3.html", 3)]


@pytest.mark.parametrize(
    "options",
    [
        "<option value='2023.html'>2023年<option value='2024.html'>2024年",
        "<option value='a.html'>组织部<option value='b.html'>宣传部",
    ],
)
def test_selections_of_years_and_departments_are_no_pagers(options: str) -> None:
    assert pagers(f"<select>{options}</select>") == []


def test_attributes_with_other_numbers_are_not_those_of_pages() -> None:
    goes = script('$("li a").click(function () { location.href = "?p=" + $(this).data("lp"); });')
    assert pagers("<li><a href=# data-lp=7>党建</a><li><a href=# data-lp=8>人才</a>" + goes) == []
    for name in ("1p", "p]"):
        assert pagers(goes.replace('data("lp")', f'attr("{name}")')) == []


@pytest.mark.parametrize(
    "function",
    [
        "function go(n){var u=location.href.split('?')[0]; location.href=u.replace('index.html','list.jsp')+'?page='+n;}",
        "function go(n){location.href='list.jsp?page=#'.replace('#',n);}",
        "function go(n){location.href='list.jsp?page='+n;}",
        "var go = function(n){ self.location.replace('list.jsp?page=' + n); }",
        "var base='list.jsp?page='; function go(n){window.open(base+n)}",
        "function go(n){location.href=`list.jsp?page=${n}`}",
        "function goTo(m){location.href='list.jsp?page='+m} function go(n){goTo(n)}",
        "function go(n){var url='list.jsp'; url+='?page='+n; location.href=url;}",
        "function go(n){var u='list.jsp'; if (n > 1) { u = u + '?page=' + n; } if (q) u += '&q=' + q; location=u;}",
    ],
)
def test_elements_that_call_a_function_with_a_number(function: str) -> None:
    elements = (
        "<a href='javascript:go(2)'>2</a><span onclick='go(3)'>3</span><a href='javascript:go(9)'>尾页</a>"
    )
    elements += "<a href='#' onclick='go(2);return false'>下一页</a>"
    assert sorted(url for url, _ in pagers(script(function) + elements)) == [
        "/dj/list.jsp?page=2",
        "/dj/list.jsp?page=3",
    ]


@pytest.mark.parametrize(
    "function",
    [
        "function go(n){var u = new URL(location.href); u.searchParams.set('page', n); location.href = u.toString();}",
        "function go(n){let q = new URLSearchParams(location.search); q.set('page', n); location.search = q;}",
    ],
)
def test_a_function_that_sets_the_page_in_the_own_address(function: str) -> None:
    next_page = "<a href='#' onclick='go(2)'>下一页</a>"
    assert [url for url, _ in pagers(script(function) + next_page, f"{LIST}?cid=7")] == [
        "/dj/index.html?cid=7&page=2"
    ]
    asks = function.replace("location.href = u.toString()", "ask(u)").replace("location.search = q", "ask(q)")
    assert pagers(script(asks) + next_page, f"{LIST}?cid=7") == []


@pytest.mark.parametrize(
    ("script_of_pager", "following"),
    [
        (
            "var cur=0; function url(n){if(n==0) return 'index.html'; return 'index_'+n+'.html';}"
            "document.write('<a href=' + url(cur + 1) + '>下一页</a>');",
            "/dj/index_1.html",
        ),
        (
            "function next(){var cur=parseInt($('#cur').val()); location.href='index_'+(cur+1)+'.html';}",
            "/dj/index_2.html",
        ),
        ("var cur=1; $('.next').attr('href', 'index_' + (cur + 1) + '.html');", "/dj/index_2.html"),
    ],
)
def test_one_is_added_to_the_number_of_this_page(script_of_pager: str, following: str) -> None:
    hidden = "<input type=hidden id=cur value=1>"
    assert [url for url, _ in pagers(hidden + script(script_of_pager))] == [following]


def test_a_pager_of_a_script_file_is_told_only_numbers() -> None:
    call = script("pageList(3, 1);")
    assert [url for url, _ in pagers(call, f"{SITE}/dj/list_1.html")] == ["/dj/list_2.html"]
    assert [url for url, _ in pagers(call.replace("1", "3"), f"{SITE}/dj/list_3.html")] == []
    assert pagers(call, f"{SITE}/dj/list_7.html") == []


SUBMIT = script("function go(n){document.forms['f'].pageNo.value=n;document.forms['f'].submit();}")
NEXT = "<a href='javascript:go(2)'>下一页</a>"


def form(fields: str, action: str = "list.do") -> str:
    return f"{SUBMIT}<form name=f method=post action='{action}'>{fields}<input type=hidden name=pageNo value=1></form>{NEXT}"


@pytest.mark.parametrize(
    "function",
    [
        "function go(n){document.forms['f'].pageNo.value=n;document.forms['f'].submit();}",
        "function go(n){document.f['pageNo'].value=n;document.f.submit();}",
        "function go(n){document.getElementById('pageNo').value=n;document.getElementById('f').submit()}",
        "function go(n){document.getElementsByName('pageNo')[0].value=n;document.forms[0].submit()}",
        "function go(n){$('#pageNo').val(n);$('#f').submit();}",
    ],
)
def test_a_form_by_post(function: str) -> None:
    body = f"{script(function)}<form name=f method=post action=list.do><input type=hidden name=cid value=7><input type=hidden id=pageNo name=pageNo value=1></form>{NEXT}"
    (link,) = links(body)
    assert (link.url, link.body, link.role, link.found) == (
        f"{SITE}/dj/list.do#POST:cid=7&pageNo=2",
        "cid=7&pageNo=2",
        PAGER,
        "form",
    )


@pytest.mark.parametrize(
    "script_of_link",
    [
        "document.forms[0].pageNo.value=2;document.forms[0].submit();return false;",
        "$('#no').val(2);$('#f').submit()",
        "document.getElementById('no').value='2';document.getElementById('f').submit();",
    ],
)
def test_an_element_that_sends_a_form_by_itself(script_of_link: str) -> None:
    fields = "<input type=hidden name=cid value=7><input type=hidden id=no name=pageNo value=1>"
    form = f"<form id=f method=post action=list.do>{fields}</form>"
    (link,) = links(f'{form}<a href="javascript:;" onclick="{script_of_link}">下一页</a>')
    assert (link.url, link.body) == (f"{SITE}/dj/list.do#POST:cid=7&pageNo=2", "cid=7&pageNo=2")
    assert links(f'{form}<a href="javascript:;" onclick="{script_of_link}">查询</a>') == ()


@pytest.mark.parametrize(
    "sets", ["document.f.action='/dj/list/'+n;", "$('#f').attr('action', '/dj/list/'+n);"]
)
def test_a_function_that_gives_a_form_another_address(sets: str) -> None:
    go = script(f"function go(n){{{sets}document.f.submit();}}")
    sent = "<form id=f name=f method=post action=/dj/list/1><input type=hidden name=cid value=7></form>"
    (link,) = links(go + sent + NEXT)
    assert (link.url, link.body) == (f"{SITE}/dj/list/2#POST:cid=7", "cid=7")
    typed = "<form id=f name=f method=post action=/dj/list/1><input name=keyword></form>"
    (link,) = links(go + typed + NEXT)  # the form itself is not sent
    assert (link.url, link.body) == (f"{SITE}/dj/list/2", "")


@pytest.mark.parametrize(
    "button", ["<input type=submit value=下一页>", "<input type=image src=n.gif alt=下一页>"]
)
def test_a_form_with_the_number_of_the_next_page(button: str) -> None:
    form = "<form action=list.jsp><input type=hidden name=cid value=7><input type=hidden name=pg value={}>{}</form>"
    back = form.format(1, "<input type=submit value=上一页>")
    assert pagers(back + form.format(3, button)) == [("/dj/list.jsp?cid=7&pg=3", 0)]
    assert (
        pagers(
            form.format(
                3, button.replace("alt", "onclick='go()' alt").replace("value=下", "onclick='go()' value=下")
            )
        )
        == []
    )


def test_a_button_of_a_form_that_asks_for_the_next_page() -> None:
    state = "<form method=post action=list.aspx><input type=hidden name=__VIEWSTATE value=x>{}</form>"
    button = "<input type=submit name=next value=下一页>"
    assert [link.body for link in links(state.format(button))] == [
        "__VIEWSTATE=x&next=%E4%B8%8B%E4%B8%80%E9%A1%B5"
    ]
    assert links(state.format("<input type=submit name=save value=保存>")) == ()
    assert links(state.format(f"<input name=keyword>{button}")) == ()


@pytest.mark.parametrize(
    "field",
    [
        "<input type=password name=pw>",
        "<input type=password>",
        "<input name=keyword>",
        "<input type=search name=s>",
        "<input type=email name=mail>",
        "<input name=description>",
        "<input name=communityName>",
        "<input type=file name=page>",
        "<textarea name=page></textarea>",
        "<input type=hidden name=_method value=delete>",
        "<input type=hidden name=action value=saveComment>",
    ],
)
def test_forms_that_are_never_sent(field: str) -> None:
    assert links(form(field)) == ()
    assert [link.body for link in links(form(""))] == ["pageNo=2"]  # it is the field


@pytest.mark.parametrize(
    "field",
    [
        "<input name=pageSize value=20>",
        "<input name=columnId value=7>",
        "<input name=orderBy value=date>",
        "<input name=page size=3>",
    ],
)
def test_fields_of_paging_size_column_and_sort_may_be_typed_into(field: str) -> None:
    assert len(links(form(field))) == 1


def test_another_form_on_the_page_does_not_matter() -> None:
    login = "<form name=l method=post action=login.do><input name=user><input type=password name=pw></form>"
    (link,) = links(login + form(""))
    assert link.body == "pageNo=2" and link.url.startswith(f"{SITE}/dj/list.do")


@pytest.mark.parametrize(
    "action",
    [
        "http://other.test/list.do",
        "http://api.example.cn/list.do",
        "https://example.cn/list.do",
    ],
)
def test_a_form_for_another_host_is_never_sent(action: str) -> None:
    assert links(form("", action)) == ()


def test_the_state_of_a_form_is_not_repeated_without_end() -> None:
    state = (
        f"<form method=post action=l.aspx><input type=hidden name=__VIEWSTATE value='{'x' * 500_000}'></form>"
    )
    calls = "".join(f"<a href=\"javascript:__doPostBack('p','{n}')\">{n}</a>" for n in range(2, 300))
    found = links(state + calls)
    assert len(found) >= 2 and sum(len(link.body) for link in found) <= 4_000_000


def test_a_function_of_a_library_that_is_called_with_a_number() -> None:
    call = "layui.laypage({elem: 'p', jump: function(obj){ location.href = 'list.jsp?page=' + obj.curr; }});var pageCount=9;"
    assert pagers(script(call), f"{SITE}/dj/list.jsp") == [("/dj/list.jsp?page=2", 0)]
    assert pagers(script(call), f"{SITE}/dj/list.jsp?page=4") == [("/dj/list.jsp?page=5", 0)]


def test_the_next_page_that_only_the_head_names() -> None:
    found = links("", head="<link rel='next' href='/dj/index_1.html'>")
    assert [(link.url, link.role, link.found) for link in found] == [
        (f"{SITE}/dj/index_1.html", PAGER, "rel=next")
    ]
    assert (
        links(
            "", head="<link rel=next href='http://other.test/2.html'><link rel=prev href='/dj/index_0.html'>"
        )
        == ()
    )
    assert links("", head=f"<link rel=next href='{LIST}'>") == ()


def test_a_function_may_set_a_field_by_its_id() -> None:
    form = (
        "<form name='f' action='/list.action' method='post'><input type='hidden' name='columnId' value='21'>"
        "<input type='hidden' name='page.pageNo' id='pageNo' value='1'></form>"
        "<a href='javascript:go(2)'>下一页</a>"
    )
    go = script("function go(n) { document.getElementById('pageNo').value = n; document.f.submit(); }")
    found = [link.body for link in links(form + go) if link.role == PAGER]
    assert found == ["columnId=21&page.pageNo=2"]


NUMBERS = "".join(f'<li><a class="n" href="#" data-page="{n}">{n}</a></li>' for n in (1, 2, 3))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            '<div id=p></div>' + script('laypage.render({elem: "p", count: 40, limit: 10, jump: function (obj, first) '
            '{ if (!first) { location.href = "/dj/index.html?curr=" + obj.curr; } }});'),
            "/dj/index.html?curr=2",
        ),
        (
            '<div id=p></div>' + script('laypage.render({elem: "p", jump: function (o, first) '
            '{ if (!first) location.href = "?curr=" + o.curr + "&limit=10"; }});'),
            "/dj/index.html?curr=2&limit=10",
        ),
        (
            '<div id=p></div>' + script('laypage.render({elem: "p", jump: function (o, first) '
            '{ if (!first) location.href = "index_" + o.curr + ".html?curr=" + o.curr; }});'),
            "/dj/index_2.html?curr=2",
        ),
        (
            NUMBERS + script('$(".n").on("click", function () { location.href = "/dj/index.html?p=" + $(this).data("page"); });'),
            "/dj/index.html?p=2",
        ),
        (
            NUMBERS.replace("data-page", "data-lp") + script('$("li a").click(function () { location.href = "?p=" + $(this).data("lp"); });'),
            "/dj/index.html?p=2",
        ),
        (
            NUMBERS + script('$("li a").click(function () { location.href = "index_" + $(this).text() + ".html"; });'),
            "/dj/index_2.html",
        ),
        (
            '<select id=s><option>1<option>2</select>' + script('$("#s").change(function () { location.href = "index_" + $(this).val() + ".html"; });'),
            "/dj/index_2.html",
        ),
        (
            '<input id=n value=1><button onclick="go()">跳转</button>' + script('function go() { var n = document.getElementById("n").value; location.href = "index_" + n + ".html"; }'),
            "/dj/index_2.html",
        ),
        (
            '<a onclick="go(2)">2</a>' + script('function go(n) { location.href = changeParam(location.href, "page", n); }'),
            "/dj/index.html?page=2",
        ),
        (
            '<a onclick="go(2)">2</a>' + script('function go(n) { var u = location.href; u = u.replace(/[&?]pn=\\d+/, ""); '
            'location.href = u + (u.indexOf("?") > 0 ? "&" : "?") + "pn=" + n; }'),
            "/dj/index.html?pn=2",
        ),
        (
            '<span class=next data-href="index_1.html">下一页</span>',
            "/dj/index_1.html",
        ),
        (
            '<input id=pageNo value=1><button id=go>跳转</button>' + script('$("#go").click(function () { var n = $("#pageNo").val(); location = "index_" + n + ".html"; });'),
            "/dj/index_2.html",
        ),
        (
            script('$("#p").pagination({pageCount: 4, callback: function (api) { location.href = "index_" + api.getCurrent() + ".html"; }});'),
            "/dj/index_2.html",
        ),
        (
            script('$("#p").paging({total: 40, size: 10, url: "/dj/index.html?page="});'),
            "/dj/index.html?page=2",
        ),
        (
            script('document.write(showPage(4, 1, "index.html?page="));'),
            "/dj/index.html?page=2",
        ),
        (
            script('$("#p").twbsPagination({totalPages: 4, href: "?page={{number}}"});'),
            "/dj/index.html?page=2",
        ),
        (
            NUMBERS + script('for (const a of list) a.onclick = e => { location.href = "?p=" + a.dataset.page; };'),
            "/dj/index.html?p=2",
        ),
    ],
)  # fmt: skip
def test_pagers_of_libraries_and_numbers_in_attributes(body: str, expected: str) -> None:
    assert [link.url.removeprefix(SITE) for link in links(body) if link.role == PAGER] == [expected]


@pytest.mark.parametrize(("name", "expected"), [("1", ["/dj/2.html"]), ("2", ["/dj/3.html"]), ("index", [])])
def test_pages_that_only_a_number_names_follow_one_another(name: str, expected: list[str]) -> None:
    loop = "for (var p = 1; p < 9; p++) { h += p == now ? '<b>' + p + '</b>' : '<a href=\"' + p + '.html\">' + p + '</a>'; }"
    found = links(script(f"var now = 1, h = ''; {loop} box.innerHTML = h;"), f"{SITE}/dj/{name}.html")
    assert [link.url.removeprefix(SITE) for link in found if link.role == PAGER] == expected


def test_a_form_for_the_number_of_a_page_is_a_pager_where_nothing_else_is() -> None:
    jump = "<form action=/dj/list><input type=hidden name=cid value=7>第1页，共<b>3</b>页，到<input name=p value=1>页<input type=submit></form>"
    assert [link.url for link in links(jump)] == [f"{SITE}/dj/list?cid=7&p=2"]
    assert links(jump.replace("<b>3</b>", "1")) == ()
    following = [link.url for link in links(f"<a href=/dj/list_2.html>下一页</a>{jump}")]
    assert f"{SITE}/dj/list?cid=7&p=2" not in following


@pytest.mark.parametrize(
    ("says", "pages"),
    [
        ("共 <b>24</b> 条　页次：<b>{}</b>/<b>{}</b> 页", 3),
        ("页次：{}/{}　每页20条", 3),
        ("<span>{}</span>&nbsp;/&nbsp;{}页", 3),
        ("当前第{}页，总页数：<i>{}</i>", 3),
        ("当前页：{} 总页：{}", 3),
        ("共 <b>24</b> 条　每页显示10条　第{}页", 3),
    ],
)
def test_a_form_leads_on_until_the_last_page_that_its_text_names(says: str, pages: int) -> None:
    def following(number: int) -> list[tuple[str, int]]:
        text = says.format(number, pages)
        form = f"<form action=list.asp><input type=hidden name=lm value=4>{text}<input name=page value={number}></form>"
        return pagers(form, f"{SITE}/dj/list.asp?lm=4&page={number}")

    assert following(1) == [("/dj/list.asp?lm=4&page=2", 2)]
    assert following(2) == [("/dj/list.asp?lm=4&page=3", 3)]
    assert following(3) == []


YEARS = "<option value=2024>2024年<option value=2023>2023年<option value=2021>2021年"


@pytest.mark.parametrize(
    "body",
    [
        f"<select onchange=\"location='?nd='+this.value\">{YEARS}</select>",
        f"<select onchange=\"self.location.href='/dj/?nd='+this.options[this.selectedIndex].value\">{YEARS}</select>",
        f"<select onchange='go(this.value)'>{YEARS}</select><script>function go(y){{ location.href = '/dj/?nd=' + y; }}</script>",
        f"<select id=nd>{YEARS}</select><script>$('#nd').change(function(){{ location.href = '?nd=' + $(this).val(); }});</script>",
        f"<select id=nd>{YEARS}</select><script>nd.addEventListener('change', function(e){{ location = '?nd=' + e.target.value; }});</script>",
        "<select onchange='location=this.value'><option value='?nd=2024'>2024年度<option value='?nd=2023'>2023年度</select>",
    ],
)
def test_the_year_before_of_a_selection(body: str) -> None:
    assert pagers(body, f"{SITE}/dj/") == [("/dj/?nd=2023", 0)]


@pytest.mark.parametrize(
    ("options", "year"),
    [
        ("<option value=2024>2024<option value=2023 selected>2023<option value=2022>2022", "2022"),
        ("<option value=''>按年份查看<option value=2024>2024年<option value=2023>2023年", "2024"),
        ("<option value=202405>2024年5月<option value=202404>2024年4月", "202404"),
        ("<option value=2024>2024年<option value=2023 selected>2023年", ""),
    ],
)
def test_of_a_selection_of_years_the_one_that_is_shown_counts(options: str, year: str) -> None:
    found = pagers(f"<select onchange=\"location='?nd='+this.value\">{options}</select>", f"{SITE}/dj/")
    assert found == ([(f"/dj/?nd={year}", 0)] if year else [])


@pytest.mark.parametrize(
    "change", [r"javascript:setTimeout('__doPostBack(\'ddl$Page\',\'\')', 0)", "__doPostBack('ddl$Page','')"]
)
def test_a_selection_that_posts_itself_back_is_named_by_the_form(change: str) -> None:
    fields = "".join(f"<input type=hidden name={name}>" for name in ("__VIEWSTATE", "__EVENTTARGET"))
    options = "<option value=1 selected>1</option><option value=2>2</option>"
    select = f'<select name="ddl$Page" onchange="{change}">{options}</select>'
    defined = script("function __doPostBack(t, a){ f.__EVENTTARGET.value = t; f.submit(); }")
    for body in (select, select + defined):
        found = links(f"<form name=f method=post action=list.aspx>{fields}{body}</form>")
        assert [link.body for link in found if link.number == 2] == [
            "__VIEWSTATE=&__EVENTTARGET=ddl%24Page&ddl%24Page=2&__EVENTARGUMENT="
        ]


def test_the_issue_before_of_a_selection_of_days() -> None:
    days = "".join(f"<option value={day.replace('-', '/')}>{day}" for day in ("2024-12-05", "2024-11-28"))
    go = script("function go(p){ if (p != '') top.location.href = '/bz/' + p + '/node_1.htm'; }")
    body = f"<select onchange='go(this.value)'><option value=''>往期回顾{days}</select>{go}"
    assert pagers(body, f"{SITE}/bz/2024/12/05/node_1.htm") == [("/bz/2024/11/28/node_1.htm", 0)]
