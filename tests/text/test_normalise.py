"""Normal form of texts."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest
from growth import LINEAR, growth
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.text.normalise import normalise, simplify


@pytest.mark.parametrize(
    ("given_text", "expected"),
    [
        ("學習貫徹黨的精神", "学习贯彻党的精神"),
        ("ＡＢＣ１２３，（党建）！", "ABC123,(党建)!"),
        ("㈠ ① ㎡", "(一) 1 m2"),
        ("乾淨的幹部", "干净的干部"),  # one traditional word by its phrase, one by its character
        ("著名", "著名"),  # a character that is right in both forms stays
        ("《瞭望》载文：成效显著，专著获奖", "《瞭望》载文:成效显著,专著获奖"),
        ("陈珺任乾县县委书记", "陈珺任乾县县委书记"),  # rare, but of no script
        ("会上朗读了《論持久戰》。成绩显著。", "会上朗读了《论持久战》。成绩显著。"),
        (
            "台商刊文：\n臺灣同胞著書立說，乾杯慶祝。\n乾县代表著书。",
            "台商刊文:\n台湾同胞著书立说,干杯庆祝。\n乾县代表著书。",
        ),
        ("", ""),
    ],
)
def test_known_forms(given_text: str, expected: str) -> None:
    assert normalise(given_text) == expected


@given(
    st.text(
        st.sampled_from("党建工作Aa1，。！（）：…—“”　\xa0①㎡ｱﾞがか\u3099é\u0301가각ﬁ→■\ufffd\U00020000"),
        max_size=8,
    )
)
def test_the_form_of_a_text_is_nfkc_whatever_stands_side_by_side(text: str) -> None:
    assert normalise(text) == simplify(unicodedata.normalize("NFKC", text))


def test_the_form_of_each_character_is_nfkc_within_a_text() -> None:
    for character in map(chr, (*range(0xD800), *range(0xE000, 0x11000))):
        text = f"党a{character}か{character}"
        assert normalise(text) == simplify(unicodedata.normalize("NFKC", text)), hex(ord(character))


def test_half_width_katakana_and_ligatures_do_not_matter_to_simplified_text() -> None:
    assert normalise("ﬁ党建") == "fi党建"


def test_simplify_leaves_simplified_text_alone() -> None:
    text = "基层党组织开展主题党日活动，认真学习理论。" * 3
    assert simplify(text) is text


@given(st.text())
def test_twice_is_once_for_any_text(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once


def test_simplified_text_is_passed_through_quickly() -> None:
    def normalising(sentences: int) -> Callable[[], object]:
        text = "各级党组织要加强思想政治建设，落实全面从严治党责任。" * sentences
        return lambda: normalise(text)

    assert growth(normalising, 2500) < LINEAR


def test_simplified_words_stay_simplified_beside_traditional_ones() -> None:
    assert normalise("比賽结束") == normalise("比賽結束") == "比赛结束"
