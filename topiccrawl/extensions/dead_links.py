"""Extension that requests dead links again after a long time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from topiccrawl.crawl.request_meta import ASKED_AGAIN_KEY, LINK_KEY
from topiccrawl.crawl.session import BackgroundComponent, CrawlSession
from topiccrawl.errors import StorageError
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.storage.rows.dead_links import DeadLink, delete_dead_link, read_dead_links

logger = logging.getLogger(__name__)

MOST = 1000
"""Maximum number of dead links that one crawl requests again."""

_FIRST_ERROR = 400


class DeadLinks(BackgroundComponent):
    """Requeues links that were answered with 404 and similar errors.

    At the start of a crawl it takes those whose last answer is older than `TOPICCRAWL_DEAD_LINK_TERM`, and
    asks for each of them once. A link that is still dead gets the new date and waits for another term; one
    that answers with a page is no dead link any more.

    Counter: `topiccrawl/dead_links/asked_again`.

    Args:
        crawler: the crawler.
        session: of the crawl.
        now: returns the time.

    Raises:
        NotConfigured: the term is 0.
    """

    listens = (*BackgroundComponent.listens, "response_received")

    def __init__(
        self, crawler: Crawler, session: CrawlSession, now: Callable[[], datetime] | None = None
    ) -> None:
        super().__init__(crawler, session)
        term = crawler.settings.getfloat("TOPICCRAWL_DEAD_LINK_TERM")
        if term <= 0:
            raise NotConfigured
        self._term = timedelta(seconds=term)
        self._now = now or (lambda: datetime.now(UTC))
        self._forgetting: set[asyncio.Task[None]] = set()

    def due(self) -> list[DeadLink]:
        """Return the dead links whose term is over.

        Raises:
            StorageError: the database cannot be read.
        """
        before = self._now() - self._term
        return self.session.ledger.store.read(read_dead_links, self.session.topic.name, MOST, before=before)

    def request(self, link: DeadLink) -> Request:
        """Return the request that asks for a link again."""
        context = LinkContext(anchor=link.anchor, parent_url=link.parent_url)
        return Request(link.url, meta={LINK_KEY: context, ASKED_AGAIN_KEY: True})

    def response_received(self, response: Response, request: Request) -> None:
        """Forget a dead link that has answered with a page."""
        if request.meta.get(ASKED_AGAIN_KEY) and response.status < _FIRST_ERROR:
            url = request.meta.get("redirect_urls", [request.url])[0]
            task = asyncio.get_running_loop().create_task(self._forget(url), name="forget a dead link")
            self._forgetting.add(task)
            task.add_done_callback(self._forgetting.discard)

    async def spider_closed(self) -> None:  # type: ignore[override]
        """Wait until links are forgotten; the database is still open."""
        super().spider_closed()
        if self._forgetting:
            await asyncio.wait(self._forgetting)

    async def work(self) -> None:
        """Request the links whose term is over."""
        try:
            links = await asyncio.to_thread(self.due)
        except StorageError as error:
            logger.warning("dead links are not asked for again in this crawl: %s", error)
            return
        for link in links:
            self.engine.crawl(self.request(link))
            self.count("topiccrawl/dead_links/asked_again")

    async def _forget(self, url: str) -> None:
        try:
            await asyncio.to_thread(self._delete, url)
        except StorageError as error:  # it is requested again after another term
            logger.debug("%s is still recorded as dead: %s", url, error)

    def _delete(self, url: str) -> None:
        store, topic = self.session.ledger.store, self.session.topic.name
        store.transact(lambda connection: delete_dead_link(connection, topic, url))
