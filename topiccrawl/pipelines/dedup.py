"""Item pipeline that marks pages whose story is already in the corpus."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial

from scrapy import signals
from scrapy.crawler import Crawler

from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.dedup.fingerprint import Fingerprint, fingerprint
from topiccrawl.dedup.repeats import Repeat, find_or_keep
from topiccrawl.errors import StorageError
from topiccrawl.items import PageItem
from topiccrawl.pipelines.page_pipeline import PagePipeline
from topiccrawl.storage.sketches.catch_up import SketchCatchUp
from topiccrawl.storage.sketches.originals import StoredOriginals

logger = logging.getLogger(__name__)

_LOG_INTERVAL = 5.0
"""Seconds between two log lines about older pages."""

_CLOSING_INTERVAL = 0.5
"""Seconds between two checks whether the crawl is closing."""


class DedupPipeline(PagePipeline):
    """Marks pages with the body or title of an earlier page; marked pages are stored but not exported.

    Pages are compared with all of the corpus, by look-ups in the database, and with pages in flight. A corpus
    of an older version gets its sketches first, while new pages wait. A database that stays down raises
    `StorageError`, as when a page is stored.
    """

    stage = "dedup"

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        self._threshold = crawler.settings.getfloat("TOPICCRAWL_TITLE_THRESHOLD")
        if not 0 < self._threshold <= 1:
            raise ValueError(f"TOPICCRAWL_TITLE_THRESHOLD = {self._threshold!r} is not in (0, 1]")
        self._engine = EngineView(crawler)
        self._turn = asyncio.Lock()
        self._catching_up: asyncio.Task[None] | None = None
        for signal in (signals.item_scraped, signals.item_dropped, signals.item_error):
            crawler.signals.connect(self._left_pipelines, signal)

    def open_spider(self) -> None:
        """Prepare the look-ups; the database is open by now."""
        store, topic = self.session.ledger.store, self.session.topic.name
        self._originals = StoredOriginals(store, topic)
        self._catch_up = SketchCatchUp(store, topic)

    async def process_item(self, item: PageItem) -> PageItem:
        """Set `fingerprint`, `duplicate_of`, `duplicate_kind` and `duplicate_similarity`.

        Raises:
            StorageError: the database cannot be read, or the crawl closes before pages can be compared.
        """
        async with self._turn:  # so that of two copies in flight the second finds the first
            await self._caught_up()
            item.fingerprint, found = await self.session.ledger.ask(lambda: self._compare(item))
        if found is not None:
            item.duplicate_of, item.duplicate_kind = found.match.key, found.kind
            item.duplicate_similarity = found.match.similarity
        return item

    async def close_spider(self) -> None:
        """Stop sketching older pages; the next crawl continues."""
        if self._catching_up is not None and not self._catching_up.done():
            self._catching_up.cancel()
            await asyncio.wait([self._catching_up])

    def _compare(self, item: PageItem) -> tuple[Fingerprint, Repeat | None]:
        assert item.document is not None  # set by the extraction pipeline
        own = item.fingerprint or fingerprint(item.document.title, item.text)
        return own, find_or_keep(own, item.url, self._originals, self._threshold)

    def _left_pipelines(self, item: object) -> None:
        if isinstance(item, PageItem):
            self._originals.stored(item.url)

    async def _caught_up(self) -> None:
        """Wait until all pages of the corpus have sketches."""
        if self._catching_up is None:
            self._catching_up = asyncio.create_task(self._bring_up_to_date())
        while not self._catching_up.done():
            if self._engine.is_closing:
                raise StorageError("the crawl closed before new pages could be compared with older ones")
            await asyncio.wait([self._catching_up], timeout=_CLOSING_INTERVAL)
        self._catching_up.result()

    async def _bring_up_to_date(self) -> None:
        ask = self.session.ledger.ask
        progress = await ask(self._catch_up.progress)
        left = await ask(partial(self._catch_up.left, progress))
        if left:
            logger.info("dedup: %d pages of an older version are made comparable; new ones wait", left)
        start = logged = time.monotonic()
        while not progress.complete:
            progress = await ask(self._catch_up.step)
            if time.monotonic() - logged >= _LOG_INTERVAL:
                logged = time.monotonic()
                still = await ask(partial(self._catch_up.left, progress))
                logger.info("dedup: %d of %d older pages are done", left - still, left)
        if left:
            logger.info("dedup: all older pages are done, after %.0f s", time.monotonic() - start)
