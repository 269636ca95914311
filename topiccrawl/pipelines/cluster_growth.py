"""Growth of the clusters of bodies during a crawl (patent CN106970938A, step c-2-2)."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from scrapy.crawler import Crawler

from topiccrawl.extraction.clustering.clustering import START_MODELS, extract_clustering, page_sample
from topiccrawl.extraction.clustering.growth import IncrementalClusters
from topiccrawl.items import PageItem
from topiccrawl.page.page import Page

logger = logging.getLogger(__name__)


class ClusterGrowth:
    """Extracts with the newest clusters of this process, and adds the bodies of pages to them.

    The counters are called `topiccrawl/clusters/`, then `samples`, `clustered_again` or `waiting`.

    Args:
        crawler: the crawler.
        extractor: a key of `START_MODELS`.
    """

    def __init__(self, crawler: Crawler, extractor: str) -> None:
        self._stats: Any = crawler.stats  # set before any component is created
        self._clusters = IncrementalClusters(START_MODELS[extractor]())
        self._turn = asyncio.Lock()
        self._running: set[asyncio.Task[None]] = set()

    def read(self, page: Page) -> str:
        """Return the main text of a page."""
        return extract_clustering(page, self._clusters.fitted)

    def take(self, item: PageItem) -> None:
        """Add the sample of a page; until that is done, pages are extracted with the clusters so far."""
        features = page_sample(item.visit.page)
        if features is not None:
            task = asyncio.get_running_loop().create_task(self._add(features))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def close(self) -> None:
        """Wait for the samples that are being added."""
        await asyncio.gather(*self._running)

    async def _add(self, features: tuple[float, ...]) -> None:
        async with self._turn:
            # In a thread: clustering again takes up to two seconds.
            again = await asyncio.to_thread(self._clusters.add, features)
        self._stats.inc_value("topiccrawl/clusters/samples")
        self._stats.inc_value("topiccrawl/clusters/clustered_again", int(again))
        self._stats.set_value("topiccrawl/clusters/waiting", len(self._clusters.waiting))
        if again:
            logger.info("the clusters of bodies were fitted again, as no waiting sample could join one")
