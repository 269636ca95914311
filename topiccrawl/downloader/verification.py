"""Which requests go to servers that could not be verified, and what their responses say of it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import cached_property
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.core.downloader.handlers.http11 import TunnelError
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadTimeoutError
from scrapy.http import Response
from scrapy.utils.datatypes import LocalCache

from topiccrawl.access.proxies import host_of
from topiccrawl.access.tls.intermediates import MAX_BYTES, MAX_SECONDS, Intermediates
from topiccrawl.access.tls.problems import (
    HANDSHAKE,
    LEGACY_RENEGOTIATION,
    SITE_TLS_KEY,
    TLS_HEADER,
    VERIFY_KEY,
    described,
    drop_reason,
    kind_of,
)
from topiccrawl.crawl.checks.settings_check import must_verify_all
from topiccrawl.crawl.url_failures import Dropped
from topiccrawl.downloader.tls import Attempt, TlsContexts

logger = logging.getLogger(__name__)

_TERM = 600.0
"""Seconds after which a server that could not be verified is asked as any other again."""
_SERVERS = 10_000
"""Servers of each kind that are remembered."""
_CONFIDENTIAL = ("Authorization", "Cookie")
_NOT_TRIED = (DownloadTimeoutError,)
"""Errors after which there is no time left for another connection."""

Send = Callable[[Request, Attempt], Awaitable[tuple[Response, list[str]]]]
"""Downloads a request; returns the response and the problems of its connection."""
_Server = tuple[str, int]


class VerifiedDownloads:
    """Sends requests over verified connections, and public ones to other servers as a last resort.

    A request with cookies, `Authorization` or a body, and each one of a log-in, goes to verified servers
    only, whatever the settings say; with `TOPICCRAWL_TLS = "strict"` or `DOWNLOAD_VERIFY_CERTIFICATES` all
    requests do, unless the file `sites/<host>.toml` of the topic says otherwise. Where that fails, the
    request ends as `certificate_PROBLEM` or `tls_PROBLEM` before anything is sent. Where only intermediates
    are missing, they are fetched. The response of a server that could not be verified has the header
    `TLS_HEADER`, which servers cannot set, and no cookies.

    Counters: `topiccrawl/tls/unverified/PROBLEM` and `topiccrawl/tls/weak/PROBLEM` for responses,
    `topiccrawl/tls/refused/PROBLEM` for requests, `topiccrawl/tls/intermediates` for files of issuers.

    Args:
        crawler: its settings and stats are used.
        send: downloads a request.

    Raises:
        ValueError: a setting of Scrapy for TLS cannot be used.
    """

    def __init__(self, crawler: Crawler, send: Send) -> None:
        settings = crawler.settings
        self._stats: Any = crawler.stats
        self._send = send
        self._contexts = TlsContexts(settings)
        self._is_strict = must_verify_all(settings)
        self._unverified: LocalCache[_Server, tuple[float, str]] = LocalCache(_SERVERS)
        self._broken_off: LocalCache[_Server, bool] = LocalCache(_SERVERS)
        self._told_marked: LocalCache[_Server, bool] = LocalCache(_SERVERS)
        self._told_refused: LocalCache[_Server, bool] = LocalCache(_SERVERS)

    async def download(self, request: Request) -> Response:
        """Download a request.

        Raises:
            Dropped: the server could not be verified, and the request must not go to it.
            TunnelError: the same of an https proxy.
        """
        parts = urlsplit(request.url)
        if parts.scheme != "https":
            response = await self._through_proxy(request)
            response.headers.pop(TLS_HEADER, None)
            return response
        server = (parts.hostname or "", parts.port or 443)
        of_site = request.meta.get(SITE_TLS_KEY)
        is_strict = self._is_strict if of_site is None else of_site == "strict"
        is_confidential = is_strict or _is_confidential(request)
        until, problem = self._unverified.get(server) or (0.0, "")
        if is_confidential or until < monotonic():
            verified, problem = await self._verified(request, server, is_confidential=is_confidential)
            if verified is not None:
                self._unverified.pop(server, None)
                verified.headers.pop(TLS_HEADER, None)
                return verified
            self._unverified[server] = monotonic() + _TERM, problem
        return await self._lenient(request, server, problem)

    async def _verified(
        self, request: Request, server: _Server, *, is_confidential: bool
    ) -> tuple[Response | None, str]:
        """Return the response of a verified server; None and the problem of one that is not."""
        for is_last in (False, True):
            attempt = Attempt(self._contexts.verified, is_lenient=False)
            try:
                response, _ = await self._send(request, attempt)
            except _NOT_TRIED:
                raise
            except Exception as error:
                problem = attempt.problem(error)
                if not problem or (problem == HANDSHAKE and self._breaks_off_once(server, is_confidential)):
                    raise
                if not is_last and await self._complete(request, attempt):
                    continue
                if is_confidential:
                    raise self._refusal(server, problem) from error
                return None, problem
            else:
                return response, ""
        raise AssertionError("the last attempt ends")

    async def _lenient(self, request: Request, server: _Server, problem: str) -> Response:
        """Return the response of a server that could not be verified, marked as such."""
        attempt = Attempt(self._contexts.lenient, is_lenient=True)
        try:
            response, found = await self._send(request, attempt)
        except _NOT_TRIED:
            raise
        except Exception as error:
            ended_by = attempt.problem(error)
            if ended_by in ("", HANDSHAKE):
                raise
            raise self._refusal(server, ended_by) from error
        if problem == LEGACY_RENEGOTIATION or (problem == HANDSHAKE and not found):
            found = [*found, problem]  # the connection itself does not show it
        response.headers.pop(TLS_HEADER, None)
        response.headers.pop("Set-Cookie", None)
        if not found:  # the server has been repaired
            self._unverified.pop(server, None)
            return response
        kind = kind_of(found)
        response.headers[TLS_HEADER] = described(found)
        self._stats.inc_value(f"topiccrawl/tls/{kind}")
        for one in found:
            self._stats.inc_value(f"topiccrawl/tls/{kind}/{one}")
        if _is_first(server, self._told_marked):
            logger.info("%s:%d is not verified, so its pages are marked: %s", *server, ", ".join(found))
        return response

    async def _through_proxy(self, request: Request) -> Response:
        """Return the response to a request without TLS of its own; an https proxy is always verified."""
        attempt = Attempt(self._contexts.verified, is_lenient=False)
        try:
            response, _ = await self._send(request, attempt)
        except Exception as error:
            if not (problem := attempt.problem(error)):
                raise
            proxy = host_of(str(request.meta.get("proxy")))
            raise TunnelError(f"the proxy {proxy} could not be verified ({problem})") from error
        return response

    def _breaks_off_once(self, server: _Server, is_confidential: bool) -> bool:
        """Return whether a broken handshake is the first one: then the network may be to blame."""
        return is_confidential or _is_first(server, self._broken_off)

    def _refusal(self, server: _Server, problem: str) -> Dropped:
        reason = drop_reason(problem)
        self._stats.inc_value(f"topiccrawl/tls/refused/{problem}")
        if _is_first(server, self._told_refused):
            what = "certificate" if reason.startswith("certificate") else "TLS"
            logger.warning("%s:%d is not verified, so nothing is sent: %s: %s", *server, what, problem)
        return Dropped(reason, passing=True)

    async def _complete(self, request: Request, attempt: Attempt) -> bool:
        """Return whether the intermediates that a server forgot are known now."""
        if attempt.handshake is None or (lacking := attempt.handshake.lacking) is None:
            return False

        async def fetch(url: str) -> bytes:
            return await self._file(url, request)

        return await self._intermediates.complete(lacking, fetch)

    @cached_property
    def _intermediates(self) -> Intermediates:
        return Intermediates(self._contexts.roots)

    async def _file(self, url: str, request: Request) -> bytes:
        """Return the file of an issuer; fetched in the same way as the page, but without its headers."""
        kept = {key: request.meta[key] for key in ("proxy", "bindaddress") if request.meta.get(key)}
        wanted = Request(url, meta={**kept, "download_timeout": MAX_SECONDS, "download_maxsize": MAX_BYTES})
        if (password := request.headers.get("Proxy-Authorization")) is not None and "proxy" in kept:
            wanted.headers["Proxy-Authorization"] = password
        self._stats.inc_value("topiccrawl/tls/intermediates")
        try:
            response = await self._through_proxy(wanted)
        except Exception as error:
            # Whatever the error is, the chain stays as the server sent it.
            logger.debug("no issuer from %s: %s", url, error)
            return b""
        return response.body if response.status == 200 else b""


def _is_first(server: _Server, known: LocalCache[_Server, bool]) -> bool:
    """Note a server, and return whether it was unknown."""
    is_new = server not in known
    known[server] = True
    return is_new


def _is_confidential(request: Request) -> bool:
    """Return whether a request carries something that only the right server may see."""
    if request.meta.get(VERIFY_KEY) or request.body:
        return True
    return any(request.headers.get(name) for name in _CONFIDENTIAL)
