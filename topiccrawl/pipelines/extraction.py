"""Item pipeline that extracts main text and metadata."""

from __future__ import annotations

from typing import Self

from scrapy.crawler import Crawler

from topiccrawl.crawl.start_errors import report_start_errors
from topiccrawl.extraction import EXTRACTORS, extract_page
from topiccrawl.extraction.visual.browser import shared_browser
from topiccrawl.extras import require_extra
from topiccrawl.items import PageItem


class ExtractionPipeline:
    """Runs the extractor of the setting `TOPICCRAWL_EXTRACTOR`.

    Raises:
        ValueError: there is no such extractor.
    """

    def __init__(self, extractor: str) -> None:
        if extractor not in EXTRACTORS:
            raise ValueError(
                f"TOPICCRAWL_EXTRACTOR = {extractor!r}: choose one of {', '.join(sorted(EXTRACTORS))}"
            )
        self._extractor = extractor

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the pipeline with the extractor of the settings."""
        with report_start_errors():
            extractor = crawler.settings.get("TOPICCRAWL_EXTRACTOR")
            pipeline = cls(extractor)
            if extractor == "visual-browser":
                shared_browser()  # a missing browser is an error now and not at each page
            if extractor == "trafilatura":
                require_extra("trafilatura")
            return pipeline

    def process_item(self, item: PageItem) -> PageItem:
        """Set `document` and `raw_text`."""
        item.document = extract_page(item.visit.page, self._extractor)
        item.raw_text = item.document.text
        return item
