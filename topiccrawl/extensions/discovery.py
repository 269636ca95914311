"""Extension that asks search engines and crawls what they find."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from topiccrawl.access.search.services import search_service
from topiccrawl.crawl.session import BackgroundComponent, CrawlSession
from topiccrawl.crawl.starts.options import StartOptions
from topiccrawl.errors import SearchError, SearchRefusedError, StorageError
from topiccrawl.items import PageItem
from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.rows.starts.searches import StoredResult

logger = logging.getLogger(__name__)

DISCOVERED = "discovered"
"""Scrapy's finish reason of a crawl that only asks search engines."""

_MOST_FAILURES = 3
"""Number of consecutive failures after which no more queries are sent."""
_LOOK = 0.5
"""Polling interval for the number of waiting results in seconds."""
_MOST_WAITING = 5
"""Results of earlier queries that may wait when the next query is asked, so that it can learn from them."""
_PATIENCE = 120.0
"""Longest time, in seconds, that a query waits for the results of earlier ones."""


class Discovery(BackgroundComponent):
    """Asks queries made from the topic, one after the other, and sends their results as seeds.

    It is active with the spider argument `discover=1`; with `discover=only` the results wait in the frontier
    for the next crawl, and no page is fetched. At most `TOPICCRAWL_SEARCH_QUERIES` queries are asked, with a
    pause of `TOPICCRAWL_SEARCH_PAUSE` seconds. A query that was answered is not asked again, by any crawl of
    the topic. Queries whose results were relevant lead to more of their kind. The queries go to the service
    itself and not through the downloader: its URL is the user's choice, may be on a private network, and its
    robots.txt is meant for other robots than those of its owner.

    Counters: `topiccrawl/search/queries`, `/results`, `/new`, `/kept` and `/failed`.
    """

    listens = (*BackgroundComponent.listens, "item_scraped")

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        options, settings = getattr(crawler.spider, "starts", None), crawler.settings
        if not (isinstance(options, StartOptions) and options.discover):
            raise NotConfigured
        service = search_service(
            settings.get("TOPICCRAWL_SEARXNG_URL"),
            settings.get("TOPICCRAWL_SEARCH_ENGINES"),
            settings.get("USER_AGENT"),
        )
        from topiccrawl.crawl.starts.searches import Searches  # here: most crawls ask no search engine

        self._searches = Searches(
            session.topic,
            session.ledger.store,
            service,
            session.strategy.focus.relevance.segmenter.content_words,
            sites=getattr(crawler.spider, "listed_hosts", ()),
        )
        self._only = options.discover == "only"
        self._most = settings.getint("TOPICCRAWL_SEARCH_QUERIES")
        self._pause = settings.getfloat("TOPICCRAWL_SEARCH_PAUSE")
        self._sent: list[str] = []
        session.ledger.on_close(self.write_kept)

    def spider_opened(self) -> None:
        """Start to send queries."""
        engine = self.engine.engine
        if self._only and engine is not None:
            engine.pause()  # the results wait in the frontier
        super().spider_opened()

    def item_scraped(self, item: Any) -> None:
        """Count a result that was stored as a new page of the topic."""
        if isinstance(item, PageItem) and item.link.source == "search" and item.duplicate_of is None:
            self._searches.keep(item.visit.fetched.requested_url)
            self.count("topiccrawl/search/kept")

    def write_kept(self) -> None:
        """Write which results were kept, at the end of the crawl."""
        try:
            self._searches.flush()
        except StorageError as error:
            logger.warning("which results were kept could not be written: %s", error)

    async def work(self) -> None:
        """Ask the queries, and request what they find."""
        try:
            self._send(await asyncio.to_thread(self._searches.earlier_results))
            await self._ask_all()
        except StorageError as error:
            logger.warning("no more queries in this crawl: %s", error)
        except Exception:  # a bug here must not keep the crawl open for ever
            logger.exception("no more queries in this crawl")
        finally:
            if self._only:
                self.engine.end(DISCOVERED)
            else:
                self.engine.wake()

    async def _ask_all(self) -> None:
        failures = 0
        for number in range(self._most):
            if number:
                await asyncio.sleep(self._pause)
            await self._wait_for_results()
            if self.engine.is_closing:
                return
            await asyncio.to_thread(self._searches.flush)
            claimed = await asyncio.to_thread(self._searches.claim)
            if claimed is None:
                logger.info("all queries of the topic were asked")
                return
            try:
                found = await asyncio.to_thread(self._searches.ask, *claimed)
            except SearchError as error:
                failures += 1
                self.count("topiccrawl/search/failed")
                logger.warning("a query got no answer: %s", error)
                if failures >= _MOST_FAILURES or isinstance(error, SearchRefusedError):
                    logger.warning("no more queries in this crawl; the next one asks them")
                    return
                continue
            failures = 0
            results = [replace(one, is_new=self._state(one.url) is None) for one in found]
            await asyncio.to_thread(self._searches.write, claimed[0], results)
            self.count("topiccrawl/search/queries")
            self.count("topiccrawl/search/results", len(results))
            self.count("topiccrawl/search/new", sum(one.is_new for one in results))
            logger.info("query %r: %d results", claimed[1].text, len(results))
            self._send(results)

    async def _wait_for_results(self) -> None:
        """Wait until most of the results that were sent are fetched."""
        loop = asyncio.get_running_loop()
        end = loop.time() + _PATIENCE
        while not self._only and loop.time() < end:
            self._sent = [url for url in self._sent if self._state(url) in (State.WAITING, State.LEASED)]
            if len(self._sent) <= _MOST_WAITING:
                return
            await asyncio.sleep(_LOOK)

    def _send(self, results: Iterable[StoredResult]) -> None:
        from topiccrawl.crawl.starts.searches import result_request

        for result in results:
            self.engine.crawl(result_request(result))
            self._sent.append(result.url)

    def _state(self, url: str) -> State | None:
        scheduler = self.engine.scheduler
        return None if scheduler is None else scheduler.state(self.session.twins.key(url))
