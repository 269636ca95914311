"""Links that an earlier process left waiting get new scores when a crawl continues."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Request, Spider
from scrapy.exceptions import NotConfigured
from scrapy.statscollectors import MemoryStatsCollector
from scrapy.utils.test import get_crawler

from topiccrawl.crawl.request_meta import LINK_KEY, encode_link_context
from topiccrawl.errors import DatabaseAwayError
from topiccrawl.extensions.resumed_model import ResumedModel
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import KnownLink

RESCORED = "topiccrawl/lessons/rescored"


class Session:
    """What the extension uses of a session; `left` are the links of the frontier, or the reason why not."""

    def __init__(self, left: Sequence[tuple[str, str]] | Exception, links_at_start: int = 10) -> None:
        self.strategy: Any = SimpleNamespace(links_at_start=links_at_start)
        self.opened_frontier: Any = SimpleNamespace(counts=lambda: SimpleNamespace(waiting=1))
        self.frontier: Any = SimpleNamespace(best_waiting=self._best)
        self.links: list[KnownLink] = []
        self.broken = False
        self._left = left

    def _best(self, most: int) -> list[Any]:
        if isinstance(self._left, Exception):
            raise self._left
        return [SimpleNamespace(url=url, why=why) for url, why in self._left[:most]]

    def resume_links(self, links: Sequence[KnownLink]) -> int:
        if self.broken:
            raise ZeroDivisionError
        self.links += links
        return len(links)

    def run(self) -> int:
        """Open the spider; return how many links got new scores."""
        crawler = get_crawler(Spider)
        crawler.stats = MemoryStatsCollector(crawler)
        session: Any = self

        async def run() -> None:
            extension = ResumedModel(crawler, session)
            extension.spider_opened()
            if tasks := asyncio.all_tasks() - {asyncio.current_task()}:
                await asyncio.wait(tasks, timeout=30)
            extension.spider_closed()

        asyncio.run(run())
        return int(crawler.stats.get_value(RESCORED, 0))


def why(**values: Any) -> str:
    context = LinkContext(anchor="党课开讲", parent_url="http://a.test/", **values)
    return encode_link_context(Request("http://a.test/", meta={LINK_KEY: context}))


def test_waiting_links_are_scored_but_seeds_and_rows_of_other_versions_are_not() -> None:
    left = [("http://a.test/1", why()), ("http://a.test/2", why(seed=True)), ("http://a.test/3", "{")]
    session = Session([*left, *((f"http://b.test/{n}", why()) for n in range(80))], links_at_start=100)
    assert session.run() == 81
    assert (session.links[0].url, session.links[0].context.anchor) == ("http://a.test/1", "党课开讲")


def test_only_the_best_ones_are_scored() -> None:
    assert Session([(f"http://b.test/{n}", why()) for n in range(80)]).run() == 10


def test_without_waiting_links_nothing_is_read() -> None:
    session = Session(AssertionError("read"))
    session.opened_frontier.counts = lambda: SimpleNamespace(waiting=0)
    assert session.run() == 0


def test_a_database_that_is_away_leaves_their_scores(caplog: pytest.LogCaptureFixture) -> None:
    assert Session(DatabaseAwayError("away")).run() == 0
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_bug_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    session = Session([("http://a.test/1", why())])
    session.broken = True
    assert session.run() == 0
    assert "waiting links keep their scores" in caplog.text and "ZeroDivisionError" in caplog.text


def test_a_strategy_that_does_not_learn_needs_none() -> None:
    session: Any = Session([], links_at_start=0)
    with pytest.raises(NotConfigured):
        ResumedModel(get_crawler(Spider), session)
