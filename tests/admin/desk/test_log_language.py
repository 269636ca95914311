"""Logs in the language of their reader."""

from __future__ import annotations

from string import Formatter

import pytest
from babel.messages.pofile import read_po

from tests.text.test_language import FILES
from topiccrawl.admin.crawls.log_language import retold
from topiccrawl.messages import message
from topiccrawl.text.language import localized

SUMMARY = """partybuild: finished after 20 s: no link waits.
  pages     fetched 192 = 53 kept + 14 duplicates + 62 lists + 63 dropped; harvest 34.9% of fetched
  links     0 wait, 218 are done, 0 are dead letters"""


def test_messages_are_known_again_in_both_directions() -> None:
    with (FILES / "topiccrawl.po").open("rb") as file:
        forms = [str(one.id) for one in read_po(file) if "python-brace-format" in one.flags]
    missed: list[str] = []
    for form in forms:
        places = [(name, style) for _, name, style, _ in Formatter().parse(form) if name]
        values: dict[str, object] = {name: f"<{name}>" for name, style in places if not style}
        values |= {name: 0.25 for name, style in places if style and style[-1] in "fg"}
        values |= {name: 1234 for name, style in places if style and style[-1] in ",d"}
        if values.keys() != dict(places).keys():
            continue
        made = message(form, **values)
        both = str(made), localized(made, "zh")
        missed += [form] if [retold(both[1], "en"), retold(both[0], "zh")] != list(both) else []
    # Some messages are the same in one language and differ in the other.
    assert len(forms) > 600 and len(missed) < 0.07 * len(forms), missed


def test_messages_in_columns_sums_and_lists_are_told_one_by_one() -> None:
    chinese = retold(SUMMARY, "zh")
    assert "partybuild：20 秒后完成：没有链接在等待。" in chinese
    assert "抓取 192 = 保留 53 + 重复 14 + 列表 62 + 丢弃 63; 收获率 34.9%（占抓取）" in chinese
    assert "待抓 0 条，已处理 218 条，放弃 0 条" in chinese
    assert retold(chinese, "en").splitlines()[2] == SUMMARY.splitlines()[2]


@pytest.mark.parametrize(
    "text", ["", "  ", "河长制工作会议召开", "http://a.test/?q=1; x | y", "=" * 9000, "a: b: c"]
)
def test_what_no_message_has_made_stays(text: str) -> None:
    assert retold(text, "en") == text
