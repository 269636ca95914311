"""Access to private parts of Scrapy's engine.

Scrapy sends no signal when a request is finished: not after a callback that raises, a redirect or an
errback. The engine's set of requests in progress shows it: a request is in it from the moment it goes to the
downloader until its callback and the item pipelines have ended and its redirect or retry has been enqueued.
All undocumented parts of Scrapy that topiccrawl reads are read here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Set
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from scrapy import Request, __version__
from scrapy.crawler import Crawler
from scrapy.exceptions import NotSupported
from scrapy.http import Response
from scrapy.utils.defer import maybe_deferred_to_future

from topiccrawl.crawl.request_meta import CrawlLink
from topiccrawl.errors import FrontierLostError, StorageError
from topiccrawl.storage.frontier.contract import Counts, State

if TYPE_CHECKING:
    from scrapy.core.downloader import Downloader

logger = logging.getLogger(__name__)

DATABASE_UNAVAILABLE = "database_unavailable"
"""Finish reason of crawls that lost their database."""
FRONTIER_LOST = "frontier_lost"
"""Finish reason of crawls whose frontier no longer has what it held."""
_NO_LIMIT = 2**31
_NOTHING: frozenset[Request] = frozenset()


@runtime_checkable
class LeasingScheduler(Protocol):
    """Interface of a scheduler whose frontier leases requests, as other components use it."""

    def counts(self) -> Counts:
        """Return the number of requests by state."""

    def state(self, key: bytes) -> State | None:
        """Return the state of a URL; None when it is unknown."""

    def give_up(self, request: Request, reason: str) -> None:
        """Turn a request in flight into a dead letter when it ends."""

    def key_in_flight(self, request: Request) -> bytes:
        """Return the frontier's key of a request in flight; empty when the frontier did not lease it."""

    def sync(self) -> bool:
        """Send pending changes; return whether everything enqueued so far is visible to all workers."""


@runtime_checkable
class LinkScheduler(LeasingScheduler, Protocol):
    """Interface of a scheduler that scores links, as other components use it."""

    def admit(
        self, link: CrawlLink, *, forbidden: bool, score: bool, listed: bool = False
    ) -> CrawlLink | None:
        """Return a link of a page, scored, if it needs a request; see `FocusedScheduler.admit`."""

    def is_new(self, url: str) -> bool:
        """Return whether a URL was never found before."""

    def rescore(self, scores: Mapping[bytes, float]) -> None:
        """Give waiting requests new scores, by key."""


