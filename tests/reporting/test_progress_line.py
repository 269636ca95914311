from __future__ import annotations

import pytest

from topiccrawl.reporting.figures import Figures
from topiccrawl.reporting.progress_line import Moment
from topiccrawl.storage.frontier.contract import Counts

MOMENT = Moment(Figures(8, 4, 1, failed={"dns": 2}, forbidden=3), 106, Counts(waiting=7), 4.0, "河长巡河")


@pytest.mark.parametrize(
    ("locale", "line", "coloured"),
    [
        (
            "C",
            "fetched 8 = 4 kept + 1 duplicates + 0 lists + 0 dropped + 3 in work | harvest 62.5 % of fetched | "
            "corpus 106 | waiting 7 | errors 2 | dead 0 | forbidden by robots.txt 3 | 2.0 pages/s",
            [
                "4 kept",
                "1 duplicates",
                "harvest 62.5 %",
                "corpus 106",
                "errors 2",
                "forbidden by robots.txt 3",
            ],
        ),
        (
            "zh_CN.UTF-8",
            "抓取 8 = 保留 4 + 重复 1 + 列表 0 + 丢弃 0 + 处理中 3 | 收获率 62.5 %（占抓取） | "
            "语料 106 | 待抓 7 | 错误 2 | 放弃 0 | robots.txt 禁止 3 | 2.0 页/秒",
            ["保留 4", "重复 1", "收获率 62.5 %", "语料 106", "错误 2", "robots.txt 禁止 3"],
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


@pytest.mark.parametrize(
    ("locale", "corpus", "seconds", "last"),
    [
        ("C", 900, 600.0, "1,000 in about 10 min at this pace"),
        ("C", 1000, 600.0, "10,000 in about 15 h at this pace"),
        ("C", 40_000, 600.0, "100,000 in about 4 days at this pace"),
        ("zh_CN.UTF-8", 1000, 600.0, "照此速度约 15 小时后达到 10,000 篇"),
        ("C", 1000, 60.0, "2.0 pages/s"),
    ],
)
def test_the_forecast(
    locale: str, corpus: int, seconds: float, last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    moment = Moment(Figures(120, 100), corpus, Counts(waiting=7), seconds)
    assert moment.line().split(" | ")[-1] == last


def test_without_links_there_is_no_forecast() -> None:
    assert "pace" not in Moment(Figures(120, 100), 1000, Counts(), 600.0).line()
