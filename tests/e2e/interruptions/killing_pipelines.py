"""Item pipelines that kill their process around a transaction; crawls of the tests load them."""

from __future__ import annotations

import os
import signal
from typing import Self

from scrapy.crawler import Crawler

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.dedup.url_habits import LearnedHabits
from topiccrawl.items import PageItem
from topiccrawl.page.page import Page
from topiccrawl.storage.pages.url_twins import Ask, UrlTwins


class KilledBeforeLearning:
    """Kills the process when a page is committed, and what its URL tells about the host is not."""

    learns_before = False

    def __init__(self, twins: UrlTwins) -> None:
        self._learn = twins.learn
        twins.learn = self.learn  # type: ignore[method-assign]

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(CrawlSession.of(crawler).twins)

    def process_item(self, item: PageItem) -> PageItem:
        return item

    async def learn(self, url: str, page: Page, ask: Ask[LearnedHabits]) -> None:
        if self.learns_before:
            await self._learn(url, page, ask)
        os.kill(os.getpid(), signal.SIGKILL)


class KilledAfterLearning(KilledBeforeLearning):
    """Kills the process when both are committed, and the request of the page is not settled."""

    learns_before = True
