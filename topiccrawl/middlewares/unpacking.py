"""Downloader middleware that unpacks compressed responses, within limits."""

from __future__ import annotations

import zlib

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.downloadermiddlewares.retry import get_retry_request
from scrapy.http import Response

from topiccrawl.crawl.url_failures import Dropped

_SMALL = 1_000_000
"""Bytes that a response may always unpack to."""
_MOST_LAYERS = 3
MOST_RATIO = 200
"""How many times its size a compressed page of more than a megabyte may unpack to."""
_HEADERS = (b"\x1f\x8b\x08\0", b"\x1f\x8b\x08\x08")
"""How gzip begins without and with the name of a file, which ends with a zero and follows six more bytes."""


class BoundedUnpacking(HttpCompressionMiddleware):
    """Scrapy's middleware, which drops responses that unpack to very much (`unpack_ratio`), or only in part.

    Scrapy gives what it could unpack of a gzip stream that breaks off: half an article. It is requested
    again, as other responses that end early are, and then dropped as `truncated`.

    Scrapy stops at `DOWNLOAD_MAXSIZE`. A response that unpacks to more than a megabyte and to more than
    `MOST_RATIO` times its size is no page either, and one that is packed more than three
    times is not unpacked at all.
    """

    def __init__(self, *, crawler: Crawler) -> None:
        super().__init__(crawler=crawler)
        self._crawler = crawler

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        """Return the unpacked response.

        Raises:
            Dropped: it is too large for its size, or breaks off.
        """
        encoding = b",".join(response.headers.getlist("Content-Encoding")).lower()
        if encoding.count(b",") + 1 > _MOST_LAYERS:
            raise Dropped("unpack_ratio")
        # The unpacked response is made from a copy, and a copy of a text asks for its encoding first, which
        # would be guessed from packed bytes.
        if b"Content-Encoding" in response.headers:
            response = Response(**{name: getattr(response, name) for name in Response.attributes})
        unpacked = super().process_response(request, response)
        size = len(unpacked.body) if isinstance(unpacked, Response) else 0
        if size > _SMALL and size > MOST_RATIO * len(response.body):
            raise Dropped("unpack_ratio")
        if size and encoding in (b"gzip", b"x-gzip") and _breaks_off(response.body, size):
            spider = self._crawler.spider
            if spider is not None and not request.meta.get("dont_retry"):
                again = get_retry_request(request, spider=spider, reason="truncated")
                if again is not None:
                    return again
            raise Dropped("truncated", passing=True)
        return unpacked


def _breaks_off(packed: bytes, size: int) -> bool:
    """Return whether a gzip stream ends before its data do; a lost checksum at its end costs no text.

    >>> import gzip
    >>> [_breaks_off(gzip.compress(b"text")[:end], 4) for end in (-9, -8, 24)]
    [True, False, False]
    """
    # Its last bytes give the unpacked size, so that few are unpacked once more.
    if int.from_bytes(packed[-4:], "little") == size or not packed.startswith(_HEADERS):
        return False
    begin = len(_HEADERS[0]) + 6
    if packed.startswith(_HEADERS[1]):
        begin = packed.find(0, begin) + 1
    stream = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        stream.decompress(packed[begin:], size + 1)
    except zlib.error:
        return True
    return not stream.eof
