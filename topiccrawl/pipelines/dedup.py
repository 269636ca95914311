"""Item pipeline that marks pages whose story is already in the corpus."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial

from scrapy.crawler import Crawler

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.errors import StorageError
from topiccrawl.items import PageItem
from topiccrawl.pipelines.page_pipeline import PagePipeline
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp

logger = logging.getLogger(__name__)

_LOG_INTERVAL = 5.0
"""Seconds between two log lines about older pages."""

_LONG = 20_000
"""Characters of a text that would keep the event loop for some 10 ms."""

_CLOSING_INTERVAL = 0.5
"""Seconds between two checks whether the crawl is closing."""


class DedupPipeline(PagePipeline):
    """Prepares pages for the comparison with all of the corpus, which is made when they are stored.

    Two workers may store the same story at the same time, so the transaction that stores a page decides
    whether it is a duplicate; duplicates are stored but not exported. A corpus of an older version gets its
    sketches first, while new pages wait. A database that stays down raises `StorageError`, as when a page is
    stored.
    """

    stage = "dedup"

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        self._rule = DedupRule(
            crawler.settings.get("TOPICCRAWL_DEDUP") or session.topic.dedup,
            crawler.settings.getfloat("TOPICCRAWL_TITLE_THRESHOLD"),
        )
        self._counting: asyncio.Task[int] | None = None
        self._catching_up: asyncio.Task[None] | None = None

    def open_spider(self) -> None:
        """Prepare the catch-up; the database is open by now."""
        self._catch_up = SketchCatchUp(self.session.ledger.store, self.session.topic.name, self._rule)

    async def process_item(self, item: PageItem) -> PageItem:
        """Set `fingerprint` and `dedup`.

        Raises:
            StorageError: the database cannot be read, or the crawl closes before pages can be compared.
        """
        await self._caught_up()
        item.dedup = self._rule
        if len(item.text) < _LONG:
            item.fingerprint = self._fingerprint(item)
        else:
            item.fingerprint = await asyncio.to_thread(self._fingerprint, item)
        return item

    async def close_spider(self) -> None:
        """Stop sketching older pages; the next crawl continues."""
        if self._catching_up is not None and not self._catching_up.done():
            self._catching_up.cancel()
            await asyncio.wait([self._catching_up])

    def _fingerprint(self, item: PageItem) -> Fingerprint:
        assert item.document is not None  # set by the extraction pipeline
        raw_title = item.visit.fetched.description.title
        return self._rule.fingerprint(item.document.title, raw_title, item.text)

    async def _caught_up(self) -> None:
        """Wait until all pages of the corpus have sketches."""
        if self._counting is None or self._catching_up is None:
            self._counting = asyncio.create_task(self._pages_without_sketches())
            self._catching_up = asyncio.create_task(self._sketch_older_pages(self._counting))
        # Counting takes a moment. Without older pages a crawl keeps the page it closes after.
        if not self._counting.done():
            await asyncio.wait([self._counting])
        while not self._catching_up.done():
            if self.engine.is_closing and not self._counting.exception() and self._counting.result():
                raise StorageError("the crawl closed before new pages could be compared with older ones")
            await asyncio.wait([self._catching_up], timeout=_CLOSING_INTERVAL)
        self._catching_up.result()

    async def _pages_without_sketches(self) -> int:
        progress = await self.session.ledger.ask(self._catch_up.progress)
        return await self.session.ledger.ask(partial(self._catch_up.left, progress))

    async def _sketch_older_pages(self, counting: asyncio.Task[int]) -> None:
        ask = self.session.ledger.ask
        left = await counting
        progress = await ask(self._catch_up.progress)
        if left:
            logger.info("dedup: %d stored pages are made comparable; new ones wait", left)
        start = logged = time.monotonic()
        while not progress.complete:
            progress = await ask(self._catch_up.step)
            if time.monotonic() - logged >= _LOG_INTERVAL:
                logged = time.monotonic()
                still = await ask(partial(self._catch_up.left, progress))
                logger.info("dedup: %d of %d stored pages are done", left - still, left)
        if left:
            logger.info("dedup: all stored pages are done, after %.0f s", time.monotonic() - start)
