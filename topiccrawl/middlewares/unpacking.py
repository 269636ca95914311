"""Downloader middleware that unpacks compressed responses, within limits."""

from __future__ import annotations

from scrapy import Request, Spider
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.http import Response

from topiccrawl.crawl.url_failures import Dropped

_SMALL = 1_000_000
"""Bytes that a response may always unpack to."""
_MOST_LAYERS = 3
MOST_RATIO = 200
"""How many times its size a compressed page of more than a megabyte may unpack to."""


class BoundedUnpacking(HttpCompressionMiddleware):
    """Scrapy's middleware, which drops responses that unpack to very much (`unpack_ratio`).

    Scrapy stops at `DOWNLOAD_MAXSIZE`. A response that unpacks to more than a megabyte and to more than
    `MOST_RATIO` times its size is no page either, and one that is packed more than three
    times is not unpacked at all.
    """

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        """Return the unpacked response.

        Raises:
            Dropped: it is too large for its size.
        """
        layers = b",".join(response.headers.getlist("Content-Encoding")).count(b",") + 1
        if layers > _MOST_LAYERS:
            raise Dropped("unpack_ratio")
        # The unpacked response is made from a copy, and a copy of a text asks for its encoding first, which
        # would be guessed from packed bytes.
        if b"Content-Encoding" in response.headers:
            response = Response(**{name: getattr(response, name) for name in Response.attributes})
        unpacked = super().process_response(request, response)
        size = len(unpacked.body) if isinstance(unpacked, Response) else 0
        if size > _SMALL and size > MOST_RATIO * len(response.body):
            raise Dropped("unpack_ratio")
        return unpacked
