"""Extension that rescores waiting links when a crawl that learns is continued."""

from __future__ import annotations

import asyncio
import logging

from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from topiccrawl.crawl.lessons import link_context
from topiccrawl.crawl.session import BackgroundComponent, CrawlSession
from topiccrawl.errors import StorageError
from topiccrawl.priority.strategies.contract import KnownLink

logger = logging.getLogger(__name__)

_AT_ONCE = 50
"""Number of links scored without a pause, so that requests and responses are not held up."""


class ResumedModel(BackgroundComponent):
    """Puts the best links that an earlier process left waiting back into the link model.

    The model itself is rebuilt from the rows of pages, drops and lists. Without this extension, waiting links
    would keep the scores of the earlier process until another page links to them.

    Counter: `topiccrawl/lessons/rescored`, waiting links that got new scores at the start. Related counters
    of the session: `topiccrawl/lessons/resumed`, pages of earlier crawls that the model learned again, and
    `topiccrawl/lessons/learned`, at the end, all pages that it learned from.

    Raises:
        NotConfigured: the strategy does not learn.
    """

    listens = ("spider_opened", "spider_closed")

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        if not session.strategy.links_at_start:
            raise NotConfigured

    def spider_opened(self) -> None:
        """Start rescoring if an earlier process left links."""
        frontier = self.session.opened_frontier
        if frontier is not None and frontier.counts().waiting:
            super().spider_opened()

    async def work(self) -> None:
        """Rescore the best links that wait."""
        try:
            links = await asyncio.to_thread(self._read)
            for start in range(0, len(links), _AT_ONCE):
                rescored = self.session.resume_links(links[start : start + _AT_ONCE])
                self.count("topiccrawl/lessons/rescored", rescored)
                await asyncio.sleep(0)
        except StorageError as error:
            logger.debug("waiting links keep their scores: %s", error)
        except Exception:  # a bug must not go unnoticed; the crawl continues
            logger.exception("waiting links keep their scores")

    def _read(self) -> list[KnownLink]:
        opener = self.session.frontier
        assert opener is not None  # the frontier is open
        best = opener.best_waiting(self.session.strategy.links_at_start)
        contexts = ((link.url, link_context(link.why)) for link in best)
        return [
            KnownLink(url, context) for url, context in contexts if context is not None and not context.seed
        ]
