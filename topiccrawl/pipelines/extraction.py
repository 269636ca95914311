"""Item pipeline that extracts main text and metadata."""

from __future__ import annotations

from typing import Self

from scrapy.crawler import Crawler

from topiccrawl.crawl.start_errors import report_start_errors
from topiccrawl.crawl.style_sheets import StyleSheets
from topiccrawl.extraction import EXTRACTORS, extract_page
from topiccrawl.extraction.visual.browser import shared_browser
from topiccrawl.extraction.visual.sheets import NO_SHEETS
from topiccrawl.extras import require_extra
from topiccrawl.items import PageItem


class ExtractionPipeline:
    """Runs the extractor of the setting `TOPICCRAWL_EXTRACTOR`.

    `visual-browser` gets the style sheets of the page, unless `TOPICCRAWL_STYLE_SHEETS` is off.

    Args:
        extractor: name of the extractor.
        sheets: fetches the style sheets of a page; None: no sheets.

    Raises:
        ValueError: there is no such extractor.
    """

    def __init__(self, extractor: str, sheets: StyleSheets | None = None) -> None:
        if extractor not in EXTRACTORS:
            raise ValueError(
                f"TOPICCRAWL_EXTRACTOR = {extractor!r}: choose one of {', '.join(sorted(EXTRACTORS))}"
            )
        self._extractor = extractor
        self._sheets = sheets

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the pipeline with the extractor of the settings."""
        with report_start_errors():
            extractor = crawler.settings.get("TOPICCRAWL_EXTRACTOR")
            pipeline = cls(extractor)
            if extractor == "visual-browser":
                shared_browser()  # a missing browser is an error now and not at each page
                if crawler.settings.getbool("TOPICCRAWL_STYLE_SHEETS"):
                    pipeline = cls(extractor, StyleSheets.from_crawler(crawler))
            if extractor == "trafilatura":
                require_extra("trafilatura")
            return pipeline

    async def process_item(self, item: PageItem) -> PageItem:
        """Set `document` and `raw_text`."""
        page = item.visit.page
        sheets = await self._sheets.of(page) if self._sheets is not None else NO_SHEETS
        item.document = extract_page(page, self._extractor, sheets)
        item.raw_text = item.document.text
        return item
