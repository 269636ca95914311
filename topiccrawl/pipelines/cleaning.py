"""Item pipeline: what is not the page's own is taken off the main text."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from scrapy.crawler import Crawler

from topiccrawl.extensions.watch import timed_in_thread
from topiccrawl.extraction.cleaning import clean
from topiccrawl.extraction.site_memory import SiteMemory
from topiccrawl.items import PageItem
from topiccrawl.pipelines.dropping import DroppingPipeline
from topiccrawl.storage.pages.site_lines import SiteLines


class CleaningPipeline(DroppingPipeline):
    """Takes off what repeats over pages of the site (`TOPICCRAWL_SITE_MEMORY`), then template text.

    The latter is the post-processing of paper A, section 3.3. A page of which nothing is left has no article
    and is dropped. Pages of which site memory took something off are counted under
    `topiccrawl/site_memory/pages`. The memory is in the database: it outlives the process, and workers share
    it.
    """

    stage = "cleaning"

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._memory: SiteMemory | None = None
        self._turn = asyncio.Lock()

    def open_spider(self) -> None:
        """The database is open now."""
        if self.crawler.settings.getbool("TOPICCRAWL_SITE_MEMORY"):
            self._memory = SiteMemory(SiteLines(self.session.ledger.store, self.session.ledger.topic))

    async def process_item(self, item: PageItem) -> PageItem:
        """Set `text`."""
        item.text = clean(await self._own_text(item))
        if not item.text:
            self.drop(item, "empty")
        return item

    async def close_spider(self) -> None:
        """Save what was learned of the sites."""
        if self._memory is not None:
            await asyncio.to_thread(self._memory.save)

    async def _own_text(self, item: PageItem) -> str:
        """The main text without what repeats over the site."""
        text, document = item.raw_text, item.document
        if self._memory is None or document is None or not text:
            return text
        host = urlsplit(item.url).hostname or ""
        strip = timed_in_thread(item.url, self._memory.strip)
        async with self._turn:  # in a thread, as it asks the database now and then
            own = await asyncio.to_thread(strip, host, document.title, text)
        if own != text:
            assert self.crawler.stats is not None  # set before any component runs
            self.crawler.stats.inc_value("topiccrawl/site_memory/pages")
        return own
