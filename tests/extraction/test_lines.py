"""Lines and blocks of a page, as a browser would break them."""

from __future__ import annotations

import pytest

from topiccrawl.extraction.lines import displayed_text, read_layout
from topiccrawl.page.page import Page
from topiccrawl.page.styles.hidden_text import BREAKS_ALONE


def texts(source: str) -> list[str]:
    return [line.text for line in read_layout(Page.of(source).tree).lines]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<div>第一段<br>第二段<br/>第三段</div>", ["第一段", "第二段", "第三段"]),
        ("<p>第一段<p>第二段", ["第一段", "第二段"]),
        ("<table><tr><td>左格<td>右格</table>", ["左格", "右格"]),
        ("<div>前<p>中</p>后</div>", ["前", "中", "后"]),
        ("<p>一个<b>粗</b>字，<a href=x>一个</a>链接</p>", ["一个粗字，一个链接"]),
        ("<p>　　 空白\n 收拢 </p>", ["空白 收拢"]),
        ("<p>前<script>var x = '代码';</script>后</p>", ["前后"]),
        ("<p>前<!-- 注释 -->后</p>", ["前后"]),
        ("<p>\u200b</p><p>零\u200b宽</p>", ["零宽"]),
    ],
)
def test_a_line_ends_where_a_browser_breaks_it(source: str, expected: list[str]) -> None:
    assert texts(source) == expected


def test_source_newlines_do_not_matter() -> None:
    minified = "<html><body><div><p>甲段的话。</p><p>乙段的话。</p></div></body></html>"
    spread = minified.replace("><", ">\n\n   <").replace("的话", "\n的话")
    assert [text.replace(" ", "") for text in texts(spread)] == texts(minified)


def test_density_is_bytes_of_text_over_bytes_of_the_html_that_made_it() -> None:
    first, second, third = read_layout(
        Page.of('<div><p>头</p><p>正文</p><p class="n">尾</p></div>').tree
    ).lines
    assert second.density == pytest.approx(6 / (6 + len("<p></p>")))
    assert third.density == pytest.approx(3 / (3 + len('<p class="n"></p>')))
    assert first.density < second.density  # the tags around the page belong to its first line


def test_links_are_counted_in_characters() -> None:
    line = read_layout(Page.of("<p>看<a href=x>这一条</a>和<a href=y>那条</a></p>").tree).lines[0]
    assert line.link_chars == 5


def test_a_mark_to_jump_to_is_no_link() -> None:
    line = read_layout(Page.of("<a name=top><p>看<a href=x>这一条</a>和那条</p></a>").tree).lines[0]
    assert line.link_chars == 3


def test_blocks_know_their_lines_and_what_is_around_them() -> None:
    layout = read_layout(
        Page.of('<div class="Main Box" id="c"><p>一</p><p>二</p></div><p hidden>三</p>').tree,
        BREAKS_ALONE,
    )
    box = next(block for block in layout.blocks if block.tag == "div")
    assert (box.first, box.end, box.hint) == (0, 2, "main box c")
    assert layout.blocks[layout.lines[1].block].parent == layout.blocks.index(box)
    assert [block.hidden for block in layout.blocks if block.tag == "p"] == [False, False, True]
    assert all(block.parent < index for index, block in enumerate(layout.blocks))


def test_a_form_with_a_text_box_is_apart() -> None:
    layout = read_layout(Page.of("<form><p>请文明发言</p><textarea></textarea></form>").tree)
    assert next(block for block in layout.blocks if block.tag == "form").hidden


def test_deep_nesting() -> None:
    root = Page.of("<div>" * 1_500 + "深处" + "</div>" * 1_500).tree
    assert [line.text for line in read_layout(root).lines] == ["深处"]


def test_the_displayed_text_has_menus_but_no_scripts_styles_or_split_words() -> None:
    page = Page.of(
        "<title>题</title><body><nav>党建</nav><script>var a = '党员'</script><style>.组织{}</style>"
        "<p>第一<b>书记</b></p><p>走访</p></body>"
    )
    assert displayed_text(page) == "党建\n第一书记\n走访"
