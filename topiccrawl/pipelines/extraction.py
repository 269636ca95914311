"""Item pipeline: main text and metadata of a page."""

from __future__ import annotations

from dataclasses import replace
from typing import Self
from urllib.parse import urlsplit

from scrapy.crawler import Crawler
from scrapy.statscollectors import StatsCollector

from topiccrawl.extraction import EXTRACTORS, extract_page
from topiccrawl.extraction.site_memory import MemoryStore, SiteMemory
from topiccrawl.items import PageItem
from topiccrawl.startup import told_at_start


class ExtractionPipeline:
    """Runs the extractor that `TOPICCRAWL_EXTRACTOR` names, then takes off what repeats over a site's pages.

    The latter only with `TOPICCRAWL_SITE_MEMORY`; pages it changed are counted under
    `topiccrawl/site_memory/pages`.

    Raises:
        ValueError: there is no such extractor.
    """

    def __init__(
        self, extractor: str, memory: SiteMemory | None = None, stats: StatsCollector | None = None
    ) -> None:
        if extractor not in EXTRACTORS:
            raise ValueError(
                f"TOPICCRAWL_EXTRACTOR = {extractor!r}: choose one of {', '.join(sorted(EXTRACTORS))}"
            )
        self._extractor = extractor
        self._memory = memory
        self._stats = stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor."""
        with told_at_start():
            wanted = crawler.settings.getbool("TOPICCRAWL_SITE_MEMORY")
            memory = SiteMemory(MemoryStore()) if wanted else None
            return cls(crawler.settings.get("TOPICCRAWL_EXTRACTOR"), memory, crawler.stats)

    def process_item(self, item: PageItem) -> PageItem:
        """Set `document` and `raw_text`."""
        document = extract_page(item.visit.page, self._extractor)
        if self._memory is not None and document.text:
            host = urlsplit(item.url).hostname or ""
            text = self._memory.strip(host, document.title, document.text)
            if text != document.text:
                document = replace(document, text=text)
                if self._stats is not None:
                    self._stats.inc_value("topiccrawl/site_memory/pages")
        item.document = document
        item.raw_text = document.text
        return item

    def close_spider(self) -> None:
        """Save what was learned of the sites."""
        if self._memory is not None:
            self._memory.save()
