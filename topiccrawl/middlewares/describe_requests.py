"""Spider middleware: puts on each request why its link is there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from scrapy import Request
from scrapy.http import Response

from topiccrawl.crawl.visit import LINK_KEY, Visit, link_context
from topiccrawl.page.links import Link
from topiccrawl.priority.link_context import LinkContext


class LinkContextMiddleware:
    """Adds a `LinkContext` to requests that a callback yields without one.

    The scheduler needs it to score the link. A request for an address that does not stand on the page (a page
    number made up by the spider) is described by the page alone.
    """

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """Pass everything on; describe requests."""
        visit = Visit.of(response)
        depth = link_context(response.request).depth + 1 if response.request else 1
        async for item in result:
            if visit is not None and isinstance(item, Request) and LINK_KEY not in item.meta:
                link = visit.link(item.url) or Link(item.url, "")
                item.meta[LINK_KEY] = LinkContext(
                    anchor=link.anchor,
                    around=link.context,
                    parent_url=response.url,
                    description=visit.relevance,
                    navigation=link.navigation,
                    picture=link.picture,
                    depth=depth,
                )
            yield item
