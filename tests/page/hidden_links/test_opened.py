"""Pages that elements open by other events, in windows, by the rows of scripts, by forms and by films."""

from __future__ import annotations

import pytest
from page.hidden_links.reading import links, script, told

from topiccrawl.page.anchors.link import SOURCE

TITLE, OTHER = "渔港村党支部清点旧渔网", "灯塔站党员夜校开讲新课"


@pytest.mark.parametrize(
    "opens",
    [
        "layer.open({type: 2, title: '详情', content: '/yg/' + id + '.html'})",
        "parent.layer.open({type: 2, content: ['/yg/' + id + '.html', 'no']})",
        "art.dialog.open('/yg/' + id + '.html', {title: '详情'})",
        "$.dialog({content: 'url:/yg/' + id + '.html'})",
        "$('#w').window({title: '详情', content: '<iframe src=\"/yg/' + id + '.html\" width=100%></iframe>'})",
        "$.colorbox({href: '/yg/' + id + '.html', iframe: true})",
        "xadmin.open('详情', '/yg/' + id + '.html', 800, 600)",
        "parent.addTab('详情', '/yg/' + id + '.html')",
        "var r = window.showModalDialog('/yg/' + id + '.html', window, 'dialogWidth:800px')",
        "window.open('/yg/' + id + '.html?t=' + Math.random())",
        "window.open('/yg/' + id + '.html?' + 't=' + new Date().getTime())",
    ],
)
def test_a_function_that_shows_a_page_in_a_window_leads_to_it(opens: str) -> None:
    row = f"<a href='javascript:;' onclick='view(31)'>{TITLE}</a>"
    (link,) = links(row + script(f"function view(id){{ {opens}; }}"))
    assert link.url.removesuffix("?") == "http://www.example.cn/yg/31.html"
    assert link.anchor == TITLE


def test_a_window_that_shows_a_text_leads_nowhere() -> None:
    row = f"<a href='javascript:;' onclick='view(31)'>{TITLE}</a>"
    shows = script(
        "function view(id){ layer.open({type: 1, content: $('#box' + id)}); layer.msg('第' + id); }"
    )
    assert told(row + shows) == []


@pytest.mark.parametrize("event", ["onmousedown", "onMouseUp", "ondblclick", "ontouchend", "ONCLICK"])
def test_a_row_that_is_pressed_leads_to_its_page(event: str) -> None:
    opens = script("function view(id){ location.href = '/yg/' + id + '.html'; }")
    rows = f"<table><tr><td {event}=\"view('31')\">{TITLE}</td></tr></table>"
    assert told(rows + opens) == [("/yg/31.html", TITLE, "onclick")]


def test_the_address_of_an_element_that_is_no_link_is_read() -> None:
    rows = f"<li href='/yg/31.html'>{TITLE}</li><div class=row href='show.asp?id=32'><b>{OTHER}</b></div>"
    assert [address for address, _, _ in told(rows)] == ["/yg/31.html", "/dj/show.asp?id=32"]


@pytest.mark.parametrize(
    ("button", "posts", "expected"),
    [
        (f"<button class=a><span>{TITLE}</span></button>", "get", [("/yg/show.php?id=31", TITLE)]),
        (f"<input type=submit value='{TITLE}'>", "get", [("/yg/show.php?id=31", TITLE)]),
        (f"<button>{TITLE}</button>", "post", []),
        ("<button>投票</button>", "get", []),
        (f"<input type=text name=q><button>{TITLE}</button>", "get", []),
    ],
)
def test_a_headline_that_is_the_button_of_a_form(
    button: str, posts: str, expected: list[tuple[str, str]]
) -> None:
    form = f"<form action=/yg/show.php method={posts}><input type=hidden name=id value=31>{button}</form>"
    assert [(address, anchor) for address, anchor, _ in told(form)] == expected


@pytest.mark.parametrize(("title", "leads"), [("渔港村党支部清点旧渔网", True), ("a1b2" * 20, False)])
def test_an_address_may_have_the_title_of_its_article_but_no_mark_of_a_reader(
    title: str, leads: bool
) -> None:
    opens = "function view(id, title){location.href='show.html?id='+id+'&title='+encodeURIComponent(title);}"
    row = f"<li onclick=\"view(7, '{title}')\">{TITLE}</li>"
    assert bool(links(script(opens) + row)) is leads


@pytest.mark.parametrize(
    "written",
    [
        """'<a href="javascript:view(\\'' + o.uuid + '\\')">' + o.bt + '</a>'""",
        """'<li onclick="view(\\'' + o.uuid + '\\')">' + o.bt + '</li>'""",
        """`<li onclick="return view('${o.uuid}', 'dj')">${o.bt}</li>`""",
    ],
)
def test_the_function_that_a_written_row_calls_tells_the_address_of_its_record(written: str) -> None:
    asks = f"$.getJSON('/api/list', {{page: 1}}, function (d) {{ s += {written}; }});"
    found = links(script(asks + "function view(key){ window.open('/yg/view.do?key=' + key); }"))
    assert "http://www.example.cn/yg/view.do?key={uuid}" in [
        one for link in found for one in link.records.split()
    ]


@pytest.mark.parametrize(
    "film",
    [
        "<embed src='menu.swf?xmlUrl=menu.xml' width=700 height=400>",
        "<embed src=menu.swf flashvars='lang=cn&data=menu.xml'>",
        "<object><param name=movie value=menu.swf><param name=FlashVars value='xmlUrl=menu.xml'></object>",
    ],
)
def test_the_menu_of_a_film_is_asked_for(film: str) -> None:
    assert [(link.url, link.role) for link in links(film)] == [("http://www.example.cn/dj/menu.xml", SOURCE)]
