"""Download handler for http and https with a limit on response headers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scrapy import Request
from scrapy.core.downloader.handlers.http11 import (
    HTTP11DownloadHandler,
    TunnelError,
    _LenientHTTP11ClientFactory,
    _LenientHTTP11ClientProtocol,
    _TunnelingTCP4ClientEndpoint,
)
from scrapy.crawler import Crawler
from scrapy.http import Response
from twisted.python.failure import Failure
from twisted.web._newclient import HEADER, STATUS
from twisted.web.client import HTTPConnectionPool

from topiccrawl.crawl.url_failures import Dropped

MAX_HEADER_BYTES = 256 * 1024
"""Most bytes of status lines and headers of a response, including interim responses (1xx), as in browsers."""


class HeadersTooLargeError(Exception):
    """A response has too many headers."""


class HeaderLimitHandler(HTTP11DownloadHandler):
    """Scrapy's handler, which drops responses with too many headers as `headers_too_large`.

    Twisted limits the length of a line, of chunk extensions and of trailers, but not the number of headers. A
    proxy that responds to CONNECT with too many headers raises `TunnelError`.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        pool = _LimitedPool(self._pool._reactor, persistent=True)  # type: ignore[no-untyped-call]
        pool.maxPersistentPerHost = self._pool.maxPersistentPerHost
        self._pool = pool

    async def download_request(self, request: Request) -> Response:
        """Download a response.

        Raises:
            Dropped: the headers are too large.
        """
        try:
            return await super().download_request(request)
        except Exception as error:
            if any(isinstance(reason, HeadersTooLargeError) for reason in _reasons(error)):
                raise Dropped("headers_too_large") from error
            raise


class _LimitedProtocol(_LenientHTTP11ClientProtocol):
    """A connection that is closed when a response has too many headers."""

    _header_bytes = 0
    _over = False

    def request(self, request: Any) -> Any:
        self._header_bytes = 0
        return super().request(request)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        parser = self._parser
        if self._over:
            return
        if parser is not None and parser.state in (STATUS, HEADER):
            self._header_bytes += len(data)
            if self._header_bytes > MAX_HEADER_BYTES:
                self._over = True
                self._giveUp(Failure(HeadersTooLargeError(f"more than {MAX_HEADER_BYTES} bytes of headers")))  # type: ignore[no-untyped-call]
                assert self.transport is not None  # there is data from it
                self.transport.abortConnection()
                return
        super().dataReceived(data)  # type: ignore[no-untyped-call]


class _LimitedFactory(_LenientHTTP11ClientFactory):
    def buildProtocol(self, addr: Any) -> _LimitedProtocol:  # noqa: N802 - Twisted's name
        return _LimitedProtocol(self._quiescentCallback)  # type: ignore[no-untyped-call]


class _LimitedTunnel(_TunnelingTCP4ClientEndpoint):
    """A connection to a proxy that is closed when the proxy refuses the tunnel."""

    def processProxyResponse(self, data: bytes) -> None:  # noqa: N802 - Scrapy's name
        transport: Any = self._protocol.transport
        if self._tunnelReadyDeferred.called:  # the tunnel was accepted or refused
            transport.abortConnection()
            return
        if len(self._connectBuffer) + len(data) > MAX_HEADER_BYTES:
            transport.abortConnection()
            reason = f"the proxy {self._host}:{self._port} sent more than {MAX_HEADER_BYTES} bytes of headers"
            self._tunnelReadyDeferred.errback(TunnelError(reason))
            return
        super().processProxyResponse(data)
        if self._tunnelReadyDeferred.called and not transport.TLS:
            transport.abortConnection()


class _LimitedPool(HTTPConnectionPool):
    _factory = _LimitedFactory

    def getConnection(self, key: Any, endpoint: Any) -> Any:  # noqa: N802 - Twisted's name
        if isinstance(endpoint, _TunnelingTCP4ClientEndpoint):
            endpoint.__class__ = _LimitedTunnel  # Scrapy creates it deep inside its agents
        return super().getConnection(key, endpoint)


def _reasons(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes, as Twisted and Python record them."""
    while error is not None:
        yield error
        for failure in getattr(error, "reasons", ()):
            yield from _reasons(failure.value)
        error = error.__cause__ or error.__context__
