"""What a reader cannot see counts for nothing; its links are links."""

from __future__ import annotations

import pytest
from extraction.made import BODY, PARAGRAPHS, TITLE, inside, page, stored

from topiccrawl.extraction import extract
from topiccrawl.extraction.lines import displayed_text
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page

STYLES = (
    "display : none !important",
    "VISIBILITY: hidden",
    "font-size:0",
    "font-size:1px;color:#fefefe",
    "position:absolute;left:-9999px",
    "text-indent:-999em;display:inline-block",
    "position:absolute;clip:rect(0,0,0,0)",
    "width:0;height:0;overflow:hidden;display:inline-block",
    "color:#ffffff",
    "color:rgba(0,0,0,0)",
    "color:transparent",
    "color:#eee;background:#eee",
    "opacity:0",
)
PIECES = (
    *(f'<span style="{style}">禁止采集</span>' for style in STYLES),
    '<font color="#FFFFFF">禁止采集</font>',
    '<font class="jammer">禁止采集</font>',
    '<em class="sr-only">禁止采集</em>',
    '<i class="x hide">禁止采集</i>',
    "<u hidden>禁止采集</u>",
)
RULES = (
    (".xq{display:none}", '<span class="xq">禁止采集</span>'),
    (".txt .zz{visibility:hidden}", '<span class="zz">禁止采集</span>'),
    ("div.txt > p span.k1 { font-size:0; }", '<span class="k1">禁止采集</span>'),
    ("p em{display:none!important}", "<em>禁止采集</em>"),
    (".txt i{position:absolute;left:-999em}", "<i>禁止采集</i>"),
    ("@media screen{.n{display:none}}", '<b class="n">禁止采集</b>'),
    ("body{background:#fff}.m{color:#ffffff}", '<span class="m">禁止采集</span>'),
    ("span[data-mark]{display:none}", '<span data-mark="1">禁止采集</span>'),
    ("span[data-k='a7'], u{font-size:0}", '<span data-k="a7">禁止采集</span>'),
    ('i[id^="wm_"]{visibility:hidden}', '<i id="wm_20">禁止采集</i>'),
    ('.txt b[title$="码"]{display:none}', '<b title="防伪码">禁止采集</b>'),
    ('em[class*="mark"]{display:none}', '<em class="watermark7">禁止采集</em>'),
    ("u[rel~=off]{display:none}", '<u rel="x off">禁止采集</u>'),
    ("u[lang|=zh]{display:none}", '<u lang="zh-CN">禁止采集</u>'),
    ("@media screen and (min-width: 600px){.n{display:none}}", '<b class="n">禁止采集</b>'),
    ("@media print, (max-width:120em){.n{display:none}}", '<b class="n">禁止采集</b>'),
    (".n{display:none!important}", '<b class="n" style="display:inline">禁止采集</b>'),
    (".n{font-size:0 !important}p .n.big{font-size:14px}", '<b class="n big">禁止采集</b>'),
)
SHOWING_RULES = (
    ("span[data-mark]{display:none}", "<span>重点</span>"),
    ("span[data-k='a7']{display:none}", '<span data-k="a8">重点</span>'),
    ('span[data-k^=""]{display:none}', '<span data-k="a8">重点</span>'),
    ("@media screen and (max-width: 600px){.n{display:none}}", '<b class="n">重点</b>'),
    ("@media screen and (orientation: portrait){.n{display:none}}", '<b class="n">重点</b>'),
    ("@supports (display:x){.n{display:none}}", '<b class="n">重点</b>'),
    (".n{display:none}", '<b class="n" style="display:inline">重点</b>'),
    (".n{display:none}p .n{display:inline!important}", '<b class="n">重点</b>'),
    ("span[v-cloak]{display:none}", "<span v-cloak>重点</span>"),
)
SEEN = (
    '<span style="color:#ff0000">重点</span>',
    '<span style="color:rgb(255, 0, 0)">重点</span>',
    '<span style="font-size:0.9em">重点</span>',
    '<span style="color:#fff;background:#c00">重点</span>',
    '<span style="opacity:0.8">重点</span>',
    '<span style="margin-left:-2px">重点</span>',
)


@pytest.mark.parametrize("piece", PIECES)
def test_a_mark_that_is_hidden_inside_of_sentences_is_no_text(piece: str) -> None:
    assert stored(page(inside(piece))) == BODY


@pytest.mark.parametrize(("rule", "piece"), RULES)
def test_the_page_s_own_style_hides_as_well(rule: str, piece: str) -> None:
    assert stored(page(inside(piece), f"<style>{rule}</style>")) == BODY


