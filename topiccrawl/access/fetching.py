"""Fetching single pages outside a crawl, by the rules of a crawl."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException, HTTPResponse
from time import monotonic, sleep
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener, getproxies

from protego import Protego

from topiccrawl.access.addresses import is_private_host
from topiccrawl.errors import FetchError
from topiccrawl.page.canonical_url import is_http_url

MAX_BYTES = 10 * 1024 * 1024
"""Largest page that is read."""

MAX_SECONDS = 30.0
"""Longest time for a page, with robots.txt and redirects."""

_CHUNK = 65536


@dataclass(frozen=True)
class DownloadedPage:
    """A page as the server sent it.

    Attributes:
        url: its URL after redirects.
        body: its content.
        content_type: the header Content-Type; empty if there is none.
    """

    url: str
    body: bytes
    content_type: str


def fetch_page(url: str, user_agent: str, *, allow_private: bool = False) -> DownloadedPage:
    """Fetch a page, through the proxy of the environment if there is one.

    Args:
        url: an http or https URL.
        user_agent: name of the crawler, sent to the server and looked up in robots.txt.
        allow_private: whether loopback and private addresses may be requested.

    Raises:
        FetchError: the URL is not http or https; its host is private; robots.txt disallows the page; it is
            too large or too slow; or the server does not deliver it. The same for each redirect.
    """
    return page_fetcher(user_agent, allow_private=allow_private)(url)


def page_fetcher(user_agent: str, *, allow_private: bool = False) -> Callable[[str], DownloadedPage]:
    """Return a function like `fetch_page` for several URLs; they share `MAX_SECONDS` and robots.txt files."""
    return _Fetcher(user_agent, allow_private).fetch


def polite_fetcher(
    user_agent: str, pause: float, *, allow_private: bool = False
) -> Callable[[str], DownloadedPage]:
    """Return a function like `fetch_page` for several URLs, which share robots.txt files.

    Between two pages of a host it pauses, and each page has `MAX_SECONDS` of its own.

    Args:
        user_agent: see `fetch_page`.
        pause: seconds; a longer Crawl-delay in robots.txt replaces it, up to `MAX_SECONDS`.
        allow_private: see `fetch_page`.
    """
    return _Fetcher(user_agent, allow_private, pause).fetch_politely


class _Fetcher(HTTPRedirectHandler):
    """Fetches pages; checks each URL, redirects included, before it is requested."""

    def __init__(self, user_agent: str, allow_private: bool, pause: float = 0.0) -> None:
        self._user_agent = user_agent
        self._allow_private = allow_private
        self._deadline = monotonic() + MAX_SECONDS
        self._robots: dict[str, Protego] = {}
        self._opener = build_opener(self)
        self._pause = pause
        self._last: dict[str, float] = {}  # when the last page of a host was fetched

    def fetch_politely(self, url: str) -> DownloadedPage:
        self._deadline = monotonic() + MAX_SECONDS
        self._check_host(url)
        self._check_robots(url)
        host, rules = str(urlsplit(url).hostname), self._robots[urljoin(url, "/robots.txt")]
        pause = min(max(self._pause, float(rules.crawl_delay(self._user_agent) or 0.0)), MAX_SECONDS)
        if host in self._last:
            sleep(max(0.0, self._last[host] + pause - monotonic()))
        self._deadline = monotonic() + MAX_SECONDS
        try:
            return self.fetch(url)
        finally:
            self._last[host] = monotonic()

    def fetch(self, url: str) -> DownloadedPage:
        self._check_host(url)
        self._check_robots(url)
        try:
            return self._get(url)
        except HTTPError as error:
            raise FetchError(f"{url}: the server answered {error.code} {error.reason}") from None

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> Request | None:
        self._check_host(newurl)
        if urlsplit(newurl).path != "/robots.txt":
            self._check_robots(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]

    def _check_host(self, url: str) -> None:
        if not is_http_url(url):
            raise FetchError(f"{url}: not an http or https URL")
        parts = urlsplit(url)
        if not self._allow_private and _is_private(str(parts.hostname), parts.scheme):
            raise FetchError(f"{url}: a loopback or private address; --allow-private permits it")

    def _check_robots(self, url: str) -> None:
        robots = urljoin(url, "/robots.txt")
        if robots not in self._robots:
            self._robots[robots] = Protego.parse(self._robots_text(robots))
        if not self._robots[robots].can_fetch(url, self._user_agent):
            raise FetchError(f"{url}: robots.txt disallows it")

    def _robots_text(self, robots: str) -> str:
        try:
            return self._get(robots).body.decode("utf-8", "replace")
        except HTTPError as error:
            # RFC 9309: a missing robots.txt allows everything, a failing one disallows everything.
            return "" if 400 <= error.code < 500 else "User-agent: *\nDisallow: /"

    def _get(self, url: str) -> DownloadedPage:
        headers = {"User-Agent": self._user_agent, "Accept-Encoding": "identity"}
        request = Request(url, headers=headers)  # noqa: S310 - `_check_host` has checked the scheme
        try:
            with self._opener.open(request, timeout=max(self._deadline - monotonic(), 0.1)) as response:
                body = self._read(response, url)
                return DownloadedPage(response.geturl(), body, response.headers.get("Content-Type") or "")
        except (HTTPError, FetchError):
            raise
        except (OSError, ValueError, HTTPException) as error:
            reason = error.reason if isinstance(error, URLError) else error
            raise FetchError(f"{url}: {reason}") from None

    def _read(self, response: HTTPResponse, url: str) -> bytes:
        body = bytearray()
        while piece := response.read(_CHUNK):
            body += piece
            if len(body) > MAX_BYTES:
                raise FetchError(f"{url}: more than {MAX_BYTES} bytes")
            if monotonic() > self._deadline:
                raise FetchError(f"{url}: took longer than {MAX_SECONDS:.0f} s")
        return bytes(body)


def _is_private(host: str, scheme: str) -> bool:
    """Return whether a host is a private address or resolves to one."""
    if is_private_host(host):
        return True
    if scheme in getproxies():  # the proxy resolves the name
        return False
    try:
        found = socket.getaddrinfo(host, None)
    except (OSError, UnicodeError):
        return False  # the request fails by itself, with a better message
    return not all(ipaddress.ip_address(str(entry[4][0]).split("%")[0]).is_global for entry in found)
