"""Base class of the item pipelines of a topic crawl."""

from __future__ import annotations

from typing import NoReturn

from scrapy.exceptions import DropItem

from topiccrawl.crawl.request_meta import CrawlLink
from topiccrawl.crawl.session import Component
from topiccrawl.items import PageItem
from topiccrawl.priority.strategies.contract import Outcome, VisitedPage


class PageDropped(DropItem):
    """Raised for a page that a pipeline of topiccrawl drops; its row in `drops` is written already."""


class PagePipeline(Component):
    """A pipeline of a topic crawl.

    Attributes:
        stage: name of the pipeline in drops.
    """

    stage = ""

    def drop_spam(self, item: PageItem, reason: str) -> NoReturn:
        """Drop an item as spam, which counts against its host.

        Raises:
            PageDropped: always.
        """
        self.session.budgets.is_spam(item.url)
        self.drop(item, reason)

    def drop(self, item: PageItem, reason: str, score: float | None = None) -> NoReturn:
        """Write why a page is not kept, and drop the item.

        Raises:
            PageDropped: always.
        """
        self.write_drop(item, self.stage, reason, score)
        raise PageDropped(f"{self.stage}: {reason}", log_level="DEBUG")

    def write_drop(self, item: PageItem, stage: str, reason: str, score: float | None = None) -> None:
        """Count a page under `topiccrawl/drops/<stage>/<reason>`, and write a row.

        The strategy learns that the page was rejected.
        """
        self.session.ledger.drop(CrawlLink(item.url, item.link, item.priority), stage, reason, score)
        self.session.visited(VisitedPage(item.url, Outcome.REJECTED, item.verdict))
