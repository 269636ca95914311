"""Download handler for http and https that checks addresses and servers, and limits response headers."""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.core.downloader.handlers.http11 import (
    HTTP11DownloadHandler,
    TunnelError,
    _LenientHTTP11ClientFactory,
    _LenientHTTP11ClientProtocol,
    _ScrapyAgent,
    _TunnelingTCP4ClientEndpoint,
)
from scrapy.crawler import Crawler
from scrapy.exceptions import ResponseDataLossError
from scrapy.http import Response
from scrapy.utils._download_handlers import get_dataloss_msg, wrap_twisted_exceptions
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.protocols.basic import LineReceiver
from twisted.python.failure import Failure
from twisted.web._newclient import HEADER, STATUS
from twisted.web.client import HTTPConnectionPool

from topiccrawl.access.addresses import AddressRules
from topiccrawl.crawl.checks.settings_check import address_rules
from topiccrawl.crawl.checks.start_errors import report_start_errors
from topiccrawl.crawl.url_failures import Dropped
from topiccrawl.downloader.address_guard import GuardedResolver, PrivateAddressError, guard_endpoint
from topiccrawl.downloader.tls import Attempt, causes, handshake_of
from topiccrawl.downloader.verification import VerifiedDownloads

logger = logging.getLogger(__name__)

MAX_HEADER_BYTES = 256 * 1024
"""Most bytes of status lines and headers of a response, as in browsers; interim ones (1xx) count, too."""
_PROBLEMS = "_topiccrawl_tls_problems"
"""Attribute of Twisted's responses: what is wrong with the TLS of their connection."""
_PROXY_KEY = b"http-proxy"
"""Begins the keys of connections to a proxy, as Scrapy makes them."""


class HeadersTooLargeError(Exception):
    """A response has too many headers."""


class HeaderLimitHandler(HTTP11DownloadHandler):
    """Scrapy's handler, with more drops: `headers_too_large`, `private_address`, and those of certificates.

    Addresses are checked after a name is resolved, for each new connection. A configured proxy's own address
    is not checked; it gets no request for a private host. Which servers must be verified is in
    `VerifiedDownloads`; Scrapy's `DOWNLOADER_CLIENTCONTEXTFACTORY` is not used.

    Twisted limits the length of a line, of chunk extensions and of trailers, but not the number of headers. A
    proxy that responds to CONNECT with too many headers raises `TunnelError`.

    Attributes:
        verifies_servers: tells log-ins that they may use this handler.
    """

    verifies_servers = True

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._rules = address_rules(crawler.settings)
        with report_start_errors():
            self._verification = VerifiedDownloads(crawler, self._send)
        pool = _LimitedPool(self._pool._reactor, persistent=True)  # type: ignore[no-untyped-call]
        pool.rules = self._rules
        pool.maxPersistentPerHost = self._pool.maxPersistentPerHost
        self._pool: _LimitedPool = pool

    async def download_request(self, request: Request) -> Response:
        """Download a response.

        Raises:
            Dropped: the headers are too large, the host is private, or the server could not be verified.
        """
        return await self._verification.download(request)

    async def _send(self, request: Request, attempt: Attempt) -> tuple[Response, list[str]]:
        host = urlsplit(request.url).hostname or ""
        if self._rules.refuses_host(host, is_resolved_here=not request.meta.get("proxy")):
            raise Dropped("private_address")
        try:
            return await self._download(request, attempt)
        except Exception as error:
            if any(isinstance(reason, HeadersTooLargeError) for reason in causes(error)):
                raise Dropped("headers_too_large") from error
            if any(isinstance(reason, PrivateAddressError) for reason in causes(error)):
                raise Dropped("private_address") from error
            raise

    async def _download(self, request: Request, attempt: Attempt) -> tuple[Response, list[str]]:
        """Do what Scrapy's handler does, with the attempt's TLS and the connections of its kind."""
        spider = self._crawler.spider
        agent = _NotingAgent(
            contextFactory=attempt,  # type: ignore[arg-type]
            bindAddress=self._bind_address,
            pool=_PoolPart(  # type: ignore[arg-type]
                self._pool, "lenient" if attempt.is_lenient else "verified", is_new=request.method == "POST"
            ),
            maxsize=getattr(spider, "download_maxsize", self._default_maxsize),
            warnsize=getattr(spider, "download_warnsize", self._default_warnsize),
            fail_on_dataloss=self._fail_on_dataloss,
            crawler=self._crawler,
            tls_verbose_logging=self._tls_verbose_logging,
        )
        try:
            with wrap_twisted_exceptions():
                return await maybe_deferred_to_future(agent.download_request(request)), agent.problems
        except ResponseDataLossError:
            if not self._fail_on_dataloss_warned:
                logger.warning(get_dataloss_msg(request.url))
                self._fail_on_dataloss_warned = True
            raise


