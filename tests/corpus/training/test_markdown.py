"""Markdown of main texts: structure from the page, lines from the corpus text."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from topiccrawl.corpus.training.markdown import to_markdown
from topiccrawl.extraction import clean, extract_page
from topiccrawl.page.page import Page

PARAGRAPH = (
    "<p>各支部要按照年度计划，认真组织党员学习党章，讨论工作中的困难，并把意见报镇党委办公室汇总。</p>"
)
PAGE = f"""<html><head><title>学习安排</title></head><body><div id="nav"><ul><li><a href="/">首页</a></li>
<li><a href="/a">要闻</a></li></ul></div><div class="content"><h1>学习安排</h1>{PARAGRAPH * 2}<h2>时间</h2>{PARAGRAPH}
<h3>说明|补充</h3><ul><li>第一次学习由书记主持，全体党员参加，会后填写记录；</li><li>第二次学习分小组进行，各小组推荐一人发言。
</li></ul>{PARAGRAPH}<table><tr><th>支部</th><th colspan="2">安排，在七月和八月进行</th></tr><tr><td rowspan="2">清河镇第一支部</td>
<td>七月|集中学习三次</td><td>八月走访入户两次</td></tr><tr><td>九月总结交流一次</td><td>十月评选先进个人</td></tr></table>
<p><strong>几点要求</strong></p>{PARAGRAPH}<blockquote>*学习*是进步的阶梯，一日不学习就会落后，大家都要记住。</blockquote>
{PARAGRAPH}</div></body></html>"""


def markdown(html, change=str):
    page = Page.of(html, "http://a.cn/1")
    text = clean(extract_page(page).text)
    return text, to_markdown(text, "学习安排", [page], change)


def test_headings_lists_and_tables_stand_as_on_the_page():
    _, found = markdown(PAGE)
    blocks = found.split("\n\n")
    assert blocks[0] == "# 学习安排"
    assert blocks[3] == "## 时间"
    assert blocks[5] == "### 说明|补充"
    assert blocks[6] == (
        "- 第一次学习由书记主持，全体党员参加，会后填写记录；\n- 第二次学习分小组进行，各小组推荐一人发言。"
    )
    assert blocks[8].splitlines() == [
        "| 支部 | 安排，在七月和八月进行 |  |",
        "| --- | --- | --- |",
        "| 清河镇第一支部 | 七月\\|集中学习三次 | 八月走访入户两次 |",
        "|  | 九月总结交流一次 | 十月评选先进个人 |",
    ]
    assert blocks[9] == "## 几点要求"
    assert blocks[11].startswith("\\*学习\\*是")
    tokens = MarkdownIt("commonmark").enable("table").parse(found)
    kinds = [token.type for token in tokens]
    assert kinds.count("heading_open") == 4 and kinds.count("list_item_open") == 2
    assert kinds.count("td_open") == 6


def test_nothing_but_the_lines_of_the_text_comes_in():
    page = Page.of(PAGE, "http://a.cn/1")
    assert to_markdown("九月总结交流一次\n另一行。", "", [page]) == "九月总结交流一次\n\n另一行。"
    assert "首页" not in markdown(PAGE)[1]


def test_a_table_or_list_that_lays_out_a_page_is_none():
    whole = f"<table><tr><td>{PARAGRAPH * 9}</td></tr></table><ul><li>{PARAGRAPH * 4}</li><li>{PARAGRAPH * 4}</li></ul>"
    _, found = markdown(f"<html><body><h1>学习安排</h1>{whole}</body></html>")
    assert "| " not in found and "- " not in found
    assert len(found.split("\n\n")) == 18


def test_lines_are_changed_behind_their_structure():
    _, found = markdown(PAGE, lambda line: line.replace("八月走访入户", "[某]"))
    assert "| [某]两次 |" in found


@pytest.mark.parametrize(
    "line", ["# 1号楼", "- 1", "1. 总则", "> 3", "| a |", "[a](b)", "<b>", "a_b_", "`x`", "a\\*b"]
)
def test_characters_mean_themselves(line):
    tokens = MarkdownIt("commonmark").enable("table").parse(to_markdown(line, ""))
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    assert "".join(one.content for one in tokens[1].children) == line


def test_a_text_without_its_page_has_the_headings_that_are_numbered():
    text = "总的要求如下。\n第一章 总则\n一、目的\n（一）学习\n内容。"
    assert to_markdown(text, "", []) == (
        "总的要求如下。\n\n## 第一章 总则\n\n### 一、目的\n\n#### （一）学习\n\n内容。"
    )
