"""Extension by which a crawl learns which pages are on its topic, and judges stored pages again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from functools import partial
from typing import Any, Self

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from sqlalchemy import Connection

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.errors import StorageError
from topiccrawl.priority.strategies.adaptive import Adaptive
from topiccrawl.relevance.learner.stored import (
    model_from_json,
    model_to_json,
    pages_from_json,
    pages_to_json,
)
from topiccrawl.storage.rows.learned import (
    NewVerdict,
    StoredText,
    read_grades,
    read_model,
    read_texts,
    write_model,
    write_verdicts,
)

logger = logging.getLogger(__name__)

_LOOKS = 2.0
"""Seconds between two looks whether something new should be learned."""
_BATCH = 200
_CHANGE = 0.02
"""Difference of relevance that is written although the page is kept, or set aside, as before."""
_RELEVANT = 2


class PageVerdicts:
    """Learns from the pages of the crawl when enough are new, in a thread.

    What was learned is written to the database with the pages that it was learned from: a crawl that
    continues, and the other workers of a shared crawl, go on from there. After each time, and at the end, all
    stored pages of the topic are judged again: those that are not on it are set aside, and others come back.

    Counters: `topiccrawl/learner/pages`, the pages that the last model was learned from;
    `topiccrawl/learner/set_aside` and `topiccrawl/learner/taken_back`, stored pages whose verdict changed.

    Raises:
        NotConfigured: pages are not judged by what the crawl learns.
    """

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        strategy = session.strategy
        if not isinstance(strategy, Adaptive) or strategy.page_judge is None:
            raise NotConfigured
        self._crawler, self._session = crawler, session
        self._strategy, self._judge = strategy, strategy.page_judge
        self._ledger = session.ledger
        self._task: asyncio.Task[None] | None = None
        self._restored = False
        self._learning = asyncio.Lock()
        session.page_verdicts = self

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the extension for a topic crawl."""
        extension = cls(crawler, CrawlSession.of(crawler))
        crawler.signals.connect(extension.spider_opened, signals.spider_opened)
        return extension

    def spider_opened(self) -> None:
        """Take over what earlier crawls have learned, and start to look for news."""
        self._task = asyncio.get_running_loop().create_task(self._learn_regularly(), name="page verdicts")

    async def close(self) -> None:
        """Learn from the last pages and judge all stored ones; called when all rows are written."""
        async with self._learning:  # a round that has begun ends first: its pages count as learned
            if self._task is not None:
                self._task.cancel()
        await self._safely(last=True)

    async def _learn_regularly(self) -> None:
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
        except StorageError as error:
            logger.warning("stored pages keep their verdicts for now: %s", error)
        except Exception:  # a bug must not stop the crawl
            logger.exception("could not learn from the pages of the crawl")

    async def _restore(self) -> None:
        store, topic = self._ledger.store, self._session.topic
        model, sample = await self._ledger.ask(lambda: store.read(read_model, topic.name))
        self._judge.restore(pages_from_json(sample))
        if model is not None and self._judge.model is None:
            self._judge.model = model_from_json(model, topic.words)
            logger.info("pages are judged by what was learned from %d pages before", len(sample))
        self._restored = True

    async def _learn(self) -> None:
        store, topic = self._ledger.store, self._session.topic.name
        if self._session.is_shared:  # what the other workers have seen
            _, sample = await self._ledger.ask(lambda: store.read(read_model, topic))
            self._judge.restore(pages_from_json(sample))
        pages = self._judge.sample()
        model = await asyncio.to_thread(self._judge.learned, pages)
        self._judge.model = model or self._judge.model
        rows, written = pages_to_json(pages), None if model is None else model_to_json(model)
        await self._ledger.ask(lambda: store.transact(lambda link: write_model(link, topic, written, rows)))
        stats: Any = self._crawler.stats
        stats.set_value("topiccrawl/learner/pages", len(pages) if model is not None else 0)
        await self._judge_again()

    async def _judge_again(self) -> None:
        store, topic = self._ledger.store, self._session.topic.name
        grades = await self._ledger.ask(lambda: store.read(read_grades, topic))
        aside, back = 0, 0
        # Copies first: an original stays as long as one of them is kept.
        for duplicates in (True, False):
            async for texts in self._stored(duplicates=duplicates):
                changed = await asyncio.to_thread(self._changed, texts, grades)
                if not changed:
                    continue

                def write(link: Connection, changed: list[NewVerdict] = changed) -> None:
                    write_verdicts(link, changed)

                await self._ledger.ask(lambda: store.transact(write))
                before = {text.number: text.reason for text in texts}
                aside += sum(one.reason is not None and before[one.number] is None for one in changed)
                back += sum(one.reason is None and before[one.number] is not None for one in changed)
        if aside or back:
            self._ledger.inc_value("topiccrawl/learner/set_aside", aside)
            self._ledger.inc_value("topiccrawl/learner/taken_back", back)
            logger.info("stored pages judged again: %d set aside, %d taken back", aside, back)

    async def _stored(self, *, duplicates: bool) -> AsyncIterator[list[StoredText]]:
        store, topic, last = self._ledger.store, self._session.topic.name, 0
        while True:
            read = partial(store.read, read_texts, topic, last, _BATCH, duplicates=duplicates)
            texts = await self._ledger.ask(read)
            if not texts:
                return
            last = texts[-1].number
            yield texts

    def _changed(self, texts: list[StoredText], grades: dict[str, int]) -> list[NewVerdict]:
        """Return the new verdicts on stored pages; what a person wanted kept stays."""
        threshold, changed = self._strategy.focus.verdict.threshold, []
        for page in texts:
            grade = grades.get(page.url)
            if grade is None and page.reason is None and (page.relevance or 0.0) < threshold:
                continue
            worth = None if grade is None else float(grade == _RELEVANT)
            found = self._strategy.judge_again(page.url, page.title, page.text, worth)
            if found is None:
                continue
            relevance, reason = found
            reason = None if page.is_copied and grade is None else reason
            moved = page.relevance is None or abs(relevance - page.relevance) > _CHANGE
            if reason != page.reason or moved:
                changed.append(NewVerdict(page.number, relevance, reason))
        return changed
