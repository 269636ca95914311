"""The end of a crawl that learns which pages are on its topic."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from scrapy import Spider
from scrapy.statscollectors import MemoryStatsCollector
from scrapy.utils.test import get_crawler

from topiccrawl.extensions.learning.page_verdicts import PageVerdicts
from topiccrawl.priority.learning.page_judge import PageJudge
from topiccrawl.relevance.learner import PageModel


class Slow(PageVerdicts):
    """Learns nothing, but takes its time."""

    def __init__(self) -> None:
        self.task = None
        self._learning = asyncio.Lock()
        self.rounds: list[tuple[str, bool]] = []

    async def _safely(self, *, last: bool) -> None:
        self.rounds.append(("begins", last))
        await asyncio.sleep(0.05)
        self.rounds.append(("ends", last))


def test_a_round_that_has_begun_ends_before_the_last_one() -> None:
    """Its pages count as learned: cut off, they would keep their first verdicts without a word."""

    async def crawl() -> list[tuple[str, bool]]:
        verdicts = Slow()
        verdicts.spider_opened()
        await asyncio.sleep(0.01)
        await verdicts.close()
        return verdicts.rounds

    assert asyncio.run(crawl()) == [("begins", False), ("ends", False), ("begins", True), ("ends", True)]


def test_it_is_said_when_grades_begin_and_cease_to_move_verdicts(caplog: pytest.LogCaptureFixture) -> None:
    judge = PageJudge({"党员"}, 0.4, alone=False)

    class Known(PageVerdicts):
        """Has a judge and counters, and no crawl."""

        def __init__(self) -> None:
            self.stats: Any = MemoryStatsCollector(get_crawler(Spider))
            self._judge = judge

    verdicts = Known()
    stats = verdicts.stats
    said = []
    for words in ({}, {"党课": 1.0}, {"党课": 2.0}, {}):
        judge.model = PageModel(words, 0.0, None, 40, 40)
        with caplog.at_level("INFO"):
            verdicts._report_moved()
        said.append((stats.get_value("topiccrawl/lessons/verdicts_moved"), len(caplog.records)))
    assert said == [(0, 0), (1, 1), (1, 1), (0, 2)]
    assert "are better" in caplog.messages[0] and "no longer better" in caplog.messages[1]
