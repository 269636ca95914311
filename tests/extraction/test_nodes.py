"""The elements of a page as a table, with the runs of text inside them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.extraction.nodes import Nodes, read_nodes
from topiccrawl.page.page import Page


def nodes_of(html: str, limit: int = 1000) -> Nodes:
    return read_nodes(Page.of(html).tree, limit)


def named(nodes: Nodes, tag: str) -> int:
    """Index of the first element with a tag."""
    return next(index for index, element in enumerate(nodes.elements) if element.tag == tag)


def test_runs_belong_to_elements_and_know_links_and_lines() -> None:
    nodes = nodes_of("<div>甲<b>乙 丙</b><br><a href='/x'>丁<img></a>戊<!-- 注 -->己</div><p>庚</p>")
    assert list(nodes.runs) == ["甲", "乙 丙", "丁", "戊己", "庚"]
    assert list(nodes.linked) == [False, False, True, False, False]
    assert [nodes.elements[owner].tag for owner in nodes.owner] == ["div", "b", "a", "div", "p"]
    assert nodes.text(0, len(nodes.runs)) == "甲乙 丙\n丁戊己\n庚"
    div, body = named(nodes, "div"), named(nodes, "body")
    assert (nodes.first[div], nodes.end[div], nodes.images[div]) == (0, 4, 1)
    assert nodes.text_lengths[[body, div]].tolist() == [7, 6]
    assert nodes.link_lengths[[body, div]].tolist() == [1, 1]


def test_an_anchor_without_an_address_is_no_link() -> None:
    assert list(nodes_of("<a name='top'>全文</a><a href='#x'>目录</a>").linked) == [False, True]


def test_scripts_controls_and_what_is_hidden_are_left_out_but_not_what_follows_them() -> None:
    nodes = nodes_of(
        "<div>甲<script>x<b>x</b></script>乙<p style='DISPLAY : none'>隐<b>藏</b></p>丙"
        "<p hidden>隐</p>丁<select><option>选</select>戊</div>"
    )
    assert "".join(nodes.runs) == "甲乙丙丁戊"
    assert {element.tag for element in nodes.elements} == {"body", "div"}


def test_white_space_between_runs_is_kept_as_one_blank() -> None:
    nodes = nodes_of("<p><b>one</b>\n <i>two</i></p>\n<p>三</p>")
    assert nodes.text(0, 3) == "one two\n三"


def test_elements_behind_the_limit_are_left_out() -> None:
    nodes = nodes_of("<div>" * 5 + "字" + "</div>" * 5 + "<p>后</p>" * 50, limit=10)
    assert len(nodes.elements) == 10
    assert nodes.end[0] == len(nodes.runs) == 5


def test_a_page_without_text() -> None:
    for html in ("", "<p> </p>", "<frameset><frame></frameset>"):
        nodes = nodes_of(html)
        assert not nodes.runs
        assert not nodes.text_lengths.any()


@given(st.recursive(st.sampled_from(["文", " ", "<br>", "<img>"]),
                    lambda inner: st.tuples(st.sampled_from(["div", "b", "a href=x", "td", "p"]), st.lists(inner, max_size=4))
                    .map(lambda made: f"<{made[0]}>{''.join(made[1])}</{made[0].split()[0]}>")))  # fmt: skip
def test_elements_are_nested_as_their_runs_are(html: str) -> None:
    nodes = nodes_of(html)
    assert sum(nodes.run_lengths) == html.count("文")
    for index, around in enumerate(nodes.parent):
        assert around < index
        if around >= 0:
            assert nodes.first[around] <= nodes.first[index] <= nodes.end[index] <= nodes.end[around]
            assert nodes.images[index] <= nodes.images[around]
