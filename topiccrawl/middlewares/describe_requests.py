"""Spider middleware that adds a link context to the requests of any callback."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from scrapy import Request
from scrapy.http import Response

from topiccrawl.crawl.request_meta import LINK_KEY
from topiccrawl.crawl.visit import Visit
from topiccrawl.page.links import Link


class LinkContextMiddleware:
    """Add a `LinkContext` to requests that have none.

    The scheduler scores links by it. `FocusedSpider` adds the context itself; this is for spiders that know
    nothing of topics. A request for a URL that is not a link of the page, such as a page number computed by
    the spider, is described by the page alone.
    """

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """Yield everything; add the context to requests without one."""
        visit = Visit.of(response)
        async for item in result:
            if visit is not None and isinstance(item, Request) and LINK_KEY not in item.meta:
                link = visit.link(item.url) or Link(item.url, "")
                item.meta[LINK_KEY] = visit.context(link)
            yield item
