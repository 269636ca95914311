"""The end of a crawl that learns which pages are on its topic."""

from __future__ import annotations

import asyncio

from topiccrawl.extensions.learning.page_verdicts import PageVerdicts


class Slow(PageVerdicts):
    """Learns nothing, but takes its time."""

    def __init__(self) -> None:
        self._task = None
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
