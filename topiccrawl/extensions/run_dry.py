"""Extension that ends a crawl that finds nothing more."""

from __future__ import annotations

import logging
from collections import deque

from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from topiccrawl.crawl.session import Component, CrawlSession, page_finished
from topiccrawl.priority.strategies.contract import Outcome, VisitedPage

logger = logging.getLogger(__name__)

REASON = "dry"
"""Scrapy's finish reason of a crawl that has run dry."""

_BUDGETS = ("CLOSESPIDER_PAGECOUNT", "CLOSESPIDER_ITEMCOUNT")
NEW_SHARE = 0.01
"""Share of new pages under which a crawl ends."""


class RunDry(Component):
    """Ends the crawl when of the last `TOPICCRAWL_DRY_PAGES` pages less than `NEW_SHARE` were new.

    Copies do not count as new, and pages that could not be fetched do not count at all. Each worker of a
    shared crawl considers only its own pages.

    Raises:
        NotConfigured: the crawl has a budget of pages, the strategy fetches everything, or the setting is 0.
    """

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        settings = crawler.settings
        pages = settings.getint("TOPICCRAWL_DRY_PAGES")
        is_limited = any(settings.getint(name) for name in _BUDGETS)
        if is_limited or not session.strategy.has_budgets or not pages:
            raise NotConfigured
        self._is_new: deque[bool] = deque(maxlen=pages)
        self._fewest = NEW_SHARE * pages
        crawler.signals.connect(self.finished, page_finished)

    def finished(self, page: VisitedPage) -> None:
        """Count a page that the crawl is finished with; end the crawl if it has run dry."""
        if page.outcome is Outcome.FAILED or self.engine.is_closing:
            return
        # The verdict on a page that waits may still be that it is kept.
        self._is_new.append(page.outcome in (Outcome.KEPT, Outcome.WAITING))
        if len(self._is_new) == self._is_new.maxlen and self._is_new.count(True) < self._fewest:
            self.engine.end(REASON)
