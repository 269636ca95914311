"""Spider middleware: links of a page are handed on once it is known whether the page is a copy."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.visit import Visit
from topiccrawl.items import PageItem
from topiccrawl.page.canonical_url import url_key
from topiccrawl.scheduler.frontier_scheduler import FrontierScheduler

_Key = TypeVar("_Key")

_REMEMBERED = 100_000


class DuplicatePagesMiddleware:
    """Holds back the links of a page until deduplication has looked at it.

    A trap, such as a path that grows with every click, shows the same text under ever new URLs. So the links
    of a page that is a copy of another page *of the same host* are not followed: the original's were. The
    links of every other candidate are handed on before its row is written.

    New links have to compete with the others at once, or worse pages are fetched meanwhile. So only those
    pages wait for deduplication that may be copies: their host had copies before, or another page with the
    same title and description.

    Links that are not followed, and not known from elsewhere, are counted under
    `topiccrawl/drops/links/of_duplicate` and leave a row each.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._session = CrawlSession.of(crawler)
        self._waiting: dict[int, list[PageItem]] = {}  # by id of the response
        self._first_copies: dict[tuple[str, str | None], str] = {}  # of originals on other hosts
        self._described: dict[tuple[str | None, str], str] = {}  # first page of a host with a description
        self._hosts_with_copies: set[str | None] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor."""
        middleware = cls(crawler)
        for signal in (signals.item_scraped, signals.item_dropped, signals.item_error):
            crawler.signals.connect(middleware.item_left, signal)
        return middleware

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """Pass items on, then the links of the page if they are to be followed."""
        item: PageItem | None = None
        may_be_copy = False
        visit = Visit.of(response)
        try:
            async for one in result:
                if isinstance(one, PageItem):
                    item = one
                    self._waiting.setdefault(id(response), []).append(one)
                    may_be_copy = self._may_be_copy(one)
                elif (
                    item is not None
                    and may_be_copy
                    and isinstance(one, Request)
                    and visit
                    and visit.link(one.url)
                ):
                    await item.judged.wait()
                    if self._is_copy_within_host(item):
                        self._drop(one)
                        continue
                yield one
        finally:
            self._waiting.pop(id(response), None)

    def item_left(self, item: Any, response: Any) -> None:
        """An item has left the pipelines: nothing more will be found out about the page."""
        if isinstance(item, PageItem):
            item.judged.set()
            if self._is_copy_within_host(item):
                self._hosts_with_copies.add(urlsplit(item.url).hostname)
        else:  # a pipeline made something else of it
            for waiting in self._waiting.get(id(response), ()):
                waiting.judged.set()

    def _may_be_copy(self, item: PageItem) -> bool:
        """Whether it is worth waiting for what deduplication says of a page."""
        return self._was_described(item) or urlsplit(item.url).hostname in self._hosts_with_copies

    def _was_described(self, item: PageItem) -> bool:
        """Whether another page of the host had the same title and description."""
        key = urlsplit(item.url).hostname, item.visit.description.text
        return _remembered(self._described, key, item.url) != item.url

    def _is_copy_within_host(self, item: PageItem) -> bool:
        """Whether the links of another page of the host with the same content were followed before."""
        original, host = item.duplicate_of, urlsplit(item.url).hostname
        if original is None:
            return False
        if urlsplit(original).hostname == host:
            return True
        # A copy of a page elsewhere: the first such page of this host stands for the original.
        return (
            self._was_described(item)
            or _remembered(self._first_copies, (original, host), item.url) != item.url
        )

    def _drop(self, request: Request) -> None:
        engine = self._crawler.engine
        scheduler = None if engine is None else engine.scheduler
        if not (isinstance(scheduler, FrontierScheduler) and scheduler.state(url_key(request.url)) is None):
            return
        self._session.ledger.drop(request, "links", "of_duplicate")


def _remembered(known: dict[_Key, str], key: _Key, url: str) -> str:
    """Return the URL that came first with a key; the oldest keys are forgotten."""
    first = known.setdefault(key, url)
    if len(known) > _REMEMBERED:
        del known[next(iter(known))]
    return first
