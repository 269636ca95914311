"""Extension that rescores waiting links when a crawl that learns is continued."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Self

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from topiccrawl.crawl.lessons import link_context
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.errors import StorageError
from topiccrawl.priority.strategies.contract import KnownLink

logger = logging.getLogger(__name__)

_AT_ONCE = 50
"""Number of links scored without a pause, so that requests and responses are not held up."""


class ResumedModel:
    """Puts the best links that an earlier process left waiting back into the link model.

    The model itself is rebuilt from the rows of pages, drops and lists. Without this extension, waiting links
    would keep the scores of the earlier process until another page links to them.

    Counter: `topiccrawl/lessons/rescored`, waiting links that got new scores at the start. Related counters
    of the session: `topiccrawl/lessons/resumed`, pages of earlier crawls that the model learned again, and
    `topiccrawl/lessons/learned`, at the end, all pages that it learned from.

    Raises:
        NotConfigured: the strategy does not learn.
    """

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        if not session.strategy.links_at_start:
            raise NotConfigured
        self._crawler = crawler
        self._session = session
        self._task: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the extension for a topic crawl."""
        resumed = cls(crawler, CrawlSession.of(crawler))
        crawler.signals.connect(resumed.spider_opened, signals.spider_opened)
        crawler.signals.connect(resumed.spider_closed, signals.spider_closed)
        return resumed

    def spider_opened(self) -> None:
        """Start rescoring if an earlier process left links."""
        frontier = self._session.opened_frontier
        if frontier is not None and frontier.counts().waiting:
            self._task = asyncio.get_running_loop().create_task(self._resume(), name="waiting links")

    def spider_closed(self) -> None:
        """Stop rescoring."""
        if self._task is not None:
            self._task.cancel()

    async def _resume(self) -> None:
        try:
            links = await asyncio.to_thread(self._read)
            for start in range(0, len(links), _AT_ONCE):
                rescored = self._session.resume_links(links[start : start + _AT_ONCE])
                self._stats.inc_value("topiccrawl/lessons/rescored", rescored)
                await asyncio.sleep(0)
        except StorageError as error:
            logger.debug("waiting links keep their scores: %s", error)
        except Exception:  # a bug must not go unnoticed; the crawl continues
            logger.exception("waiting links keep their scores")

    def _read(self) -> list[KnownLink]:
        opener = self._session.frontier
        assert opener is not None  # the frontier is open
        best = opener.best_waiting(self._session.strategy.links_at_start)
        contexts = ((link.url, link_context(link.why)) for link in best)
        return [
            KnownLink(url, context) for url, context in contexts if context is not None and not context.seed
        ]

    @property
    def _stats(self) -> Any:
        assert self._crawler.stats is not None  # set before any component is created
        return self._crawler.stats
