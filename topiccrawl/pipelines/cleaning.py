"""Item pipeline that removes repeated and template text from the main text."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from scrapy.crawler import Crawler

from topiccrawl.crawl.page_timing import timed_in_thread
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.extraction.document import Document
from topiccrawl.extraction.host_sentences import Woven
from topiccrawl.extraction.kinds.hub import text_beside_links
from topiccrawl.extraction.site_memory import SiteMemory
from topiccrawl.items import PageItem
from topiccrawl.pipelines.page_pipeline import PagePipeline
from topiccrawl.priority.budgets.spam import RECOMBINED, WORD_LIST
from topiccrawl.storage.pages.site_lines import SiteLines


class CleaningPipeline(PagePipeline):
    """Removes lines that repeat over the pages of a site, then template text.

    The latter is the post-processing of paper A, section 3.3. A page whose text is empty afterwards has no
    article and is dropped; one that lists topic words in its place is spam. So are pages that their site has
    woven from the sentences of others. A teaser, whose text is on another page, is dropped, too. Pages
    changed by site memory are counted under `topiccrawl/site_memory/pages`. The memory is in the database: it
    outlives the process, and workers share it.
    """

    stage = "cleaning"

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        self._memory: SiteMemory | None = None
        self._turn = asyncio.Lock()

    def open_spider(self) -> None:
        """Open the site memory; the database is open by now."""
        self._memory = SiteMemory(SiteLines(self.session.ledger.store, self.session.ledger.topic))

    async def process_item(self, item: PageItem) -> PageItem:
        """Set `text`."""
        if item.document is not None:
            text, woven = await self._read(item.url, item.document, item.raw_text)
            if woven is not Woven.NO and self.session.strategy.has_budgets and not item.visit.is_kept:
                if woven is Woven.OF_MANY:
                    self.drop_spam(item, RECOMBINED)
                self.session.budgets.is_spam(item.url)  # the next pages of its host come one by one
            from topiccrawl.extraction.cleaning import clean  # here: a crawl starts without it

            item.text = clean(text)
        if not item.text:
            visit, strategy = item.visit, self.session.strategy
            if not visit.is_kept and strategy.is_word_list(text_beside_links(visit.page)):
                self.drop_spam(item, WORD_LIST)
            self.session.budgets.is_barren(item.url)
            self.drop(item, "empty")
        if item.document is not None and item.document.is_teaser:
            self.drop(item, "teaser")
        return item

    async def close_spider(self) -> None:
        """Save the site memory."""
        if self._memory is not None:
            await asyncio.to_thread(self._memory.save)

    async def own_text(self, url: str, document: Document, text: str) -> str:
        """Return the main text of a page without lines that repeat over the site."""
        return (await self._read(url, document, text))[0]

    async def _read(self, url: str, document: Document, text: str) -> tuple[str, Woven]:
        """Return that text, and whether the text is woven from sentences of other pages."""
        if self._memory is None or not text:
            return text, Woven.NO
        host = urlsplit(url).hostname or ""
        async with self._turn:
            if not self._memory.asks_store(host):
                own, woven = self._memory.read(host, document.title, text)
            else:
                read = timed_in_thread(url, self._memory.read)
                own, woven = await asyncio.to_thread(read, host, document.title, text)
        if own != text:
            self.count("topiccrawl/site_memory/pages")
        return own, woven
