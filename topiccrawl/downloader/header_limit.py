"""Download handler for http and https: Scrapy's, with a limit on what comes before the body."""

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

from topiccrawl.crawl.drops import Dropped

MAX_HEADER_BYTES = 256 * 1024
"""Bytes of status lines and headers of one answer, interim answers (1xx) included; browsers take as much."""


class HeadersTooLargeError(Exception):
    """An answer began with more headers than are read."""


class HeaderLimitHandler(HTTP11DownloadHandler):
    """Scrapy's handler; an answer that does not come to its body in time is dropped as `headers_too_large`.

    Twisted limits the length of a line, of chunk extensions and trailers, but not how many headers there are.
    A proxy that answers so when a tunnel is asked for has failed (`TunnelError`).
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        pool = _LimitedPool(self._pool._reactor, persistent=True)  # type: ignore[no-untyped-call]
        pool.maxPersistentPerHost = self._pool.maxPersistentPerHost
        self._pool = pool

    async def download_request(self, request: Request) -> Response:
        """See `HTTP11DownloadHandler.download_request`.

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
    """A connection that is closed when an answer has too many headers."""

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
    """A connection to a proxy that is closed when it gives no tunnel."""

    def processProxyResponse(self, data: bytes) -> None:  # noqa: N802 - Scrapy's name
        transport: Any = self._protocol.transport
        if self._tunnelReadyDeferred.called:  # nobody waits for it any more
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
            endpoint.__class__ = _LimitedTunnel  # it is made deep within Scrapy's agents
        return super().getConnection(key, endpoint)


def _reasons(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those that led to it, as Twisted and Python note them."""
    while error is not None:
        yield error
        for failure in getattr(error, "reasons", ()):
            yield from _reasons(failure.value)
        error = error.__cause__ or error.__context__
