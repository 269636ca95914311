"""What pipelines share that may turn an item away."""

from __future__ import annotations

from typing import NoReturn, Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.start_errors import told_at_start
from topiccrawl.crawl.visit import LINK_KEY
from topiccrawl.items import PageItem


class DroppingPipeline:
    """A pipeline that knows the session of its crawl and drops with a reason."""

    stage = ""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.session = CrawlSession.of(crawler)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor."""
        with told_at_start():
            return cls(crawler)

    def drop(self, item: PageItem, reason: str, score: float | None = None) -> NoReturn:
        """Count the page under `topiccrawl/drops/<stage>/<reason>`, leave a row, and stop the item.

        Raises:
            DropItem: always.
        """
        request = Request(item.url, meta={LINK_KEY: item.link})
        self.session.ledger.drop(request, self.stage, reason, score)
        raise DropItem(f"{self.stage}: {reason}", log_level="DEBUG")
