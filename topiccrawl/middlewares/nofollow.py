"""Spider middleware that leaves out the links that a page asks crawlers not to follow."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.visit import Visit


class NoFollow:
    """Drop links with `rel="nofollow"`, and all links of pages with the directive `nofollow` or `none`.

    The robots directive may stand in a meta tag or in the header X-Robots-Tag. `TOPICCRAWL_NOFOLLOW=False`
    disables the middleware. Links are counted under `topiccrawl/drops/links/nofollow` and get a row each.
    """

    def __init__(self, session: CrawlSession) -> None:
        self._session = session

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware for a topic crawl."""
        if not crawler.settings.getbool("TOPICCRAWL_NOFOLLOW"):
            raise NotConfigured
        return cls(CrawlSession.of(crawler))

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """Yield items, and the requests that the page allows."""
        visit = Visit.of(response)
        follows_none = visit is not None and visit.nofollow
        async for one in result:
            link = visit.link(one.url) if visit is not None and isinstance(one, Request) else None
            if link is not None and (follows_none or link.nofollow):
                self._session.ledger.drop(one, "links", "nofollow")
            else:
                yield one
