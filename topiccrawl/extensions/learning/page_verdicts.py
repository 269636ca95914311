"""Extension by which a crawl learns which pages are on its topic, and judges stored pages again."""

from __future__ import annotations

import asyncio
import logging

from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from topiccrawl.corpus.learned.stored_verdicts import StoredVerdicts
from topiccrawl.crawl.session import BackgroundComponent, CrawlSession
from topiccrawl.errors import StorageError
from topiccrawl.priority.strategies.adaptive import Adaptive
from topiccrawl.storage.rows.learned import count_kept, read_groups
from topiccrawl.text.language import say

logger = logging.getLogger(__name__)

_LOOKS = 2.0
"""Seconds between two looks whether something new should be learned."""
_MOVED = "topiccrawl/lessons/verdicts_moved"


class PageVerdicts(BackgroundComponent):
    """Learns from grades, and for short lists from the pages of the crawl, when enough are new, in a thread.

    What was learned is written to the database with the pages that it was learned from: a crawl that
    continues, and the other workers of a shared crawl, go on from there.

    The rest is for short lists alone. After each time, and at the end, all stored pages of the topic are
    judged again: those that are not on it are set aside, and others come back. After 50 and 200 kept pages
    they are grouped, and the log asks for each group whether it is wanted. Of several workers one does that.
    Without an answer the crawl goes on; an answer is grades.

    Counters: `topiccrawl/learner/pages`, the pages that the last model was learned from;
    `topiccrawl/lessons/verdicts_moved`, 1 while the topic's own verdicts are moved by what grades taught;
    `topiccrawl/learner/set_aside` and `topiccrawl/learner/taken_back`, stored pages whose verdict changed.

    Raises:
        NotConfigured: the strategy does not learn.
    """

    listens = ("spider_opened",)

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        strategy = session.strategy
        if not isinstance(strategy, Adaptive):
            raise NotConfigured
        self._strategy, self._judge = strategy, strategy.page_judge
        self._ledger = session.ledger
        self._verdicts = StoredVerdicts(session.ledger.store, strategy, strategy.page_judge)
        self._restored = self._grouped_last = False
        self._looked_at = 0
        self._learning = asyncio.Lock()
        session.last_steps.append(self.close)

    async def close(self) -> None:
        """Learn from the last pages and judge all stored ones; called when all rows are written."""
        async with self._learning:  # a round that has begun ends first: its pages count as learned
            self.spider_closed()
        await self._safely(last=True)

    async def work(self) -> None:
        """Take over what earlier crawls have learned, and look for news."""
        while True:
            async with self._learning:
                await self._safely(last=False)
            await asyncio.sleep(_LOOKS)

    async def _safely(self, *, last: bool) -> None:
        try:
            if not self._restored:
                await self._restore()
            if self._judge.is_due or (last and self._judge.has_news):
                await self._learn()
            if self._judge.alone:
                await self._group()
        except StorageError as error:
            logger.warning("stored pages keep their verdicts for now: %s", error)
        except Exception:  # a bug must not stop the crawl
            logger.exception("could not learn from the pages of the crawl")

    async def _restore(self) -> None:
        model, sample = await self._ledger.ask(self._verdicts.read)
        self._judge.restore(sample)
        if model is not None and self._judge.model is None:
            self._judge.model = model
            logger.info("pages are judged by what was learned from %d pages before", len(sample))
            self._report_moved()
        self._restored = True

    async def _learn(self) -> None:
        if self.session.is_shared:  # what the other workers have seen
            _, sample = await self._ledger.ask(self._verdicts.read)
            self._judge.restore(sample)
        own = self._judge.sample()
        pages = await self._ledger.ask(lambda: self._verdicts.learn(own))
        self.stats.set_value("topiccrawl/learner/pages", pages)
        if self._judge.alone:
            await self._judge_again()
        elif pages:
            self._report_moved()

    def _report_moved(self) -> None:
        moved = int(self._judge.moves)
        if moved != self.stats.get_value(_MOVED, 0):
            logger.info(
                "by their grades, verdicts are %s with the words of graded pages than without",
                say("better") if moved else say("no longer better"),
            )
        if not self._judge.alone:
            self.stats.set_value(_MOVED, moved)

    async def _judge_again(self) -> None:
        aside, back = await self._ledger.ask(self._verdicts.judge_again)
        if aside or back:
            self.count("topiccrawl/learner/set_aside", aside)
            self.count("topiccrawl/learner/taken_back", back)
            logger.info("stored pages judged again: %d set aside, %d taken back", aside, back)

    async def _group(self) -> None:
        """Group the kept pages when there are enough for the first or second time, and ask about them."""
        # Here: pages are grouped when many are kept.
        from topiccrawl.corpus.learned.page_groups import MILESTONES, group_stored, questions

        kept = self.stats.get_value("topiccrawl/pages/kept", 0)
        if self._grouped_last or kept == self._looked_at:
            return
        self._looked_at = kept
        store, topic = self._ledger.store, self.session.topic.name
        grouped, _ = await self._ledger.ask(lambda: store.read(read_groups, topic))
        self._grouped_last = (grouped or 0) >= MILESTONES[-1]
        if self._grouped_last:
            return
        count = await self._ledger.ask(lambda: store.read(count_kept, topic))
        due = max((one for one in MILESTONES if one <= count), default=0)
        if due <= (grouped or 0):
            return
        focus = self._strategy.focus
        if not await self._ledger.ask(lambda: group_stored(store, focus, due)):
            return
        for question in await self._ledger.ask(lambda: store.read(questions, topic)):
            logger.info("%s", question)
        logger.info("%s", say("answer with `topiccrawl topic groups`; until then the crawl goes on"))
        await self._judge_again()  # groups that are far from the topic are set aside
