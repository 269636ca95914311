"""Beginnings of texts that are on other pages."""

from __future__ import annotations

import pytest

from topiccrawl.extraction.kinds.teaser import is_teaser

BEGINNING = (
    "市委召开理论学习中心组会议，传达学习全会精神。会议强调，要把学习贯彻全会精神作为当前的重要政治任务"
)
STORY = "\n".join([f"{BEGINNING}，抓好第{number}项工作。" for number in range(20)])


@pytest.mark.parametrize(
    "reference",
    [
        "…… 原文：市委召开理论学习中心组会议",
        "……[阅读全文]",
        "...\n查看全文 >>",
        "…【点击阅读原文】",
        "......（查看详情）",
        "……\n原文链接：http://dangjian.test/2023/1.html",
        "。。。閱讀全文",
    ],
)
def test_a_beginning_that_refers_to_the_rest_is_a_teaser(reference: str) -> None:
    assert not is_teaser(BEGINNING)
    assert is_teaser(BEGINNING + reference)


@pytest.mark.parametrize(
    "text",
    [
        "",
        STORY,
        f"{BEGINNING}。\n原文：市委召开理论学习中心组会议",  # nothing breaks off
        f"{BEGINNING}……大家纷纷表示，要学习原文、悟原理。",  # reading the original is what it is about
        f"{STORY}\n……阅读原文",  # all is here, and a link beside it
        f"党员们说：“以前是……原文：不懂”，\n{STORY}",  # not at the end
        "……",
    ],
)
def test_a_text_of_its_own_is_no_teaser(text: str) -> None:
    assert not is_teaser(text)
