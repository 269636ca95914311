"""Base class of the item pipelines of a topic crawl."""

from __future__ import annotations

from typing import NoReturn, Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem

from topiccrawl.crawl.request_meta import LINK_KEY, PRIORITY_KEY
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.start_errors import report_start_errors
from topiccrawl.items import PageItem
from topiccrawl.priority.strategies.contract import Outcome, VisitedPage


class PagePipeline:
    """A pipeline of a topic crawl.

    Attributes:
        stage: name of the pipeline in drops.
    """

    stage = ""

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        self.crawler = crawler
        self.session = session

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the pipeline for a topic crawl."""
        with report_start_errors():
            return cls(crawler, CrawlSession.of(crawler))

    def drop(self, item: PageItem, reason: str, score: float | None = None) -> NoReturn:
        """Count a page under `topiccrawl/drops/<stage>/<reason>`, write a row, and drop the item.

        The strategy learns that the page was rejected.

        Raises:
            DropItem: always.
        """
        request = Request(item.url, meta={LINK_KEY: item.link, PRIORITY_KEY: item.priority})
        self.session.ledger.drop(request, self.stage, reason, score)
        self.session.visited(VisitedPage(item.url, Outcome.REJECTED, item.verdict))
        raise DropItem(f"{self.stage}: {reason}", log_level="DEBUG")
