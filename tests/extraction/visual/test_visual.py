"""The patent's visual units: its segmentation rules, its score, its best unit."""

from __future__ import annotations

import pytest
from extraction.pages import FOOTER, MENU, PARAGRAPHS, RELATED, article
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.extraction.nodes import read_nodes
from topiccrawl.extraction.visual.look import Look, look_by_styles
from topiccrawl.extraction.visual.visual import WEIGHTS, Unit, Weights, extract_visual, scores, segment
from topiccrawl.page.page import Page

EQUAL = Weights(0.2, 0.2, 0.2, 0.2, 0.2)
LINK = "<a href='/x'>相关链接</a>"


def units(html: str) -> list[str]:
    """The texts of a page's units, lines joined by |."""
    page = Page.of(html)
    nodes = read_nodes(page.tree)
    found = segment(nodes, look_by_styles(page, nodes))
    return [nodes.text(unit.first, unit.end).replace("\n", "|") for unit in found]


def test_rule_1_a_node_without_text_is_dropped() -> None:
    assert units("<div><p style='background:red'> </p><p>正文一。</p><p>正文二。</p></div>") == [
        "正文一。|正文二。"
    ]
    assert units("<div><img src='x'></div>") == []


def test_rule_2_a_background_of_its_own_splits() -> None:
    assert units("<p>正文一。</p><p>正文二。</p><p style='background:#eee'>说明。</p>") == [
        "正文一。",
        "正文二。",
        "说明。",
    ]
    assert units("<p>正文一。</p><p style='background:#fff'>正文二。</p>") == ["正文一。|正文二。"]


def test_rule_3_a_font_colour_of_its_own_splits() -> None:
    head = "<style>.note{color:#999}</style>"
    assert units(head + "<p>正文一。</p><p>正文二。</p><p class=note>说明。</p>") == [
        "正文一。",
        "正文二。",
        "说明。",
    ]
    assert units(head + "<p>正文一。</p><p>正文二。</p><p>说明。</p>") == ["正文一。|正文二。|说明。"]


def test_rule_3_compares_a_node_s_own_text_too() -> None:
    assert units(f"{LINK}<div>正文。<b>强调。</b></div>") == ["相关链接", "正文。强调。"]
    assert units(f"{LINK}<div>正文。<b style='color:red'>强调。</b></div>") == [
        "相关链接",
        "正文。",
        "强调。",
    ]


def test_rules_2_and_3_look_at_children_only() -> None:
    assert units("<div><p>正文一。</p><p><b style='color:red'>正文二。</b></p></div>") == [
        "正文一。|正文二。"
    ]


def test_rule_4_text_nodes_alone_are_a_unit() -> None:
    assert units("<div><p>正文一。</p><p>正文二。</p></div>") == ["正文一。|正文二。"]
    # one link in much text leaves a text node a text node
    assert units(f"<p>正文一。</p><p>{'正文二。' * 20}{LINK}</p>") == [f"正文一。|{'正文二。' * 20}相关链接"]


def test_rule_5_link_nodes_alone_are_a_unit() -> None:
    assert units(f"<ul><li>{LINK}</li><li>{LINK}</li></ul>") == ["相关链接|相关链接"]


def test_text_and_link_nodes_together_are_split() -> None:
    assert units(f"<div><p>正文一。</p><p>正文二。</p></div><ul><li>{LINK}</li><li>{LINK}</li></ul>") == [
        "正文一。|正文二。",
        "相关链接|相关链接",
    ]


def test_a_node_that_is_neither_is_split_down_to_its_leaves() -> None:
    assert units(f"<div>来源：{LINK}发布</div>") == ["来源：", "相关链接", "发布"]


def test_the_rules_do_not_know_tags() -> None:
    block = f"<div><p>正文一。</p><p>正文二。</p></div><ul><li>{LINK}</li></ul>"
    inline = (
        block.replace("div", "span")
        .replace("<p", "<b")
        .replace("/p", "/b")
        .replace("ul", "i")
        .replace("li", "u")
    )
    assert [unit.replace("|", "") for unit in units(block)] == [
        unit.replace("|", "") for unit in units(inline)
    ]


