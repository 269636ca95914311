"""Spider middleware that does not follow the links of copies."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from topiccrawl.crawl.request_meta import link_of
from topiccrawl.crawl.session import Component, CrawlSession
from topiccrawl.crawl.visit import Visit
from topiccrawl.dedup.host_copies import HostCopies
from topiccrawl.items import PageItem


class DuplicatePagesMiddleware(Component):
    """Holds back the links of possible copies until deduplication has seen the page.

    A trap, such as a path that grows with every click, shows the same text under ever new URLs. Therefore the
    links of a copy of another page *of the same host* are not followed: those of the original were. The links
    of all other candidates are passed on before the page is stored.

    New links must compete with the others at once; otherwise worse pages are fetched meanwhile. Therefore
    only possible copies wait: their host had copies before, or a page with the same title and description.

    Links that are not followed, and not known from elsewhere, are counted under
    `topiccrawl/drops/links/of_duplicate` and get a row each.

    Raises:
        NotConfigured: the strategy of the crawl follows the links of copies, too.
    """

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        if not session.strategy.skips_links_of_copies:
            raise NotConfigured
        self._waiting: dict[int, list[PageItem]] = {}  # by id of the response
        self._copies = HostCopies()
        for signal in (signals.item_scraped, signals.item_dropped, signals.item_error):
            crawler.signals.connect(self.item_left, signal)

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """Yield items, then the links of the page if they are to be followed."""
        item: PageItem | None = None
        visit = Visit.of(response)
        try:
            async for one in result:
                if isinstance(one, PageItem):
                    item = one
                    self._waiting.setdefault(id(response), []).append(one)
                    one.links_wait = self._copies.may_be_copy(one.url, one.visit.fetched.description.text)
                elif (
                    item is not None
                    and item.links_wait
                    and isinstance(one, Request)
                    and visit
                    and visit.link(one.url)
                ):
                    await item.judged.wait()
                    if self._is_copy(item):
                        self._drop(one)
                        continue
                yield one
        finally:
            self._waiting.pop(id(response), None)

    def item_left(self, item: Any, response: Any) -> None:
        """Handle an item that has left the pipelines: deduplication is over."""
        if isinstance(item, PageItem):
            item.judged.set()
            self._is_copy(item)  # the host counts as one with copies from now on
        else:  # a pipeline has replaced it
            for waiting in self._waiting.get(id(response), ()):
                waiting.judged.set()

    def _is_copy(self, item: PageItem) -> bool:
        original = item.duplicate_of or item.replaces
        return self._copies.is_copy(item.url, item.visit.fetched.description.text, original)

    def _drop(self, request: Request) -> None:
        scheduler = self.engine.scheduler
        if scheduler is not None and scheduler.state(self.session.twins.key(request.url)) is None:
            self.session.ledger.drop(link_of(request), "links", "of_duplicate")
