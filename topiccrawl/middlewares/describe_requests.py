"""Spider middleware that adds a link context to the requests of any callback."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from topiccrawl.crawl.request_meta import LINK_KEY
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.visit import Visit
from topiccrawl.page.links import Link


class LinkContextMiddleware:
    """Add a `LinkContext` to requests that have none.

    The scheduler scores links by it. `FocusedSpider` adds the context itself; this is for spiders that know
    nothing of topics. A request for a URL that is not a link of the page, such as a page number computed by
    the spider, is described by the page alone; in the crawl of such a spider it is not dropped for its score.
    """

    def __init__(self, session: CrawlSession | None = None) -> None:
        self._computed = "spider" if session is not None and session.is_guest else ""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware."""
        try:
            return cls(CrawlSession.of(crawler))
        except NotConfigured:
            return cls()

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """Yield everything; add the context to requests without one."""
        visit = Visit.of(response)
        async for item in result:
            if visit is not None and isinstance(item, Request) and LINK_KEY not in item.meta:
                link = visit.link(item.url)
                context = visit.context(link or Link(item.url, ""))
                item.meta[LINK_KEY] = context if link else context._replace(source=self._computed)
            yield item