def test_a_score_by_hand() -> None:
    body, mixed, label = (
        "正文内容" * 9 + "完了吗。",
        "来源<a href='/'>某某新闻网站首页</a>",
        "没有标点的二十个字" * 2 + "说明",
    )
    nodes = read_nodes(Page.of(f"<p>{body}</p><p>{mixed}</p><p>{label}</p>").tree)
    assert nodes.run_lengths.tolist() == [40, 2, 8, 20]
    found = [Unit(0, 1, 0.5), Unit(1, 3, 0.1), Unit(3, 4, 0.2)]
    # area + sentence - link density + text density + relative length, of 40, 10 and 20 characters
    assert scores(found, nodes, EQUAL) == pytest.approx([
        0.2 * (0.5 + 1 - 0 + 1 + 1),
        0.2 * (0.1 + 0 - 0.8 + 0.2 + 0),
        0.2 * (0.2 + 0 - 0 + 1 + 10 / 30),
    ])  # fmt: skip
    weights = Weights(0.1, 0.3, 0.2, 0.15, 0.25)
    assert scores(found, nodes, weights)[1] == pytest.approx(0.1 * 0.1 - 0.2 * 0.8 + 0.15 * 0.2)


def test_units_of_equal_length_have_no_relative_length() -> None:
    nodes = read_nodes(Page.of("<p>甲乙</p><p>丙丁</p>").tree)
    assert scores([Unit(0, 1), Unit(1, 2)], nodes, EQUAL) == pytest.approx([0.2, 0.2])


def test_commas_do_not_end_sentences() -> None:
    nodes = read_nodes(Page.of("<p>甲，乙、丙；丁</p><p>戊，己、庚；辛！</p>").tree)
    only_sentence = Weights(0, 1, 0, 0, 0)
    assert scores([Unit(0, 1), Unit(1, 2)], nodes, only_sentence) == [0, 1]


def test_without_a_layout_the_weight_of_the_area_is_shared_out() -> None:
    weights = Weights(0.2, 0.1, 0.2, 0.1, 0.4)
    assert weights.without_area() == Weights(0.0, 0.125, 0.25, 0.125, 0.5)
    assert sum(WEIGHTS) == pytest.approx(1)


def test_areas_decide_between_units_that_are_alike_otherwise() -> None:
    nodes = read_nodes(Page.of("<p>甲乙丙。</p><p>丁戊己。</p>").tree)
    look = Look([""] * 3, ["", "#1", "#2"], [1.0, 0.2, 0.6])
    found = segment(nodes, look)
    assert [unit.area for unit in found] == [0.2, 0.6]
    first, second = scores(found, nodes, WEIGHTS)
    assert second - first == pytest.approx(WEIGHTS.area * 0.4)


def test_a_run_of_text_has_its_share_of_the_area_around_it() -> None:
    nodes = read_nodes(Page.of(f"<div>甲乙丙丁{LINK}</div>").tree)
    look = Look([""] * 3, [""] * 3, [1.0, 0.8, 0.3])
    assert [unit.area for unit in segment(nodes, look)] == pytest.approx([0.4, 0.3])


def test_the_body_of_a_page() -> None:
    text = extract_visual(Page.of(article()))
    assert [line for line in text.splitlines() if "青山县人民政府" in line or "温暖过冬" in line]
    assert "时政" not in text
    assert "全省公路养护工作会议召开" not in text


def test_a_body_in_one_style_among_other_units_comes_alone() -> None:
    body = "".join(f"<p>{text}</p>" for text in PARAGRAPHS)
    page = f"<ul>{MENU}</ul><div>{body}</div><ul>{RELATED}</ul><div style='color:#999'>{FOOTER}</div>"
    assert extract_visual(Page.of(page)) == "\n".join(" ".join(text.split()) for text in PARAGRAPHS)


@pytest.mark.parametrize(
    "html",
    [
        "",
        " ",
        "<html></html>",
        "<frameset><frame></frameset>",
        "<script>x</script>",
        "<body style='display:none'>字</body>",
    ],
)
def test_a_page_without_text_has_no_body(html: str) -> None:
    assert extract_visual(Page.of(html)) == ""


trees = st.recursive(
    st.sampled_from(["文字。", "字", " ", "<a href=x>链接</a>", "<i style='color:red'>红</i>"]),
    lambda inner: st.tuples(
        st.sampled_from(["div", "p", "b", "td", "div bgcolor=#eee"]), st.lists(inner, max_size=5)
    ).map(lambda made: f"<{made[0]}>{''.join(made[1])}</{made[0].split()[0]}>"),
)


@given(trees)
def test_units_are_all_of_a_page_each_part_once(html: str) -> None:
    page = Page.of(html)
    nodes = read_nodes(page.tree)
    found = segment(nodes, look_by_styles(page, nodes))
    assert [run for unit in found for run in range(unit.first, unit.end)] == list(range(len(nodes.runs)))
    for score in scores(found, nodes, EQUAL):
        assert -EQUAL.link_density <= score <= 1 - EQUAL.link_density
