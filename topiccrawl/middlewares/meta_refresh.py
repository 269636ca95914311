"""Downloader middleware: pages that send on to another by a tag."""

from __future__ import annotations

from scrapy import Request, Spider
from scrapy.downloadermiddlewares.redirect import MetaRefreshMiddleware
from scrapy.http import Response

_HEAD_BYTES = 4 * 4096
"""Scrapy reads the tag in the first 4,096 characters, of four bytes at most."""


class MetaRefresh(MetaRefreshMiddleware):
    """Scrapy's, which is asked only where the word stands in the head of a page.

    It would guess the encoding of every page and decode the whole of it, a tenth of a crawl's time; what a
    page is really encoded in, the description gate finds out.
    """

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        """The response, or the request it sends on to; the spider is in Scrapy's signature only."""
        head = response.body[:_HEAD_BYTES].replace(b"\0", b"")  # zeros: in UTF-16
        return super().process_response(request, response) if b"refresh" in head.lower() else response