class EngineView:
    """A view of the engine of a crawler.

    Without an engine, as in a test of a scheduler alone, no request is in progress and no host is busy.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._stopping: asyncio.Future[None] | None = None
        self._known_downloader: Downloader | None = None

    def check(self) -> None:
        """Check that this version of Scrapy has the attributes; called once, before the first request.

        Raises:
            NotSupported: an attribute is missing; URLs would be lost, or never finished, without an error.
        """
        engine = self.engine
        if engine is None:
            return
        in_progress = getattr(getattr(engine, "_slot", None), "inprogress", None)
        downloader = getattr(engine, "downloader", None)
        missing = [
            name
            for name, there in (
                ("engine._slot.inprogress, a set", isinstance(in_progress, Set)),
                ("engine.downloader.slots, a dict", isinstance(getattr(downloader, "slots", None), dict)),
                ("engine.downloader.get_slot_key", callable(getattr(downloader, "get_slot_key", None))),
            )
            if not there
        ]
        if missing:
            raise NotSupported(
                f"Scrapy {__version__} has no {'; no '.join(missing)}: topiccrawl cannot tell which requests "
                "are finished. Use the version of Scrapy that requirements.txt names."
            )

    def finished(self, requests: Iterable[Request]) -> list[Request]:
        """Return those of the requests, all handed out earlier, that the engine has finished."""
        in_progress = self._in_progress
        if in_progress.issuperset(requests):  # as nearly always
            return []
        return [request for request in requests if request not in in_progress]

    def slot_of(self, request: Request) -> str:
        """Return the name of a request's downloader slot: its host, unless `meta` names another."""
        downloader = self._downloader
        if downloader is None:
            from scrapy.utils.httpobj import urlparse_cached

            return str(request.meta.get("download_slot") or urlparse_cached(request).hostname or "")
        return downloader.get_slot_key(request)

    def slot(self, host: str) -> Any | None:
        """Return the downloader slot of a host, with `queue`, `active` and `delay`, or None."""
        downloader = self._downloader
        return None if downloader is None else downloader.slots.get(host)

    @property
    def is_fetching(self) -> bool:
        """Whether responses are awaited, or requests wait in a slot."""
        return self._downloader is not None and bool(self._downloader.active)

    def room(self, host: str) -> int:
        """Return how many requests to a host may run at once; 0 while its slot is full or has a queue."""
        slot = self.slot(host)
        if slot is None:
            return self._most_of_host
        return 0 if slot.queue or len(slot.active) >= slot.concurrency else int(slot.concurrency)

    @cached_property
    def _most_of_host(self) -> int:
        return self._crawler.settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN") or _NO_LIMIT

    def wake(self) -> None:
        """Make the engine call `next_request` soon; by itself it does so every five seconds."""
        engine = self.engine
        slot = getattr(engine, "_slot", None)
        # Until the engine runs, it has no scraper that could take a request.
        if engine is not None and engine.running and slot is not None and slot.closing is None:
            slot.nextcall.schedule()

    def count(self, counter: str, number: int = 1) -> None:
        """Add to a counter of the crawl."""
        if self._crawler.stats is not None and number:
            self._crawler.stats.inc_value(counter, number)

    def crawl(self, request: Request) -> None:
        """Hand a request to the scheduler, as if the spider had yielded it."""
        if self.engine is not None:
            self.engine.crawl(request)

    async def download(self, request: Request) -> Response:
        """Download a request with all middlewares, but without the scheduler, as Scrapy does for robots.txt.

        Raises:
            Exception: any error of the download.
        """
        engine = self.engine
        if engine is None:
            raise RuntimeError(f"no engine is running that could download {request.url}")
        response: Response = await engine.download_async(request)
        return response

    async def fetch(self, request: Request) -> Response:
        """Download a part of a page: as `download`, but it is counted as no page (`CLOSESPIDER_PAGECOUNT`).

        Raises:
            Exception: any error of the download.
        """
        downloader = self._downloader
        if downloader is None:
            raise RuntimeError(f"no engine is running that could download {request.url}")
        while True:
            answer = await maybe_deferred_to_future(downloader.fetch(request))
            if isinstance(answer, Response):
                answer.request = answer.request or request
                return answer
            request = answer  # a retry, or where it was redirected to

    def stop(self, error: StorageError) -> None:
        """End the crawl, once, because nothing can be stored any more."""
        if self._stopping is None and self.engine is not None:
            logger.critical("the crawl stops: %s", error)
        self.end(FRONTIER_LOST if isinstance(error, FrontierLostError) else DATABASE_UNAVAILABLE)

    def end(self, reason: str) -> None:
        """Close the crawl, once; requests in flight are finished."""
        engine = self.engine
        if self._stopping is None and engine is not None:
            # If the crawl is already closing, this only waits for the end.
            self._stopping = asyncio.ensure_future(engine.close_spider_async(reason=reason))

    @property
    def is_closing(self) -> bool:
        """Whether the crawl is closing: requests in flight are finished, no others are sent."""
        slot = getattr(self.engine, "_slot", None)
        return bool(getattr(slot, "closing", None))

    @property
    def engine(self) -> Any | None:
        """The engine; None before it is created."""
        try:
            return self._crawler.engine
        except RuntimeError:
            return None

    @property
    def scheduler(self) -> LeasingScheduler | None:
        """The scheduler of the crawl; None when it has no frontier."""
        scheduler = getattr(self.engine, "scheduler", None)
        return scheduler if isinstance(scheduler, LeasingScheduler) else None

    @property
    def link_scheduler(self) -> LinkScheduler | None:
        """The scheduler of the crawl; None when it does not score links."""
        scheduler = getattr(self.engine, "scheduler", None)
        return scheduler if isinstance(scheduler, LinkScheduler) else None

    @property
    def process_page(self) -> Callable[[Any], Awaitable[None]] | None:
        """Sends a page through the pipelines of topiccrawl; None with another `ITEM_PROCESSOR`."""
        processor = getattr(getattr(self.engine, "scraper", None), "itemproc", None)
        found: Callable[[Any], Awaitable[None]] | None = getattr(processor, "process_page", None)
        return found

    @property
    def _in_progress(self) -> set[Request] | frozenset[Request]:
        engine = self.engine
        if engine is None or engine._slot is None:
            return _NOTHING
        found: set[Request] = engine._slot.inprogress
        return found

    @property
    def _downloader(self) -> Downloader | None:
        if self._known_downloader is None:  # it is asked for each host of each round
            self._known_downloader = getattr(self.engine, "downloader", None)
        return self._known_downloader
