"""Downloader middleware for hosts that redirect each URL to itself until they get their cookie back."""

from __future__ import annotations

import logging
from collections import OrderedDict
from typing import Self
from urllib.parse import urldefrag, urljoin, urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from w3lib.url import safe_url_string

from topiccrawl.crawl.request_meta import GATE_KEY

logger = logging.getLogger(__name__)

_ORIGINS = 1000
"""Origins whose cookies are remembered."""
_JAR_KEY = "cookiejar"


class CookieGates:
    """Sends the cookies of an origin back once it has redirected a URL to itself with a cookie.

    All other cookies are ignored, as Scrapy does with `COOKIES_ENABLED = False`. Those of an origin go to
    the same scheme, host and port only. They are in memory only: they are removed from requests before
    anything stores them. What still leads to itself with the cookie ends as `redirect_loop`.
    """

    def __init__(self) -> None:
        # By origin, Scrapy's rules about paths and terms, with cookies of its own.
        self._cookies: OrderedDict[str, CookiesMiddleware] = OrderedDict()
        self._open: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Create the middleware for a crawl without cookies."""
        if crawler.settings.getbool("COOKIES_ENABLED"):
            raise NotConfigured
        return cls()

    def process_request(self, request: Request) -> None:
        """Add the cookies of an origin that wants them; a log-in has its own."""
        origin = _origin(request.url)
        if origin in self._open and "Cookie" not in request.headers and _JAR_KEY not in request.meta:
            request.meta[_JAR_KEY] = origin
            self._cookies[origin].process_request(request)

    def process_response(self, request: Request, response: Response) -> Response:
        """Keep the cookies of a redirect, and note whether it leads back to a URL that was requested."""
        self._clean(request)
        origin, location = _origin(request.url), response.headers.get("Location")
        if not (300 <= response.status < 400 and location) or _JAR_KEY in request.meta:  # of a log-in
            return response
        if "Set-Cookie" in response.headers:
            known = self._cookies.setdefault(origin, CookiesMiddleware())
            request.meta[_JAR_KEY] = origin
            known.process_response(request, response)
            self._clean(request)
            if len(self._cookies) > _ORIGINS:
                self._open.discard(self._cookies.popitem(last=False)[0])
        target = urldefrag(safe_url_string(urljoin(request.url, location.decode("latin-1"))))[0]
        tried = (*request.meta.get("redirect_urls", ()), request.url)
        if origin in self._cookies and _origin(target) == origin and target in tried:
            request.meta[GATE_KEY] = True
            if origin not in self._open:
                logger.info("%s redirects to the same URL with a cookie, which is sent back", origin)
                self._open.add(origin)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Remove the cookies of a request that may be retried, and stored until then."""
        self._clean(request)

    def _clean(self, request: Request) -> None:
        if request.meta.get(_JAR_KEY) == _origin(request.url):
            del request.meta[_JAR_KEY]
            request.headers.pop("Cookie", None)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
