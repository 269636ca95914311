"""Extension that judges the pages whose verdict still waits when a crawl has no links left."""

from __future__ import annotations

from typing import Self

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider, NotConfigured

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.waiting_room import WaitingRoom


class JudgeWaiting:
    """Judges what still waits by itself alone, once no links are left.

    A crawl that is stopped earlier leaves its pages waiting, and the next run goes on with them.
    """

    def __init__(self, waiting: WaitingRoom) -> None:
        self._waiting = waiting

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the extension for a topic crawl."""
        waiting = CrawlSession.of(crawler).waiting
        if waiting is None:
            raise NotConfigured
        extension = cls(waiting)
        crawler.signals.connect(extension.spider_idle, signals.spider_idle)
        return extension

    def spider_idle(self) -> None:
        """Judge the pages.

        Raises:
            DontCloseSpider: some are kept, and are processed now.
        """
        if self._waiting.end():
            raise DontCloseSpider
