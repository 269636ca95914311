"""Item pipeline that extracts main text and metadata."""

from __future__ import annotations

from typing import Self

from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.start_errors import report_start_errors
from topiccrawl.extraction import EXTRACTORS, extract_page
from topiccrawl.extraction.clustering.clustering import START_MODELS
from topiccrawl.extraction.visual.browser import shared_browser
from topiccrawl.extras import require_extra
from topiccrawl.items import PageItem
from topiccrawl.pipelines.cluster_growth import ClusterGrowth


class ExtractionPipeline:
    """Runs the extractor of the setting `TOPICCRAWL_EXTRACTOR`.

    Args:
        extractor: a key of `EXTRACTORS`.
        growth: clusters that grow with the pages, for an extractor that has some.

    Raises:
        ValueError: there is no such extractor.
    """

    def __init__(self, extractor: str, growth: ClusterGrowth | None = None) -> None:
        if extractor not in EXTRACTORS:
            raise ValueError(
                f"TOPICCRAWL_EXTRACTOR = {extractor!r}: choose one of {', '.join(sorted(EXTRACTORS))}"
            )
        self._extractor = extractor
        self._growth = growth

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the pipeline with the extractor of the settings."""
        with report_start_errors():
            extractor = crawler.settings.get("TOPICCRAWL_EXTRACTOR")
            if extractor == "visual-browser":
                shared_browser()  # a missing browser is an error now and not at each page
            if extractor == "trafilatura":
                require_extra("trafilatura")
            return cls(extractor, _growth(crawler, extractor))

    def open_spider(self) -> None:
        """Take over the clusters of the database."""
        if self._growth is not None:
            self._growth.open()

    def process_item(self, item: PageItem) -> PageItem:
        """Set `document` and `raw_text`."""
        read = None if self._growth is None else self._growth.read
        item.document = extract_page(item.visit.page, self._extractor, read)
        item.raw_text = item.document.text
        if self._growth is not None:
            self._growth.take(item)
        return item

    async def close_spider(self) -> None:
        """Finish the growth of the clusters."""
        if self._growth is not None:
            await self._growth.close()


def _growth(crawler: Crawler, extractor: str) -> ClusterGrowth | None:
    """Return the growing clusters of a topic crawl; None for other extractors and spiders."""
    if extractor not in START_MODELS or not crawler.settings.getbool("TOPICCRAWL_CLUSTER_GROWTH"):
        return None
    try:
        return ClusterGrowth(crawler, CrawlSession.of(crawler), extractor)
    except NotConfigured:
        return None
