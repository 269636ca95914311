"""The texts of the parts of an article become one."""

from __future__ import annotations

from topiccrawl.extraction.joined import has_all, joined_text

TITLE = "清河镇党支部组织党员整修水渠"
FIRST = "三月五日，清河镇党支部组织四十名党员整修水渠。"
SECOND = "党员们分成三组，傍晚时渠水流到了最远的一块地。"
THIRD = "支部决定每月十五日为固定劳动日，雷打不动。"


def test_the_parts_follow_each_other() -> None:
    assert joined_text([FIRST, SECOND, THIRD]) == f"{FIRST}\n{SECOND}\n{THIRD}"
    assert joined_text([]) == ""


def test_what_each_part_repeats_is_there_once() -> None:
    foot = "（责任编辑：王芳）"
    parts = [f"{TITLE}\n记者 李明\n{text}\n{foot}" for text in (FIRST, SECOND, THIRD)]
    assert joined_text(parts, TITLE).splitlines() == [TITLE, "记者 李明", FIRST, SECOND, THIRD, foot]


def test_the_headline_of_a_later_part_goes_though_the_first_text_has_none() -> None:
    assert joined_text([FIRST, f"{TITLE}\n{SECOND}"], TITLE) == f"{FIRST}\n{SECOND}"


def test_lines_that_lead_to_other_parts_go() -> None:
    assert joined_text([f"{FIRST}\n【1】\n下一页", f"（接上页）\n{SECOND}\n2/2"]) == f"{FIRST}\n{SECOND}"


def test_a_text_on_one_page_stays_as_it_is() -> None:
    text = f"12\n{FIRST}\n第3页"
    assert joined_text([text], TITLE) == text


def test_a_repeated_sentence_in_the_middle_stays() -> None:
    parts = [f"{FIRST}\n{THIRD}", f"{SECOND}\n{THIRD}\n{SECOND}"]
    assert joined_text(parts).count(THIRD) == 2


def test_the_whole_text_stands_alone() -> None:
    whole = f"{FIRST}\n{SECOND}\n{THIRD}"
    assert joined_text([f"{FIRST}\n阅读全文", whole]) == whole
    assert has_all(whole, FIRST) and not has_all(SECOND + THIRD, FIRST)
