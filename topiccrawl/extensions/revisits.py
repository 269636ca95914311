"""Extension that requests list pages, sitemaps and feeds again that may have changed."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from topiccrawl.access.starts.change_rate import due_records
from topiccrawl.crawl.request_meta import REVISIT_KEY, context_of
from topiccrawl.crawl.session import BackgroundComponent, CrawlSession
from topiccrawl.crawl.starts.options import StartOptions
from topiccrawl.crawl.starts.revisits import LIST, revisit_request
from topiccrawl.crawl.starts.source_visits import SourceVisits
from topiccrawl.errors import StorageError
from topiccrawl.items import PageItem
from topiccrawl.page.canonical_url import url_key
from topiccrawl.storage.records import RevisitRecord
from topiccrawl.storage.rows.starts.revisits import read_parents, read_revisits
from topiccrawl.storage.rows.starts.source_visits import read_hours, write_source_visits

logger = logging.getLogger(__name__)

_REMEMBERED = 200_000
"""Maximum number of new links to remember."""
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


class Revisits(BackgroundComponent):
    """Starts a crawl with the list pages, sitemaps and feeds of earlier crawls that may have changed.

    It is active with the spider argument `revisit=1`. A page is requested when its probability of change,
    estimated from the new links of earlier visits, is at least `TOPICCRAWL_REVISIT_CHANCE`. Requests are
    conditional (`If-None-Match`, `If-Modified-Since`). Articles are not requested again.

    Counters: `topiccrawl/revisits/asked`, `/unchanged` (answered with 304), `/changed` (new links) and
    `/not_due`.
    """

    listens = (*BackgroundComponent.listens, "request_scheduled", "request_dropped")

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        options = getattr(crawler.spider, "starts", None)
        if not (isinstance(options, StartOptions) and options.revisit):
            raise NotConfigured
        self._chance = crawler.settings.getfloat("TOPICCRAWL_REVISIT_CHANCE")
        self._asked: dict[str, RevisitRecord] = {}
        self._visits = SourceVisits()
        self._changed: set[str] = set()
        self._new: set[bytes] = set()  # links that this crawl has found, on whichever page
        self._scheduled: Request | None = None
        crawler.signals.connect(self.list_sent, signals.request_reached_downloader)
        crawler.signals.connect(self.answered, signals.response_downloaded)
        crawler.signals.connect(self.article_read, signals.item_scraped)
        crawler.signals.connect(self.article_read, signals.item_dropped)
        session.ledger.on_close(self.write_changes)

    def request_scheduled(self, request: Request) -> None:
        """Note where a list leads, and count a link as new until `request_dropped` says otherwise."""
        self._visits.redirected(request)
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

    def answered(self, response: Response, request: Request) -> None:
        """Note how a list or an article answered."""
        self._visits.answered(request, response)

    def article_read(self, item: object) -> None:
        """Note whether an article behind a list had a text."""
        if isinstance(item, PageItem):
            self._visits.article(item.link.parent_url, item.url, item.text or item.raw_text or "")

    def _found_new_link(self, request: Request) -> None:
        page = self._visits.requested(context_of(request).parent_url)
        if page in self._asked and page not in self._changed:
            self._changed.add(page)
            self.count("topiccrawl/revisits/changed")

    def due(self) -> list[RevisitRecord]:
        """Return the pages that may have changed.

        Raises:
            StorageError: the database cannot be read.
        """
        store, topic, now = self.session.ledger.store, self.session.topic.name, datetime.now(UTC)
        known = {record.url: record for record in store.read(read_revisits, topic)}
        urls = [*self.session.topic.seeds, *store.read(read_parents, topic)]
        due = due_records([*known.values()], store.read(read_hours, topic), now, self._chance)
        self.count("topiccrawl/revisits/not_due", len(known) - len(due))
        # Pages of crawls that did not record their lists, and lists that were not recognised as such.
        others = (url for url in dict.fromkeys(urls) if url not in known)
        unrecorded = (RevisitRecord(topic=topic, url=url, kind=LIST, visited_at=_LONG_AGO) for url in others)
        return [*due, *unrecorded]

    def write_changes(self) -> None:
        """Write which pages had new links and what became of the sources, and report the latter."""
        # Here: used at the end of a crawl.
        from topiccrawl.reporting.monitoring.sources import read_sources, source_report

        self._settle()
        now, ledger = datetime.now(UTC), self.session.ledger
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

    async def work(self) -> None:
        """Request the pages that may have changed."""
        try:
            due = await asyncio.to_thread(self.due)
        except StorageError as error:
            logger.warning("no page is asked for again in this crawl: %s", error)
            return
        for record in due:
            self._asked[record.url] = record
            self._visits.expect(record.url, record.changes, is_first=record.visited_at == _LONG_AGO)
            self.engine.crawl(revisit_request(record))
        self.count("topiccrawl/revisits/asked", len(due))
        logger.info("%d list pages, sitemaps and feeds are asked for what is new", len(due))
