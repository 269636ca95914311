"""Extension that estimates how much of what the seeds' sites have on the topic a crawl holds."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Any

import numpy as np
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from sqlalchemy import Connection

from topiccrawl.corpus.missed.sightings import Sightings, number_of
from topiccrawl.crawl.session import Component, CrawlSession, page_finished
from topiccrawl.errors import StorageError
from topiccrawl.page.hidden_links.urls import host_of
from topiccrawl.storage.rows.sampled.sightings import read_held, read_sightings, write_sightings

logger = logging.getLogger(__name__)

_EVERY = 500
"""Pages after which the counts are stored; a crawl that is killed loses those since the last time."""


class Missed(Component):
    """Counts on how many pages each link stands, and estimates at the end what no link led to.

    The counts are stored, so a crawl that continues goes on with them. The figures are stats:
    `topiccrawl/missed/share` with `/low` and `/high`, `/pages`, `/once` and `/twice`, see
    `topiccrawl.corpus.missed.estimate.Held`.

    Raises:
        NotConfigured: the crawl has no seeds, or workers share it: each sees only a part of the links.
    """

    listens = ("spider_opened",)

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        seeds = getattr(crawler.spider, "start_urls_of_user", ())
        if not seeds or session.is_guest or crawler.settings.get("TOPICCRAWL_REDIS_URL"):
            raise NotConfigured
        self._finished = 0
        self._task: asyncio.Future[None] | None = None
        session.sightings = Sightings([host_of(url) for url in seeds])
        crawler.signals.connect(self.page_finished, page_finished)
        session.ledger.on_close(self.estimate)

    def spider_opened(self) -> None:
        """Take over what earlier processes of the crawl have counted."""
        ledger = self.session.ledger
        if self.session.fresh:
            return
        try:
            if (packed := ledger.store.read(read_sightings, ledger.topic)) is not None:
                self.session.sightings.restore(packed)
        except StorageError as error:
            logger.warning("how often earlier crawls found their links is not known: %s", error)

    def page_finished(self) -> None:
        """Store the counts now and then."""
        self._finished += 1
        if self._finished % _EVERY == 0 and (self._task is None or self._task.done()):
            self._task = asyncio.ensure_future(self._store(self.session.sightings.packed()))

    async def _store(self, packed: bytes) -> None:
        try:
            await asyncio.to_thread(self._write, packed)
        except StorageError as error:
            logger.warning("how often links were found could not be stored: %s", error)

    def _write(self, packed: bytes) -> None:
        ledger = self.session.ledger
        ledger.store.transact(partial(write_sightings, topic=ledger.topic, links=packed))

    def estimate(self) -> None:
        """Store the counts and the estimate; called when all rows are written."""
        from topiccrawl.corpus.missed.estimate import held_share  # here: used at the end of a crawl

        ledger, stats = self.session.ledger, self.crawler.stats
        links = self.session.sightings.table()
        if stats is None or not len(links):
            return
        try:
            self._write(self.session.sightings.packed())
            held = np.array(ledger.store.read(self._numbers_of_held, ledger.topic), np.uint64)
            kept = np.isin(links["key"], held)
            found: dict[str, Any] = held_share(links, kept, len(held)).stats()
            ledger.store.add_stats(ledger.run_id, found)
        except StorageError as error:
            logger.warning("how much of the sites is held could not be estimated: %s", error)
            return
        for name, value in found.items():
            stats.set_value(name, value)

    def _numbers_of_held(self, connection: Connection, topic: str) -> list[int]:
        """Return what stands for the held pages that count; one by one, as there may be millions."""
        sightings, key = self.session.sightings, self.session.twins.key
        urls = filter(sightings.is_of_sites, read_held(connection, topic))
        return [number for number in map(number_of, map(key, urls)) if sightings.is_sampled(number)]
