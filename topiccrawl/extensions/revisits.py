"""Extension that requests list pages, sitemaps and feeds again that may have changed."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider, NotConfigured
from scrapy.http import Response

from topiccrawl.access.starts.change_rate import due_records
from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.request_meta import REVISIT_KEY, context_of
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.starts.options import StartOptions
from topiccrawl.crawl.starts.revisits import LIST, revisit_request
from topiccrawl.crawl.starts.source_visits import SourceVisits
from topiccrawl.errors import StorageError
from topiccrawl.items import PageItem
from topiccrawl.page.canonical_url import url_key
from topiccrawl.reporting.monitoring.sources import read_sources, source_report
from topiccrawl.storage.records import RevisitRecord
from topiccrawl.storage.rows.starts.revisits import read_parents, read_revisits
from topiccrawl.storage.rows.starts.source_visits import read_hours, write_source_visits

logger = logging.getLogger(__name__)

_REMEMBERED = 200_000
"""Maximum number of new links to remember."""
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


class Revisits:
    """Starts a crawl with the list pages, sitemaps and feeds of earlier crawls that may have changed.

    It is active with the spider argument `revisit=1`. A page is requested when its probability of change,
    estimated from the new links of earlier visits, is at least `TOPICCRAWL_REVISIT_CHANCE`. Requests are
    conditional (`If-None-Match`, `If-Modified-Since`). Articles are not requested again.

    Counters: `topiccrawl/revisits/asked`, `/unchanged` (answered with 304), `/changed` (new links) and
    `/not_due`.
    """

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        self._crawler = crawler
        self._session = session
        self._engine = EngineView(crawler)
        self._chance = crawler.settings.getfloat("TOPICCRAWL_REVISIT_CHANCE")
        self._asked: dict[str, RevisitRecord] = {}
        self._visits = SourceVisits()
        self._changed: set[str] = set()
        self._new: set[bytes] = set()  # links that this crawl has found, on whichever page
        self._scheduled: Request | None = None
        self._task: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the extension for a crawl that re-visits pages."""
        options = getattr(crawler.spider, "starts", None)
        if not (isinstance(options, StartOptions) and options.revisit):
            raise NotConfigured
        session = CrawlSession.of(crawler)
        extension = cls(crawler, session)
        crawler.signals.connect(extension.spider_opened, signals.spider_opened)
        crawler.signals.connect(extension.spider_idle, signals.spider_idle)
        crawler.signals.connect(extension.request_scheduled, signals.request_scheduled)
        crawler.signals.connect(extension.request_dropped, signals.request_dropped)
        crawler.signals.connect(extension.list_sent, signals.request_reached_downloader)
        crawler.signals.connect(extension.list_answered, signals.response_downloaded)
        crawler.signals.connect(extension.article_read, signals.item_scraped)
        crawler.signals.connect(extension.article_read, signals.item_dropped)
        session.ledger.on_close(extension.write_changes)
        return extension

    def spider_opened(self) -> None:
        """Search for pages that may have changed."""
        self._task = asyncio.get_running_loop().create_task(self._ask(), name="revisits")

    def spider_idle(self) -> None:
        """Keep the crawl open until the search for pages has finished.

        Raises:
            DontCloseSpider: the database still reads.
        """
        if self._task is not None and not self._task.done():
            raise DontCloseSpider

    def request_scheduled(self, request: Request) -> None:
        """Count a link as new until `request_dropped` says otherwise."""
        self._settle()
        self._scheduled = request

    def request_dropped(self, request: Request) -> None:
        """Count a link as known, unless this crawl first found it on another page."""
        if request is self._scheduled:
            self._scheduled = None
            self._visits.link(request, is_new=False)
        if url_key(request.url) in self._new:
            self._found_new_link(request)

    def _settle(self) -> None:
        request, self._scheduled = self._scheduled, None
        if request is not None and REVISIT_KEY not in request.meta:
            if len(self._new) < _REMEMBERED:
                self._new.add(url_key(request.url))
            self._visits.link(request, is_new=True)
            self._found_new_link(request)

    def list_sent(self, request: Request) -> None:
        """Note that a list was requested."""
        if REVISIT_KEY in request.meta:
            self._visits.sent(request)

    def list_answered(self, response: Response, request: Request) -> None:
        """Note how a list answered."""
        if REVISIT_KEY in request.meta:
            self._visits.answered(request, response)

    def article_read(self, item: object) -> None:
        """Note whether an article behind a list had a text."""
        if isinstance(item, PageItem):
            self._visits.article(item.link.parent_url, len(item.text or item.raw_text or ""))

    def _found_new_link(self, request: Request) -> None:
        page = self._visits.requested(context_of(request).parent_url)
        if page in self._asked and page not in self._changed:
            self._changed.add(page)
            self._count("changed", 1)

    def due(self) -> list[RevisitRecord]:
        """Return the pages that may have changed.

        Raises:
            StorageError: the database cannot be read.
        """
        store, topic, now = self._session.ledger.store, self._session.topic.name, datetime.now(UTC)
        known = {record.url: record for record in store.read(read_revisits, topic)}
        urls = [*self._session.topic.seeds, *store.read(read_parents, topic)]
        due = due_records([*known.values()], store.read(read_hours, topic), now, self._chance)
        if len(due) < len(known):
            self._count("not_due", len(known) - len(due))
        # Pages of crawls that did not record their lists, and lists that were not recognised as such.
        return [*due, *(_unrecorded(topic, url) for url in dict.fromkeys(urls) if url not in known)]

    def write_changes(self) -> None:
        """Write which pages had new links and what became of the sources, and report the latter."""
        self._settle()
        now, ledger = datetime.now(UTC), self._session.ledger
        records = [
            replace(self._asked[url], changes=1, days=0.0, visited_at=now) for url in sorted(self._changed)
        ]
        seen = self._visits.by_host(now)
        try:
            if records:
                ledger.store.write(records)
            ledger.store.transact(
                partial(write_source_visits, topic=ledger.topic, run_id=ledger.run_id, visits=seen)
            )
            for line in source_report(ledger.store.read(read_sources, ledger.topic, now)):
                logger.info("%s", line)
        except StorageError as error:
            logger.warning("which pages have changed could not be written: %s", error)

    async def _ask(self) -> None:
        try:
            due = await asyncio.to_thread(self.due)
        except StorageError as error:
            logger.warning("no page is asked for again in this crawl: %s", error)
            return
        for record in due:
            request = revisit_request(record)
            request.errback = getattr(self._crawler.spider, "failed", None)
            self._asked[record.url] = record
            self._visits.expect(record.url, record.changes, is_first=record.visited_at == _LONG_AGO)
            self._engine.crawl(request)
        self._count("asked", len(due))
        logger.info("%d list pages, sitemaps and feeds are asked for what is new", len(due))

    def _count(self, counter: str, number: int) -> None:
        assert self._crawler.stats is not None  # set before any component is created
        if number:
            self._crawler.stats.inc_value(f"topiccrawl/revisits/{counter}", number)


def _unrecorded(topic: str, url: str) -> RevisitRecord:
    return RevisitRecord(
        topic=topic,
        url=url,
        kind=LIST,
        why="",
        etag="",
        last_modified="",
        visited_at=_LONG_AGO,
        changes=0,
        days=0.0,
    )
