from __future__ import annotations

import pytest

from topiccrawl.reporting.figures import Figures
from topiccrawl.reporting.progress_line import Moment
from topiccrawl.storage.frontier.contract import Counts

MOMENT = Moment(Figures(8, 4, 1, failed={"dns": 2}), 106, Counts(waiting=7), 4.0, "河长巡河")


@pytest.mark.parametrize(
    ("locale", "line", "coloured"),
    [
        (
            "C",
            "fetched 8 = 4 kept + 1 duplicates + 0 lists + 0 dropped + 3 in work | harvest 62.5 % of fetched | "
            "corpus 106 | waiting 7 | errors 2 | dead 0 | 2.0 pages/s",
            ["4 kept", "1 duplicates", "harvest 62.5 %", "corpus 106", "errors 2"],
        ),
        (
            "zh_CN.UTF-8",
            "抓取 8 = 保留 4 + 重复 1 + 列表 0 + 丢弃 0 + 处理中 3 | 收获率 62.5 %（占抓取） | "
            "语料 106 | 待抓 7 | 错误 2 | 放弃 0 | 2.0 页/秒",
            ["保留 4", "重复 1", "收获率 62.5 %", "语料 106", "错误 2"],
        ),
    ],
)
def test_the_line_in_both_languages(
    locale: str, line: str, coloured: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    assert MOMENT.line() == line
    text = MOMENT.text(200)
    assert [text.plain[span.start : span.end] for span in text.spans] == coloured
    assert text.plain.endswith("河长巡河")
