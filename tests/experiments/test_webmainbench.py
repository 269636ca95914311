"""The protocol of WebMainBench: metrics, Markdown of a page, and copies that cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.extraction.webmainbench.contents import contents_of
from benchmarks.extraction.webmainbench.copies import BadCopyError, Row, read_copy
from benchmarks.extraction.webmainbench.markdown import as_markdown
from benchmarks.extraction.webmainbench.metrics import edit_similarity, fine_scores, rouge_n
from benchmarks.extraction.webmainbench.scoring import figures_of, scores_of_row
from benchmarks.extraction.webmainbench.trees import table_similarity
from topiccrawl.extraction import extract_page
from topiccrawl.page.page import Page

SENTENCES = [f"第{number}个村子今年通了公路，村民运花椒出山只要半个小时。" for number in "一二三四五六"]
HTML = (
    "<html><head><title>山村通了公路</title></head><body><h1>山村通了公路</h1><div>"
    + "".join(f"<p>{sentence}</p>" for sentence in SENTENCES[:3])
    + "<h2>各村的产量今年有多少</h2><p>各村今年的产量如下，单位是吨，由县里统计：</p>"
    + "<table><tr><th>村</th><th>产量</th></tr><tr><td>柳湾</td><td>十二</td></tr>"
    + "<tr><td>青山</td><td>三十</td></tr></table>"
    + "".join(f"<p>{sentence}</p>" for sentence in SENTENCES[3:])
    + "</div></body></html>"
)
TABLE = "村 | 产量\n---|---\n柳湾 | 十二\n青山 | 三十"


def markdown(html: str = HTML) -> str:
    page = Page.of(html)
    return as_markdown(page, extract_page(page))


def test_markdown_has_headline_headings_and_tables() -> None:
    text = markdown()
    assert text.startswith("# 山村通了公路\n\n第一个村子")
    assert "\n\n## 各村的产量今年有多少\n\n" in text
    assert f"\n\n{TABLE}\n\n" in text


def test_a_row_is_scored_against_both_of_its_labels() -> None:
    scores = scores_of_row(Row(HTML, "", markdown(), TABLE, {}), "article")
    assert scores["rouge_n"] == scores["table_edit"] == scores["table_TEDS"] == 1
    assert 0 < scores["human_rouge_n"] < 0.5
    assert "code_edit" not in scores


def test_n_grams_are_those_of_jieba_and_count_as_often_as_they_stand() -> None:
    assert rouge_n(SENTENCES[0], SENTENCES[0]) == 1
    assert rouge_n(SENTENCES[0], "今天下雨了，我们都不出门。") == 0
    # 山村 / 通 / 了 / 公路 / ， / 村民 / 高兴 / 。: four 5-grams, of which the shorter text has one.
    assert rouge_n("山村通了公路，村民高兴。", "山村通了公路，") == pytest.approx(0.4)
    assert rouge_n("", "山村通了公路，村民高兴。") == 0


def test_edit_similarity_is_over_the_longer_text() -> None:
    assert edit_similarity("柳湾镇通了公路", "柳湾镇通公路") == pytest.approx(6 / 7)


def test_code_formulas_and_tables_are_found() -> None:
    parts = contents_of(f"正文\n\n```python\nx = 1\n```\n\n面积 $a^2$。\n\n{TABLE}\n\n完")
    assert (parts.code, parts.formulas) == ("x = 1", "a^2")
    assert parts.table[0] == (("th", "村"), ("th", "产量"))
    assert parts.table[1:] == ((("td", "柳湾"), ("td", "十二")), (("td", "青山"), ("td", "三十")))
    assert contents_of("<table><tr><td>柳湾</td></tr></table>").table == ((("td", "柳湾"),),)


def test_kinds_that_neither_text_has_do_not_count() -> None:
    assert fine_scores("公路", "公路") == {"text_edit": 1}
    assert fine_scores(TABLE, "公路")["table_TEDS"] == 0


def test_tables_differ_by_cells_rows_and_texts() -> None:
    whole = contents_of(TABLE).table
    assert table_similarity(whole, whole) == 1
    # A row and its two cells are missing of a table, three rows and six cells.
    assert table_similarity(whole, whole[:2]) == pytest.approx(1 - 3 / 10)
    other = (*whole[:2], (("td", "青山"), ("td", "三百")))
    assert table_similarity(whole, other) == pytest.approx(1 - 0.5 / 10)
    swapped = (whole[0], tuple(reversed(whole[1])), whole[2])
    assert table_similarity(whole, swapped) == pytest.approx(1 - 2 / 10)


def test_the_overall_figure_is_the_mean_over_kinds_not_over_pages() -> None:
    scored = [({"level": "hard"}, {"text_edit": 1.0}), ({}, {"text_edit": 0.5, "table_edit": 0.25})]
    figures = figures_of(scored)
    assert figures["all"] == {"pages": 2, "table_edit": 0.25, "text_edit": 0.75, "overall": 0.5}
    assert figures["hard"] == {"pages": 1, "text_edit": 1}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not JSON"),
        ("[]", "'html'"),
        (json.dumps({"url": "http://a.example/"}), "'html'"),
        (json.dumps({"html": "<p>"}), "groundtruth_content"),
    ],
)
def test_a_bad_copy_is_named_with_its_line(tmp_path: Path, line: str, message: str) -> None:
    copy = tmp_path / "copy.jsonl"
    good = json.dumps({"html": HTML, "convert_main_content": "正文", "meta": {"language": "zh"}})
    copy.write_text(f"{good}\n\n{line}\n", encoding="utf-8")
    with pytest.raises(BadCopyError, match=rf"copy\.jsonl, line 3: .*{message}"):
        list(read_copy(copy))
    with pytest.raises(BadCopyError, match=r"missing\.jsonl"):
        list(read_copy(tmp_path / "missing.jsonl"))
