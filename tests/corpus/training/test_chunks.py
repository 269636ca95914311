"""Chunks of texts for retrieval."""

from __future__ import annotations

import random

import pytest

from topiccrawl.corpus.training.chunks import chunk_id, chunks_of

TEXT = "前言。\n第一章 总则\n一、目的\n为了学习。为了提高。\n二、范围\n适用于各支部。\n第二章 附则\n自发布之日起施行。"


def test_a_chunk_has_the_headings_above_it():
    found = list(chunks_of(TEXT, 100))
    assert [(chunk.position, chunk.headings) for chunk in found] == [
        (0, ()),
        (1, ("第一章 总则", "一、目的")),
        (2, ("第一章 总则", "二、范围")),
        (3, ("第二章 附则",)),
    ]
    assert found[1].text == "第一章 总则\n一、目的\n为了学习。为了提高。"


def test_markdown_is_cut_at_its_headings_and_between_rows():
    rows = "\n".join(f"| 第{n}行 | 值 |" for n in range(9))
    found = list(chunks_of(f"# 表\n\n## 数据\n\n{rows}\n\n## 注\n\n完。", 40, is_markdown=True))
    assert found[0].headings == ("表", "数据") and found[-1].headings == ("表", "注")
    assert all(line.endswith("|") for chunk in found[1:-1] for line in chunk.text.splitlines())
    assert "".join("".join(chunk.text.split()) for chunk in found).count("|") == rows.count("|")


@pytest.mark.parametrize("most", [1, 2, 7, 30, 500])
@pytest.mark.parametrize("is_markdown", [False, True])
def test_chunks_hold_all_of_the_text_and_no_more_than_allowed(most, is_markdown):
    rng = random.Random(most)
    joint = "\n\n" if is_markdown else "\n"
    text = joint.join(
        rng.choice(("一、", "## ", ""))
        + "".join(
            rng.choices("党员学习，。！”\n" if is_markdown else "党员学习，。！”", k=rng.randint(1, 90))
        )
        for _ in range(40)
    )
    found = list(chunks_of(text, most, is_markdown=is_markdown))
    assert "".join("".join(chunk.text.split()) for chunk in found) == "".join(text.split())
    assert max(len(chunk.text) for chunk in found) <= most
    assert [chunk.position for chunk in found] == list(range(len(found)))


def test_an_id_is_that_of_page_text_and_number():
    ids = {chunk_id(*words) for words in (("p", "一", 0), ("p", "一", 1), ("p", "二", 0), ("q", "一", 0))}
    assert len(ids) == 4 and all(len(one) == 64 for one in ids)
    assert chunk_id("p", "一", 0) in ids
