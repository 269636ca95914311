"""Which scripts are read for links: those that lead somewhere, and not those that only look at an address."""

from __future__ import annotations

import pytest

from tests.page.hidden_links.reading import FIRST, script, told
from topiccrawl.page.hidden_links.clues import clues_in, place_of_choice, places_of_clues

HOST, OWN = "www.jiangbin.test", "www.jiangbin.test/dj/1.html"


def is_read(text: str) -> bool:
    return bool(places_of_clues(text, clues_in(text), HOST, OWN, ()))


@pytest.mark.parametrize(
    ("in_vain", "leading"),
    [
        ('var id = url.split(".html")[0];', 'var next = name + "_" + n + ".html";'),
        ('if (url.indexOf(".shtml") > 0) top();', 'go("list_2.shtml");'),
        ('var main = url.split("_")[0] + ".htm";', 'var next = url.split(".")[0] + "_" + n + ".htm";'),
        ("var main = url.substring(0, i) + '.shtml';", "var next = url.replace('.shtml', '_2.shtml');"),
        ('var all = "http://comment." + h + "/" + id + ".html";', 'var one = "/dj/" + id + ".html";'),
        (
            'share("http://s.test/?u=http%3A%2F%2Fwww.jiangbin.test%2Fdj%2F2024_1.html");',
            'go("/dj/2024_1.html");',
        ),
        ('load("/tpl/info_2024.html.js");', 'load("/tpl/info_2024.html");'),
        ('var s = {countUrl: "/api/list/"};', 'var s = {url: "/api/list/"};'),
        ("show(); // currentPage", "var currentPage = 2;"),
        ("box = '<embed pluginspage=\"x\">';", "box = '<i curpage=\"2\">';"),
        (
            "if (location.search || e.getAttribute('phone')) f();",
            "location.href = '/dj/' + e.getAttribute('to');",
        ),
        (
            'var a = {url: "http://v24.jiangbin.test/film"};',
            'var a = {url: "http://v24.jiangbin.test/2024/"};',
        ),
    ],
)
def test_scripts_that_only_look_at_an_address_are_not_read(in_vain: str, leading: str) -> None:
    assert (is_read(in_vain), is_read(leading)) == (False, True)


def test_a_comment_hides_no_pager_in_a_long_line_behind_it() -> None:
    line = "f();" * 80
    assert is_read(f"show(); // old\n{line}var currentPage = 2;")
    assert not is_read(f"show();\n{line} // currentPage")


def test_a_page_with_an_article_needs_no_script_that_fills_it() -> None:
    menu = "".join(f"<a href='/{name}/'>栏目</a>" for name in "abcd")
    filled = menu + script("box.innerHTML = \"<div><iframe src='/nr/lb.html'></iframe></div>\";")
    article = "党员们清理了河道里的垃圾。" * 10
    frame = ("/nr/lb.html", "", "iframe")
    assert frame in told(filled)
    assert frame in told(filled + script(f"var text = '{article}';"))
    assert frame not in told(f"{filled}<p>{article}</p>")


def test_addresses_in_attributes_that_an_anchor_with_a_text_has_are_not_read_again() -> None:
    button = '<i data-url="/dj/2024/1.html">转发给好友</i>'
    assert told(f'<a href="/dj/2024/1.html">{FIRST}</a>{button}') == [("/dj/2024/1.html", FIRST, "")]
    titled = f'<a href="/dj/2024/1.html"><img src="1.png"></a><h3 data-url="/dj/2024/1.html">{FIRST}</h3>'
    assert FIRST in [anchor for _, anchor, _ in told(titled)]


@pytest.mark.parametrize("name", [".attr('to')", ".data('to')", ".dataset.to", ".getAttribute('to')"])
def test_what_an_address_is_made_of_stands_in_its_call(name: str) -> None:
    assert is_read(f"location.href = '/dj/' + e{name};")
    assert is_read(f"window.open({'x' * 199}{name});")
    assert not is_read(f"window.open({'x' * 201}{name});")
    assert not is_read(f"window.open(a); b = e{name};")


def test_a_choice_leads_on_where_its_value_is_read_in_the_call() -> None:
    text = "list.onchange = function () { location.href = '/' + this.value; other(this.value); }"
    assert place_of_choice(text) == [text.index(".value") + len(".value")]
    assert place_of_choice(text.replace("href = '/'", "href = top; n = '/'")) == []
    assert place_of_choice(text.replace("function", f"function {'x' * 80}")) == []
    assert place_of_choice(text.replace("change", "click")) == []
