"""Extension that asks search engines and crawls what they find."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Self

from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider, NotConfigured

from topiccrawl.access.search.services import search_service
from topiccrawl.crawl.checks.start_errors import report_start_errors
from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.starts.options import StartOptions
from topiccrawl.crawl.starts.searches import Searches, result_request
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


class Discovery:
    """Asks queries made from the topic, one after the other, and sends their results as seeds.

    It is active with the spider argument `discover=1`; with `discover=only` the results wait in the frontier
    for the next crawl, and no page is fetched. At most `TOPICCRAWL_SEARCH_QUERIES` queries are asked, with a
    pause of `TOPICCRAWL_SEARCH_PAUSE` seconds. A query that was answered is not asked again, by any crawl of
    the topic. Queries whose results were relevant lead to more of their
    kind. The queries go to the service itself and not through the downloader: its URL is the user's choice,
    may be on a private network, and its robots.txt is meant for other robots than those of its owner.

    Counters: `topiccrawl/search/queries`, `/results`, `/new`, `/kept` and `/failed`.
    """

    def __init__(self, crawler: Crawler, session: CrawlSession, searches: Searches, only: bool) -> None:
        self._crawler = crawler
        self._session = session
        self._searches = searches
        self._only = only
        self._engine = EngineView(crawler)
        self._most = crawler.settings.getint("TOPICCRAWL_SEARCH_QUERIES")
        self._pause = crawler.settings.getfloat("TOPICCRAWL_SEARCH_PAUSE")
        self._sent: list[str] = []
        self._task: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the extension for a crawl that discovers sites."""
        options = getattr(crawler.spider, "starts", None)
        if not (isinstance(options, StartOptions) and options.discover):
            raise NotConfigured
        session, settings = CrawlSession.of(crawler), crawler.settings
        with report_start_errors():
            service = search_service(
                settings.get("TOPICCRAWL_SEARXNG_URL"),
                settings.get("TOPICCRAWL_SEARCH_ENGINES"),
                settings.get("USER_AGENT"),
            )
        searches = Searches(
            session.topic,
            session.ledger.store,
            service,
            session.strategy.focus.relevance.segmenter.content_words,
            sites=getattr(crawler.spider, "listed_hosts", ()),
        )
        extension = cls(crawler, session, searches, options.discover == "only")
        crawler.signals.connect(extension.spider_opened, signals.spider_opened)
        crawler.signals.connect(extension.spider_idle, signals.spider_idle)
        crawler.signals.connect(extension.item_scraped, signals.item_scraped)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        session.ledger.on_close(extension.write_kept)
        return extension

    def spider_opened(self) -> None:
        """Start to send queries."""
        engine = self._engine.engine
        if self._only and engine is not None:
            engine.pause()  # the results wait in the frontier
        self._task = asyncio.get_running_loop().create_task(self._discover(), name="discovery")

    def spider_idle(self) -> None:
        """Keep the crawl open until all queries were sent.

        Raises:
            DontCloseSpider: queries are left.
        """
        if self._task is not None and not self._task.done():
            raise DontCloseSpider

    def item_scraped(self, item: Any) -> None:
        """Count a result that was stored as a new page of the topic."""
        if isinstance(item, PageItem) and item.link.source == "search" and item.duplicate_of is None:
            self._searches.keep(item.visit.fetched.requested_url)
            self._count("kept")

    def spider_closed(self, spider: Spider) -> None:
        """Stop sending queries."""
        if self._task is not None:
            self._task.cancel()

    def write_kept(self) -> None:
        """Write which results were kept, at the end of the crawl."""
        try:
            self._searches.flush()
        except StorageError as error:
            logger.warning("which results were kept could not be written: %s", error)

    async def _discover(self) -> None:
        try:
            self._send(await asyncio.to_thread(self._searches.earlier_results))
            await self._ask_all()
        except StorageError as error:
            logger.warning("no more queries in this crawl: %s", error)
        except Exception:  # a bug here must not keep the crawl open for ever
            logger.exception("no more queries in this crawl")
        finally:
            if self._only:
                self._engine.end(DISCOVERED)
            else:
                self._engine.wake()

    async def _ask_all(self) -> None:
        failures = 0
        for number in range(self._most):
            if number:
                await asyncio.sleep(self._pause)
            await self._wait_for_results()
            if self._engine.is_closing:
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
                self._count("failed")
                logger.warning("a query got no answer: %s", error)
                if failures >= _MOST_FAILURES or isinstance(error, SearchRefusedError):
                    logger.warning("no more queries in this crawl; the next one asks them")
                    return
                continue
            failures = 0
            results = [replace(one, is_new=self._state(one.url) is None) for one in found]
            await asyncio.to_thread(self._searches.write, claimed[0], results)
            self._count("queries")
            self._count("results", len(results))
            self._count("new", sum(one.is_new for one in results))
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
        for result in results:
            request = result_request(result)
            request.errback = getattr(self._crawler.spider, "failed", None)
            self._engine.crawl(request)
            self._sent.append(result.url)

    def _state(self, url: str) -> State | None:
        scheduler = self._engine.scheduler
        return None if scheduler is None else scheduler.state(self._session.twins.key(url))

    def _count(self, counter: str, number: int = 1) -> None:
        assert self._crawler.stats is not None  # set before any component is created
        if number:
            self._crawler.stats.inc_value(f"topiccrawl/search/{counter}", number)
