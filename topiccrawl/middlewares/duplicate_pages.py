"""Spider middleware that does not follow the links of copies."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.visit import Visit
from topiccrawl.items import PageItem
from topiccrawl.page.canonical_url import url_key

_Key = TypeVar("_Key")

_REMEMBERED = 100_000


class DuplicatePagesMiddleware:
    """Holds back the links of possible copies until deduplication has seen the page.

    A trap, such as a path that grows with every click, shows the same text under ever new URLs. Therefore the
    links of a copy of another page *of the same host* are not followed: those of the original were. The links
    of all other candidates are passed on before the page is stored.

    New links must compete with the others at once; otherwise worse pages are fetched meanwhile. Therefore
    only possible copies wait: their host had copies before, or a page with the same title and description.

    Links that are not followed, and not known from elsewhere, are counted under
    `topiccrawl/drops/links/of_duplicate` and get a row each.
    """

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        self._engine = EngineView(crawler)
        self._session = session
        self._waiting: dict[int, list[PageItem]] = {}  # by id of the response
        self._first_copies: dict[tuple[str, str | None], str] = {}  # of originals on other hosts
        self._described: dict[tuple[str | None, str], str] = {}  # first page of a host with a description
        self._hosts_with_copies: set[str | None] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware for a topic crawl."""
        middleware = cls(crawler, CrawlSession.of(crawler))
        for signal in (signals.item_scraped, signals.item_dropped, signals.item_error):
            crawler.signals.connect(middleware.item_left, signal)
        return middleware

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """Yield items, then the links of the page if they are to be followed."""
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
        """Handle an item that has left the pipelines: deduplication is over."""
        if isinstance(item, PageItem):
            item.judged.set()
            if self._is_copy_within_host(item):
                self._hosts_with_copies.add(urlsplit(item.url).hostname)
        else:  # a pipeline has replaced it
            for waiting in self._waiting.get(id(response), ()):
                waiting.judged.set()

    def _may_be_copy(self, item: PageItem) -> bool:
        """Return whether the links of a page should wait for deduplication."""
        return self._was_described(item) or urlsplit(item.url).hostname in self._hosts_with_copies

    def _was_described(self, item: PageItem) -> bool:
        """Return whether another page of the host had the same title and description."""
        key = urlsplit(item.url).hostname, item.visit.fetched.description.text
        return _remembered(self._described, key, item.url) != item.url

    def _is_copy_within_host(self, item: PageItem) -> bool:
        """Return whether the links of a page of the same host with the same content were followed before."""
        original, host = item.duplicate_of, urlsplit(item.url).hostname
        if original is None:
            return False
        if urlsplit(original).hostname == host:
            return True
        # A copy of a page of another host: the first such page of this host counts as the original.
        return (
            self._was_described(item)
            or _remembered(self._first_copies, (original, host), item.url) != item.url
        )

    def _drop(self, request: Request) -> None:
        scheduler = self._engine.scheduler
        if scheduler is not None and scheduler.state(url_key(request.url)) is None:
            self._session.ledger.drop(request, "links", "of_duplicate")


def _remembered(known: dict[_Key, str], key: _Key, url: str) -> str:
    """Return the first URL of a key; the oldest keys are forgotten."""
    first = known.setdefault(key, url)
    if len(known) > _REMEMBERED:
        del known[next(iter(known))]
    return first
