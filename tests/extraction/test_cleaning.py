"""Post-processing: template lines off, white space in order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.extraction import clean

PIECES = st.sampled_from(
    [
        "会议强调，要抓好落实。",
        "版权所有 某某网 京ICP备00000000号",
        "（责任编辑：王某）",
        "首页",
        "  \t　",
        "分享到：",
        "\u200b小标题",
        "免责声明：本文仅供参考",
        "未经许可不得转载",
    ]
)


def test_white_space_and_line_ends() -> None:
    assert clean("　　第一段，　有空白。\r\n\r\n\n第二段\u00a0\u200b完。\r第三段。") == (
        "第一段， 有空白。\n第二段 完。\n第三段。"
    )


def test_template_lines_go_and_paragraphs_stay() -> None:
    text = "比赛昨天结束。\n（责任编辑：王某）\n分享到：\n版权所有，未经许可不得转载\n京ICP备00000000号"
    assert clean(text) == "比赛昨天结束。"


def test_a_sentence_between_others_may_tell_of_templates() -> None:
    around = "法院昨天开庭审理了这起案件，双方在庭上围绕三个问题作了辩论，旁听的人坐满了法庭。"
    told = "原告认为，未经著作权人许可，任何网站不得转载其作品，被告应当停止侵权。"
    assert clean(f"{around}\n{told}\n{around}") == f"{around}\n{told}\n{around}"
    for text in (f"{around}\n{told}", f"{told}\n{around}", f"短。\n{told}\n{around}"):
        assert told not in clean(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t\n",
        "版权所有 某某网\n京ICP备00000000号-1\n违法和不良信息举报电话：010-00000000",
        "首页 时政\nCopyright © 2001-2021 All Rights Reserved. 某某网 版权所有",
    ],
)
def test_a_text_that_is_only_template_becomes_empty(text: str) -> None:
    assert clean(text) == ""


def test_a_short_text_of_its_own_stays() -> None:
    assert clean("今日停水。\n版权所有 某某网") == "今日停水。"


@given(st.lists(PIECES | st.text(max_size=40), max_size=12).map("\n".join))
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert all(line and line == line.strip() for line in once.split("\n")) or once == ""
    assert "\r" not in once
