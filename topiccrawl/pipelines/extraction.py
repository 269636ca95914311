"""Item pipeline that extracts main text and metadata."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Self

from scrapy.crawler import Crawler

from topiccrawl.crawl.checks.setting_types import wrong_setting
from topiccrawl.crawl.checks.start_errors import report_start_errors
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.sites.crawl_sites import CrawlSites
from topiccrawl.crawl.style_sheets import StyleSheets
from topiccrawl.extraction.document import THREAD_TEXTS, Document
from topiccrawl.extraction.visual.browser import shared_browser
from topiccrawl.extraction.visual.sheets import NO_SHEETS
from topiccrawl.extras import require_extra
from topiccrawl.items import PageItem
from topiccrawl.messages import message
from topiccrawl.page.page import Page
from topiccrawl.page.sites.list_dates import row_date

if TYPE_CHECKING:
    from topiccrawl.pipelines.cluster_growth import ClusterGrowth

_DEFAULT = "article"


class ExtractionPipeline:
    """Runs the extractor of the setting `TOPICCRAWL_EXTRACTOR`.

    `visual-browser` gets the style sheets of the page.

    Args:
        extractor: a key of `EXTRACTORS`.
        sheets: fetches the style sheets of a page; None: no sheets.
        growth: clusters that grow with the pages, for an extractor that has some.
        thread_text: a member of `THREAD_TEXTS`.
        sites: rules of single sites, which replace parts of what the extractor found.

    Raises:
        ValueError: there is no such extractor or text of threads.
    """

    def __init__(
        self,
        extractor: str,
        sheets: StyleSheets | None = None,
        growth: ClusterGrowth | None = None,
        thread_text: str = "posts",
        sites: CrawlSites | None = None,
    ) -> None:
        if extractor != _DEFAULT:
            from topiccrawl.extraction import EXTRACTORS  # here: a crawl with the default starts without them

            if extractor not in EXTRACTORS:
                expected = message("one of {known}", known=", ".join(sorted(EXTRACTORS)))
                raise wrong_setting("TOPICCRAWL_EXTRACTOR", extractor, expected)
        if thread_text not in THREAD_TEXTS:
            expected = message("one of {known}", known=", ".join(THREAD_TEXTS))
            raise wrong_setting("TOPICCRAWL_THREAD_TEXT", thread_text, expected)
        self._extractor = extractor
        self._thread_text = thread_text
        self._sheets = sheets
        self._growth = growth
        self._sites = sites or CrawlSites()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the pipeline with the extractor of the settings."""
        with report_start_errors():
            extractor = crawler.settings.get("TOPICCRAWL_EXTRACTOR")
            sheets = None
            if extractor == "visual-browser":
                shared_browser()  # a missing browser is an error now and not at each page
                sheets = StyleSheets.from_crawler(crawler)
            if extractor == "trafilatura":
                require_extra("trafilatura")
            thread_text = crawler.settings.get("TOPICCRAWL_THREAD_TEXT", "posts")
            session = CrawlSession.find(crawler)
            sites = None if session is None else session.sites
            return cls(extractor, sheets, _growth(crawler, extractor), thread_text, sites)

    async def process_item(self, item: PageItem) -> PageItem:
        """Set `document` and `raw_text`."""
        of_file = item.visit.document
        document = of_file or await self.document_of(item.visit.page)
        if document.text and document.published is None:
            document = replace(document, published=row_date(item.link.anchor, item.link.around) or None)
        item.document = document
        item.raw_text = item.document.text
        if self._growth is not None and of_file is None:
            self._growth.take(item)
        return item

    async def document_of(self, page: Page) -> Document:
        """Return what the extractor and the rules of the site find on a page."""
        # Here: a crawl starts without what reads pages.
        from topiccrawl.extraction import extract_page
        from topiccrawl.extraction.sites.fields import with_site_fields

        sheets = await self._sheets.of(page) if self._sheets is not None else NO_SHEETS
        read = None if self._growth is None else self._growth.read
        document = extract_page(page, self._extractor, sheets, read, self._thread_text)
        if rules := self._sites.of(page.url):
            document, matches = with_site_fields(document, page, rules)
            self._sites.count(rules, matches)
        return document

    async def close_spider(self) -> None:
        """Finish the growth of the clusters."""
        if self._growth is not None:
            await self._growth.close()


def _growth(crawler: Crawler, extractor: str) -> ClusterGrowth | None:
    """Return the clusters that grow with the pages; None for extractors without clusters."""
    if extractor == _DEFAULT:
        return None
    from topiccrawl.extraction.clustering.clustering import START_MODELS
    from topiccrawl.pipelines.cluster_growth import ClusterGrowth

    return ClusterGrowth(crawler, extractor) if extractor in START_MODELS else None
