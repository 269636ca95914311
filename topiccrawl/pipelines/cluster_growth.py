"""Growth of the clusters of bodies during a crawl (patent CN106970938A, step c-2-2)."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime

from scrapy.crawler import Crawler

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.errors import StorageError
from topiccrawl.extraction.clustering.clustering import START_MODELS, extract_clustering, page_sample
from topiccrawl.extraction.clustering.growth import SharedClusters
from topiccrawl.items import PageItem
from topiccrawl.page.page import Page
from topiccrawl.storage.pages.body_clusters import BodyClusters
from topiccrawl.storage.records import SampleRecord

logger = logging.getLogger(__name__)

STEP_EVERY = 16
"""Number of this worker's samples after which it checks the buffer, and takes over newer clusters."""


class ClusterGrowth:
    """Extracts with the newest clusters, and adds the bodies of pages to the buffer of samples.

    Samples (`page_sample`) are stored with the rows of their pages. The counters are called
    `topiccrawl/clusters/`, then `samples`, `joined` or `clustered_again`; `waiting` is the buffer's size.

    Args:
        crawler: the crawler.
        session: session of the topic crawl.
        extractor: a key of `START_MODELS`.
    """

    def __init__(self, crawler: Crawler, session: CrawlSession, extractor: str) -> None:
        self._crawler = crawler
        self._session = session
        self._extractor = extractor
        self._capacity = crawler.settings.getint("TOPICCRAWL_CLUSTER_BUFFER")
        self._clusters: SharedClusters | None = None
        self._samples = 0
        self._running: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Take over the clusters of the database, which is open by now."""
        ledger = self._session.ledger
        store = BodyClusters(ledger.store, ledger.topic, self._extractor)
        self._clusters = SharedClusters(store, START_MODELS[self._extractor](), self._capacity)
        try:
            self._clusters.load()
        except StorageError as error:
            self._report(error)

    def read(self, page: Page) -> str:
        """Return the main text of a page."""
        return extract_clustering(page, self._clusters.model if self._clusters else None)

    def take(self, item: PageItem) -> None:
        """Submit the sample of a page, and check the buffer every few samples."""
        features = page_sample(item.visit.page)
        if features is None:
            return
        ledger = self._session.ledger
        now = datetime.now(UTC)
        ledger.write(SampleRecord(
            topic=ledger.topic, extractor=self._extractor, url=item.url, features=features, sampled_at=now
        ))  # fmt: skip
        self._count("samples")
        self._samples += 1
        if self._samples % STEP_EVERY == 0 and (self._running is None or self._running.done()):
            self._running = asyncio.get_running_loop().create_task(self._step())

    async def close(self) -> None:
        """Wait for the step that is running."""
        if self._running is not None:
            await self._running

    async def _step(self) -> None:
        """Place samples in a thread; until it ends, pages are extracted with the clusters so far."""
        assert self._clusters is not None  # set by `open`
        try:
            done = await asyncio.to_thread(self._clusters.step)
        except StorageError as error:  # the samples are still in the buffer
            self._report(error)
            return
        self._count("joined", done.joined)
        self._count("clustered_again", int(done.clustered_again))
        assert self._crawler.stats is not None
        self._crawler.stats.set_value("topiccrawl/clusters/waiting", done.waiting)
        if done.clustered_again:
            logger.info("the clusters of bodies were fitted again, as no waiting sample could join one")

    def _count(self, name: str, number: int = 1) -> None:
        assert self._crawler.stats is not None  # set before any component is created
        self._crawler.stats.inc_value(f"topiccrawl/clusters/{name}", number)

    def _report(self, error: StorageError) -> None:
        logger.warning("the clusters of bodies stay as they are for now: %s", error)
