"""Downloader middleware for redirects by a meta tag."""

from __future__ import annotations

from scrapy import Request, Spider
from scrapy.downloadermiddlewares.redirect import MetaRefreshMiddleware
from scrapy.http import Response

from topiccrawl.middlewares.challenges import is_challenge

_HEAD_BYTES = 4 * 4096
"""Scrapy reads the tag in the first 4,096 characters, which have up to four bytes."""


class MetaRefresh(MetaRefreshMiddleware):
    """Scrapy's middleware, called only for pages that have the word "refresh" at their beginning.

    For every page Scrapy would guess the encoding and decode the whole body, which takes a tenth of a crawl's
    time; the description gate detects the encoding again, more precisely.
    """

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        """Return the response, or the request it redirects to; challenges lead back to themselves."""
        if is_challenge(response):
            return response
        head = response.body[:_HEAD_BYTES].replace(b"\0", b"")  # zeros: in UTF-16
        return super().process_response(request, response) if b"refresh" in head.lower() else response