@pytest.mark.parametrize(("rule", "piece"), SHOWING_RULES)
def test_rules_for_other_elements_and_screens_hide_nothing(rule: str, piece: str) -> None:
    assert stored(page(inside(piece), f"<style>{rule}</style>")).count("重点") == 4


def test_the_end_of_a_style_element_closes_its_blocks() -> None:
    styles = "<style>.a{color:red</style><style>/* } */ .b{margin:0</style><style>.n{display:none}</style>"
    assert stored(page(inside('<b class="n">禁止采集</b>'), styles)) == BODY


@pytest.mark.parametrize("piece", SEEN)
def test_text_that_is_only_coloured_or_small_stays(piece: str) -> None:
    assert stored(page(inside(piece))).count("重点") == 4


def test_a_style_for_print_hides_nothing() -> None:
    style = '<style media="print">.np{display:none}</style><style>@media print{.np{display:none}}</style>'
    assert stored(page(f'<div class="np">{PARAGRAPHS}</div>', style)) == BODY


def test_a_later_rule_shows_what_an_earlier_one_hides() -> None:
    style = "<style>.part{display:none}.part.on{display:block}</style>"
    assert stored(page(f'<div class="part on">{PARAGRAPHS}</div>', style)) == BODY


def test_hidden_words_are_displayed_nowhere() -> None:
    words = "党建 党支部 主题教育 党员 " * 30
    shop = page(f"<p>茶杯，四色可选，包邮到家。</p><div style='display:none'>{words}</div>", title="陶瓷茶杯")
    document = extract(shop)
    assert "党支部" not in document.text
    assert "党支部" not in displayed_text(Page.of(shop))


def test_a_hidden_heading_is_no_title() -> None:
    heading = '<h1 style="display:none">青石县党建网站群统一模板标题</h1>'
    shown = page(PARAGRAPHS).replace("<h1>", f"{heading}<h1>", 1)
    assert extract(shown).title == TITLE


def test_links_of_hidden_menus_and_tabs_are_links() -> None:
    tabs = '<ul style="display:none"><li><a href="/djzt/">党建专题</a></li></ul>'
    found = Page.of(page(PARAGRAPHS + tabs), "http://a.example/1.html")
    assert "http://a.example/djzt/" in {link.url for link in links_of(found)}
    assert stored(found.html) == BODY


def test_marks_are_hidden_in_posts_too() -> None:
    posts = "".join(
        f'<div id="post_{n}" class="plhin"><div class="authi"><a href="/space-uid-{n}.html">网友{n}号</a>'
        f'<em>发表于 2024-5-{n + 1} 10:0{n}</em></div><td class="t_f">河道清淤是好事，'
        f'<font class="jammer">7 a; ~ x</font>就是晚上运泥的车有点吵，希望第{n}标段早点完工。</td></div>'
        for n in range(4)
    )
    text = extract(f"<title>清淤工程大家怎么看</title><h1>清淤工程大家怎么看</h1>{posts}").text
    assert "晚上运泥" in text
    assert "7 a;" not in text


@pytest.mark.parametrize(
    "held",
    [
        '<div id="c" style="display:none">{}</div>',
        '<div id="c" class="full">{}</div><style>.full{{display:none}}</style>',
        '<div id="js_content" style="visibility: hidden; opacity: 0;">{}</div>',
        "<section hidden>{}</section>",
    ],
)
def test_a_hidden_body_is_the_body_of_a_page_that_shows_none(held: str) -> None:
    assert stored(page(held.format(PARAGRAPHS))) == BODY


def test_a_hidden_text_is_no_body_beside_a_visible_one() -> None:
    other = "".join(
        f"<p>{word}村的合作社今年扩大了种植面积，社员们忙着平整土地。</p>" for word in "东西南北上下"
    )
    assert stored(page(f'{PARAGRAPHS}<div style="display:none">{other}</div>')) == BODY


def test_an_agreement_in_a_hidden_dialog_is_no_article() -> None:
    rules = "".join(f"<p>第{n}条，用户应当遵守本站的各项规则，不得发布违法信息。</p>" for n in range(1, 12))
    items = "".join(
        f'<li><a href="/n/{n}.html">青石县第{n}批重点项目开工建设情况通报</a></li>' for n in range(40)
    )
    home = f"<title>青石新闻网</title><ul>{items}</ul><div class='dialog' style='display:none'>{rules}</div>"
    assert stored(home) == ""
