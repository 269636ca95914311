"""Item pipelines that kill their process around a transaction; crawls of the tests load them."""

from __future__ import annotations

import os
import signal
from typing import NoReturn

from scrapy.crawler import Crawler

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.items import PageItem
from topiccrawl.storage.pages import kinds


class KilledBeforeLearning:
    """Kills the process when a page is written, and what its URL tells about the host is not."""

    def __init__(self, crawler: Crawler) -> None:
        kinds.write_url_forms = _die

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> KilledBeforeLearning:
        return cls(crawler)

    def process_item(self, item: PageItem) -> PageItem:
        return item


class KilledAfterLearning(KilledBeforeLearning):
    """Kills the process when both are committed, and the request of the page is not settled."""

    def __init__(self, crawler: Crawler) -> None:
        CrawlSession.of(crawler).twins.stored = _die  # type: ignore[method-assign]


def _die(*arguments: object, **options: object) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("killed")
