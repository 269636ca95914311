"""Spider middleware that describes the requests of any callback by the page that they come from."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any, Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from topiccrawl.crawl.request_meta import LINK_KEY, PRIORITY_KEY, link_of
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.visit import Visit
from topiccrawl.page.anchors.link import Link

_LONGEST_STEP, _TURN_OF_OTHERS = 0.05, 4.0
"""Seconds after which other pages have a turn before the next links of a page, and its length in such steps.

A sitemap has 50,000 links, and each is scored."""
_MANY = 300
"""Links from which on the time until the next one is asked for counts, too: that of scoring a sitemap, and of
other pages. With few links it would make pages wait for one another on a busy machine."""


class LinkContextMiddleware:
    """Add a `LinkContext` to requests that have none, and drop those that the page asks not to be made.

    The scheduler scores links by their context. `FocusedSpider` asks it about the links of a page before it
    makes requests; this is for spiders that know nothing of topics, and for callbacks of derived spiders. A
    request for a URL that is not a link of the page, such as a page number computed by the spider, is
    described by the page alone; in the crawl of such a spider it is not dropped for its score.

    Dropped requests are counted under `topiccrawl/drops/links/nofollow` and get a row each.
    """

    def __init__(self, session: CrawlSession | None = None) -> None:
        self._session = session
        self._long_pages = 0
        self._computed = "spider" if session is not None and session.is_guest else ""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware."""
        return cls(CrawlSession.find(crawler))

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """Yield items, and the requests that the page allows, with their context."""
        visit, is_long, number, took = Visit.of(response), False, 0, 0.0
        began = time.monotonic()
        try:
            async for one in result:
                number += 1
                took += time.monotonic() - began
                began = time.monotonic()
                if visit is not None and isinstance(one, Request) and not self._allows(one, visit, response):
                    continue
                yield one
                if number <= _MANY:
                    began = time.monotonic()
                if took > _LONGEST_STEP:
                    self._long_pages += not is_long
                    is_long = True
                    await asyncio.sleep(_TURN_OF_OTHERS * took * self._long_pages)
                    began, took = time.monotonic(), 0.0
        finally:
            self._long_pages -= is_long

    def _allows(self, request: Request, visit: Visit, response: Response) -> bool:
        """Describe a request; return whether its page allows it."""
        if LINK_KEY not in request.meta or _is_copied(request, response):
            self._describe(request, visit)
        if request.url not in visit.unfollowed or self._session is None:
            return True
        self._session.ledger.drop(link_of(request), "links", "nofollow")
        return False

    def _describe(self, request: Request, visit: Visit) -> None:
        link = visit.link(request.url)
        context = visit.context(link or Link(request.url, ""))
        request.meta[LINK_KEY] = context if link else context._replace(source=self._computed)
        request.meta.pop(PRIORITY_KEY, None)


def _is_copied(request: Request, response: Response) -> bool:
    """Return whether a callback copied the meta of its page into a request for another one."""
    return request.meta[LINK_KEY] is response.meta.get(LINK_KEY) and request.url not in (
        response.url,
        *response.meta.get("redirect_urls", ()),
    )