class _PoolPart:
    """The connections of a pool that requests of one kind may share.

    A server may close an idle connection just when a request is sent on it, or after each answer
    (HTTP/1.0). Twisted sends a GET once more, but no POST: that has a new connection.
    """

    def __init__(self, pool: _LimitedPool, name: str, *, is_new: bool) -> None:
        self.persistent = pool.persistent
        self._pool = pool
        self._name = name
        self._is_new = is_new

    def getConnection(self, key: tuple[Any, ...], endpoint: Any) -> Any:  # noqa: N802 - Twisted's name
        return self._pool.connection((*key, self._name), endpoint, is_new=self._is_new)


class _NotingAgent(_ScrapyAgent):
    """Reads what is wrong with the TLS of the response's connection."""

    problems: list[str] = []  # noqa: RUF012 - replaced, never changed

    def _cb_bodydone(self, result: Any, url: str) -> Response:
        self.problems = getattr(result["txresponse"], _PROBLEMS, [])
        return super()._cb_bodydone(result, url)


class _LimitedProtocol(_LenientHTTP11ClientProtocol):
    """A connection that is closed when a response has too many headers."""

    _header_bytes = 0
    _line_bytes = 0
    _over = False

    def request(self, request: Any) -> Any:
        self._header_bytes = self._line_bytes = 0
        return super().request(request).addCallback(self._note_problems)

    def _note_problems(self, response: Any) -> Any:
        if (handshake := handshake_of(self.transport)) is not None and handshake.is_lenient:
            setattr(response, _PROBLEMS, handshake.all_problems())
        return response

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        parser = self._parser
        if self._over:
            return
        if parser is not None and parser.state in (STATUS, HEADER):
            self._header_bytes += len(data)
            if self._header_bytes > MAX_HEADER_BYTES or self._has_long_line(data):
                self._over = True
                error = HeadersTooLargeError(f"more than {MAX_HEADER_BYTES} bytes of headers")
                self._giveUp(Failure(error))  # type: ignore[no-untyped-call]
                assert self.transport is not None  # it received data
                self.transport.abortConnection()
                return
        super().dataReceived(data)  # type: ignore[no-untyped-call]

    def _has_long_line(self, data: bytes) -> bool:
        """Return whether a line of the headers is so long that Twisted would break the connection."""
        first, *others = data.partition(b"\r\n\r\n")[0].split(b"\n")
        longest = max(self._line_bytes + len(first), max(map(len, others), default=0))
        self._line_bytes = len(others[-1]) if others else self._line_bytes + len(first)
        return longest > LineReceiver.MAX_LENGTH


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
            size = f"more than {MAX_HEADER_BYTES} bytes of headers"
            reason = f"the proxy {self._host}:{self._port} sent {size}"
            self._tunnelReadyDeferred.errback(TunnelError(reason))
            return
        super().processProxyResponse(data)
        if self._tunnelReadyDeferred.called and not transport.TLS:
            transport.abortConnection()


class _LimitedPool(HTTPConnectionPool):
    rules = AddressRules()
    _factory = _LimitedFactory

    def connection(self, key: tuple[Any, ...], endpoint: Any, *, is_new: bool) -> Any:
        """Return a deferred connection, a new one or one that is idle."""
        connect = self._newConnection if is_new else self.getConnection
        if isinstance(endpoint, _TunnelingTCP4ClientEndpoint):
            endpoint.__class__ = _LimitedTunnel  # Scrapy creates it deep inside its agents
        elif key[0] != _PROXY_KEY and not self.rules.allow_private:
            guard = guard_endpoint(endpoint, self.rules)
            return connect(key, endpoint).addErrback(_refusal, guard)
        return connect(key, endpoint)


def _refusal(failure: Failure, guard: GuardedResolver) -> Failure:
    """Return why there is no connection: Twisted only sees a name without addresses."""
    if not guard.refused:
        return failure
    error = PrivateAddressError(f"refused: {', '.join(guard.refused)}")
    return Failure(error)  # type: ignore[no-untyped-call]
