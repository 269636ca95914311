"""Which page the worker works on, told to the supervisor that times it.

The work on a page is a row of steps, each of which holds up the event loop from the moment at which something
arrives until the loop goes on: decompression and parsing, the callback, the pipelines. Each step begins with
a word here, and ends when the loop comes back.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from functools import partial
from typing import Any, Self, TypeVar, cast

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.pipelines import ItemPipelineManager
from scrapy.utils.asyncio import create_looping_call

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.visit import LINK_KEY
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.scheduler.frontier_scheduler import FrontierScheduler
from topiccrawl.supervision.status import WatchedPage
from topiccrawl.supervision.worker import StopSignals, is_supervised, this_life, worker_status

STAGE = "watch"
"""Under which pages are dropped that froze a worker."""

_BEAT = 0.5
"""Seconds between two signs of life of the event loop."""

_REMEMBERED = 10_000
"""URLs whose keys are remembered: those of the pages in flight, with room to spare."""

_keys: OrderedDict[str, bytes] = OrderedDict()
_T = TypeVar("_T")


def working_on(url: str) -> None:
    """Say that what the main thread does until its event loop goes on is done for this page."""
    if (key := _keys.get(url)) is None:
        return
    status = worker_status()
    status.begin(WatchedPage(url, key))
    try:
        asyncio.get_running_loop().call_soon(status.end)
    except RuntimeError:  # a reactor without asyncio
        from twisted.internet import reactor

        cast(Any, reactor).callLater(0, status.end)


def timed_in_thread(url: str, function: Callable[..., _T]) -> Callable[..., _T]:
    """A function whose calls, in another thread than the main one, are timed as work on a page."""
    if (key := _keys.get(url)) is None:
        return function

    def timed(*arguments: Any) -> _T:
        with worker_status().in_thread(WatchedPage(url, key)):
            return function(*arguments)

    return timed


class Watch:
    """Extension: counts what a worker does, for the one after it; notes the pages that ended the one before.

    Without a supervisor it is not there.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._beating: Any = None
        self._stop_signals = StopSignals(worker_status())
        self._stop_signals.install()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor.

        Raises:
            NotConfigured: nobody supervises this process.
        """
        _refuse_alone()
        watch, status = cls(crawler), worker_status()
        for signal, note in (
            (signals.request_reached_downloader, status.count_request),
            (signals.response_received, watch.response_received),
            (signals.item_scraped, status.count_item),
            (signals.spider_opened, watch.spider_opened),
            (signals.engine_started, watch.engine_started),
            (signals.spider_closed, watch.spider_closed),
        ):
            crawler.signals.connect(note, signal)
        return watch

    def engine_started(self) -> None:
        """Scrapy's handlers of signals are there by now."""
        self._stop_signals.install()

    def response_received(self, response: Response, request: Request) -> None:
        """The engine has a page; other components may look at it now."""
        worker_status().count_response()
        working_on(request.url)

    def spider_closed(self) -> None:
        """What a crawl does at its end takes as long as it takes."""
        if self._beating is not None and self._beating.running:
            self._beating.stop()
        worker_status().rest()

    async def spider_opened(self) -> None:
        """Note what became of the workers before, and begin to show signs of life.

        The notes are written before the first request: the next page may freeze this worker as well.
        """
        self._beating = create_looping_call(worker_status().beat)
        self._beating.start(_BEAT)
        life, stats = this_life(), self._crawler.stats
        assert stats is not None  # set before any component runs
        stats.set_value("topiccrawl/worker/restarts", life.number - 1)
        if life.frozen:
            ledger = CrawlSession.of(self._crawler).ledger
            for frozen in life.frozen:
                ledger.drop(Request(frozen.page.url, meta={LINK_KEY: LinkContext()}), STAGE, "frozen")
            await ledger.flush()


class WatchMiddleware:
    """Downloader middleware, nearest to the downloader: with a response begins the work on its page."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor; see `Watch`."""
        _refuse_alone()
        return cls(crawler)

    def process_response(self, request: Request, response: Response) -> Response:
        """Pass it on."""
        engine: Any = self._crawler.engine
        scheduler = engine.scheduler
        if isinstance(scheduler, FrontierScheduler):
            _keys[request.url] = _keys[response.url] = scheduler.key_in_flight(request)
            while len(_keys) > _REMEMBERED:
                _keys.popitem(last=False)
            working_on(request.url)
        return response


class WatchSpiderMiddleware:
    """Spider middleware, nearest to the spider: what a callback does is work on its page."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor; see `Watch`."""
        _refuse_alone()
        return cls()

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """Pass everything on."""
        working_on(response.url)
        async for item in result:
            yield item
            working_on(response.url)


class WatchedPipelines(ItemPipelineManager):
    """Scrapy's item pipelines, any of them, whose steps are timed as work on the page of the item."""

    async def process_item_async(self, item: Any) -> Any:
        """Scrapy's method."""
        return await _Resumed(getattr(item, "url", ""), super().process_item_async(item))


class _Resumed(Awaitable[_T]):
    """A coroutine each of whose steps begins with the word which page it is for."""

    def __init__(self, url: str, coroutine: Awaitable[_T]) -> None:
        self._url = url
        self._coroutine = coroutine

    def __await__(self) -> Generator[Any, Any, _T]:
        steps = self._coroutine.__await__()
        proceed = partial(next, steps)
        while True:
            working_on(self._url)
            try:
                awaited = proceed()
            except StopIteration as end:
                result: _T = end.value
                return result
            finally:
                worker_status().end()
            try:
                proceed = partial(steps.send, (yield awaited))
            except BaseException as error:
                proceed = partial(steps.throw, error)


def _refuse_alone() -> None:
    if not is_supervised():
        raise NotConfigured
