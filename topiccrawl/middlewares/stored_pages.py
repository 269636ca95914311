"""Downloader middleware that answers requests for waiting pages from the database."""

from __future__ import annotations

from scrapy import Request
from scrapy.http import HtmlResponse, Response

from topiccrawl.crawl.request_meta import SETTLED_KEY
from topiccrawl.crawl.session import Component
from topiccrawl.crawl.url_failures import Dropped


class StoredPages(Component):
    """Answers the request for a page whose verdict no longer waits with the page as it was fetched.

    The page then passes all components as if it had been fetched now. A page that another worker has
    processed in the meantime is left out.
    """

    async def process_request(self, request: Request) -> Response | None:
        """Return the stored page for a settled request; None for all others."""
        if not request.meta.get(SETTLED_KEY) or self.session.waiting is None:
            return None
        record = await self.session.waiting.stored(request)
        if record is None:
            raise Dropped("settled", noted=True)
        headers = {name: str(value) for name, value in record.headers.items()}
        return HtmlResponse(record.url, record.status, headers, record.raw_html, request=request)
