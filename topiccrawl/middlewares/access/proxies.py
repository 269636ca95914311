"""Downloader middleware that sends requests through a pool of proxies."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Self
from weakref import WeakKeyDictionary

from scrapy import Request
from scrapy.core.downloader.handlers.http11 import TunnelError
from scrapy.crawler import Crawler
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    NotConfigured,
)
from scrapy.http import Response

from topiccrawl.access.proxies import ROTATIONS, ProxyListError, ProxyPool, host_of, read_proxies
from topiccrawl.crawl.checks.setting_types import wrong_setting
from topiccrawl.crawl.checks.start_errors import report_start_errors
from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.request_meta import sent_again
from topiccrawl.messages import message

logger = logging.getLogger(__name__)

_SURE = (DownloadConnectionRefusedError, CannotResolveHostError)
"""With a proxy it is the proxy that refuses the connection, or whose name does not resolve."""
_DOUBTFUL = (DownloadTimeoutError, DownloadFailedError, TunnelError)
_BAD_PASSWORD = 407
_TRIES_KEY = "topiccrawl_proxy_tries"
"""`Request.meta` key: how many proxies have failed a request."""


class ProxyPoolMiddleware:
    """Chooses a proxy of `TOPICCRAWL_PROXIES` for each request, as `TOPICCRAWL_PROXY_ROTATION` says.

    A request whose proxy cannot be reached goes to another one. What a site answers is not tried again
    through another proxy: 401, 403 and 429 hold for the host, and so do its pauses. All requests of a log-in
    session go through one proxy. While all proxies rest, requests wait. Passwords of proxies are removed from
    requests before anything stores them.

    Counters: `topiccrawl/proxies/failed` and `topiccrawl/proxies/healthy`.
    """

    def __init__(self, crawler: Crawler, pool: ProxyPool) -> None:
        self._pool = pool
        self._stats = crawler.stats
        self._slot_of = EngineView(crawler).slot_of
        self._used: WeakKeyDictionary[Request, str] = WeakKeyDictionary()
        self._now: Callable[[], float] = time.monotonic

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware if there are proxies.

        Raises:
            ValueError: the list or the rotation cannot be used.
        """
        settings = crawler.settings
        with report_start_errors():
            try:
                proxies = read_proxies(settings.get("TOPICCRAWL_PROXIES") or "")
            except ProxyListError as error:
                raise ValueError(message("TOPICCRAWL_PROXIES: {error}", error=error)) from None
            rotation = settings.get("TOPICCRAWL_PROXY_ROTATION")
            if rotation not in ROTATIONS:
                expected = message("one of {known}", known=", ".join(ROTATIONS))
                raise wrong_setting("TOPICCRAWL_PROXY_ROTATION", rotation, expected)
        if not proxies:
            raise NotConfigured
        return cls(crawler, ProxyPool(proxies, rotation))

    async def process_request(self, request: Request) -> None:
        """Set the proxy of a request; wait while all of them rest."""
        if "proxy" in request.meta:  # the spider's own choice
            return
        session = request.meta.get("cookiejar")
        key, is_session = (f"session {session}", True) if session else (self._slot_of(request), False)
        proxy, seconds = self._pool.choose(key, self._now(), is_session=is_session)
        while seconds > 0:
            await asyncio.sleep(seconds)
            proxy, seconds = self._pool.choose(key, self._now(), is_session=is_session)
        self._used[request] = request.meta["proxy"] = proxy

    def process_response(self, request: Request, response: Response) -> Request | Response:
        """Record that the proxy works; ask another one when it refuses its password."""
        proxy = self._clean(request)
        if proxy is None:
            return response
        if response.status == _BAD_PASSWORD:
            return self._again(request, proxy, "wants another password") or response
        self._pool.answered(proxy)
        return response

    def process_exception(self, request: Request, exception: Exception) -> Request | None:
        """Record that the proxy may be down; return the request for another one when it is."""
        proxy = self._clean(request)
        if proxy is None:
            return None
        if isinstance(exception, _SURE):
            return self._again(request, proxy, "cannot be reached")
        if isinstance(exception, _DOUBTFUL):
            self._rest(request, proxy, "fails for several hosts", is_sure=False)
        return None

    def _again(self, request: Request, proxy: str, why: str) -> Request | None:
        self._rest(request, proxy, why, is_sure=True)
        tries = request.meta.get(_TRIES_KEY, 0) + 1
        if tries >= max(2, len(self._pool)):
            return None
        return sent_again(request, **{_TRIES_KEY: tries})

    def _rest(self, request: Request, proxy: str, why: str, *, is_sure: bool) -> None:
        now = self._now()
        if seconds := self._pool.failed(proxy, self._slot_of(request), now, is_sure=is_sure):
            logger.warning("proxy %s %s: it rests for %.0f s", host_of(proxy), why, seconds)
            stats: Any = self._stats
            stats.inc_value("topiccrawl/proxies/failed")
            stats.set_value("topiccrawl/proxies/healthy", self._pool.healthy(now))

    def _clean(self, request: Request) -> str | None:
        """Return the proxy that a request was sent through, and remove it from the request."""
        proxy = self._used.pop(request, None)
        if proxy is not None:
            for key in ("proxy", "_auth_proxy"):
                request.meta.pop(key, None)
            request.headers.pop("Proxy-Authorization", None)
        return proxy
