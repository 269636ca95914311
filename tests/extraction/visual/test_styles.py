"""Colours of elements without a browser: attributes, rules, inline styles."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from growth import LINEAR, growth

from topiccrawl.extraction.nodes import read_nodes
from topiccrawl.extraction.visual.styles import MAX_TESTS, style_colours
from topiccrawl.page.page import Page
from topiccrawl.page.styles.colours import BLACK, LINK_BLUE, WHITE, parse_colour


def colours(html: str, tag: str = "p") -> tuple[str, str]:
    """(background, font colour) of the first element with a tag."""
    page = Page.of(html)
    nodes = read_nodes(page.tree)
    backgrounds, fonts = style_colours(page.tree, nodes.elements, nodes.parent)
    index = next(index for index, element in enumerate(nodes.elements) if element.tag == tag)
    return backgrounds[index], fonts[index]


@pytest.mark.parametrize(
    ("value", "colour"),
    [
        ("#FFF", "#ffffff"),
        ("#11223380", "#112233"),
        ("#11223300", None),
        ("rgb(255, 0,16)", "#ff0010"),
        ("rgb(100% 0% 0% / 50%)", "#ff0000"),
        ("rgba(1,2,3,0)", None),
        ("Red !important", "#ff0000"),
        ("url(bg.gif) no-repeat #eee", "#eeeeee"),
        ("transparent", None),
        ("", None),
    ],
)
def test_one_form_for_all_spellings_of_a_colour(value: str, colour: str | None) -> None:
    assert parse_colour(value) == colour


def test_a_page_that_names_no_colours_is_black_on_white_with_blue_links() -> None:
    assert colours("<p>字") == (WHITE, BLACK)
    assert colours("<a href='/'>字</a>", "a") == (WHITE, LINK_BLUE)
    assert colours("<a name='x'>字</a>", "a") == (WHITE, BLACK)


def test_attributes_of_old_pages() -> None:
    assert colours("<body bgcolor=EEEEEE text=navy><p>字") == ("#eeeeee", "#000080")
    assert colours("<p><font color='#900'>字</font></p>", "font") == (WHITE, "#990000")


def test_inline_styles_win_over_rules_and_rules_over_attributes() -> None:
    rule = "<style>td{background-color:#111111}</style><table><tr>"
    assert colours(rule + "<td bgcolor=#222222>字", "td")[0] == "#111111"
    assert colours(rule + "<td style='background: #333333 url(x.png)'>字", "td")[0] == "#333333"


def test_font_colours_are_inherited_and_backgrounds_show_through() -> None:
    html = "<div style='color:red;background:#eee'><section><p>字</p></section></div>"
    assert colours(html) == ("#eeeeee", "#ff0000")
    taken_away = "<style>p{background:#111} p{background:none}</style><div bgcolor=#eeeeee><p>字</p></div>"
    assert colours(taken_away)[0] == "#eeeeee"


@pytest.mark.parametrize(
    ("css", "applies"),
    [
        ("P{COLOR:RED}", True),
        ("p.news.lead{color:red}", True),
        ("*{color:red}", True),
        ("h1,p{color:red}", True),
        ("body .box > p{color:red}", True),
        ("p:link{color:red}", True),
        ("/* p{color:blue} */ p{color:red}", True),
        ("@import url(x.css); p{color:red}", True),
        ("@media screen{p{color:red}}", True),
        ("<!-- p{color:red} -->", False),
        ("@media print{p{color:red}}", False),
        ("@media screen and (max-width:1px){p{color:red}}", False),
        ("p.news.other{color:red}", False),
        ("body > p{color:red}", False),
        ("p:hover{color:red}", False),
        ("p + p{color:red}", False),
        ("p[title]{color:red}", False),
        ("p{border-color:red}", False),
        ("p{color:red", False),
    ],
)
def test_which_rules_apply(css: str, applies: bool) -> None:
    html = f"<style>{css}</style><div class='box'><p id='first' class='news lead'>字</p></div>"
    assert colours(html)[1] == ("#ff0000" if applies else BLACK)


def test_the_more_specific_rule_wins_and_of_equals_the_later() -> None:
    html = "<style>{}</style><div><p id=a class=b>字</p></div>"
    assert colours(html.format("#a{color:red} div p.b{color:blue} p{color:green}"))[1] == "#ff0000"
    assert colours(html.format("div p{color:red} p{color:green}"))[1] == "#ff0000"
    assert colours(html.format("p{color:red} p{color:green}"))[1] == "#008000"


@pytest.mark.parametrize(
    "html",
    [
        lambda n: "<style>" + "div div div p{color:red}" * n + "</style>" + "<div>" * 200 + "<p>字</p>" * n,
        lambda n: "<style>" + ".a{color:red}" * (10 * n) + "</style>" + "<p class=a>字</p>" * n,
        lambda n: "<style>.a{color:red}</style>" + f"<p class='{'a ' * (20 * n)}'>字</p>" * 20,
        lambda n: "<style>a{background:" + "url(" * (40 * n) + "}</style><p>字",
        lambda n: "<style>" + "/*" * (60 * n) + "a{" * (20 * n) + "</style><p>字",
        lambda n: f"<p style='{'color:red;' * (20 * n)}'>字",
    ],
    ids=["descent", "rules", "classes", "urls", "braces", "inline"],
)
def test_no_style_sheet_takes_long(html: Callable[[int], str]) -> None:
    def work(size: int) -> Callable[[], object]:
        source = html(size)
        return lambda: colours(source)

    assert growth(work, 625) < LINEAR


def test_when_rules_were_tried_too_often_none_applies_any_more() -> None:
    rules = "".join(f"p.c{number}{{color:red}}" for number in range(9000))
    classes = " ".join(f"c{number}" for number in range(300))
    count = MAX_TESTS // 300 + 2
    page = Page.of(f"<style>{rules}</style>" + f"<p class='{classes}'>字</p>" * count)
    nodes = read_nodes(page.tree)
    fonts = style_colours(page.tree, nodes.elements, nodes.parent)[1]
    assert fonts[1] == "#ff0000"
    assert fonts[-1] == BLACK
