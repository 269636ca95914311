"""Fetching single pages outside a crawl, by the rules of a crawl."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException
from time import monotonic, sleep
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, Request, getproxies, proxy_bypass

from topiccrawl.access.addresses import AddressRules
from topiccrawl.access.connections import RefusedAddressError
from topiccrawl.access.exchange import Exchange, TooLargeBodyError, read_body
from topiccrawl.access.robots import MAX_BYTES as MAX_ROBOTS_BYTES
from topiccrawl.access.robots import RobotsRules, parse_robots, product_token
from topiccrawl.errors import FetchError
from topiccrawl.messages import message
from topiccrawl.page.canonical_url import is_http_url

MAX_BYTES = 10 * 1024 * 1024
"""Largest page that is read."""

MAX_SECONDS = 30.0
"""Longest time for a page, with robots.txt and redirects."""

_TOO_SLOW = message("took longer than {seconds:.0f} s", seconds=MAX_SECONDS)
_PRIVATE = message("a loopback or private address; --allow-private permits it")


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
        self._rules = AddressRules(allow_private)
        self._deadline = monotonic() + MAX_SECONDS
        self._robots: dict[str, RobotsRules] = {}
        self._exchange = Exchange(self._rules, self)
        self._pause = pause
        self._last: dict[str, float] = {}  # when the last page of a host was fetched

    def fetch_politely(self, url: str) -> DownloadedPage:
        self._deadline = monotonic() + MAX_SECONDS
        self._check_host(url)
        self._check_robots(url)
        host, rules = str(urlsplit(url).hostname), self._robots[urljoin(url, "/robots.txt")]
        pause = min(max(self._pause, rules.crawl_delay or 0.0), MAX_SECONDS)
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
            raise FetchError(
                "{url}: the server answered {code} {reason}", url=url, code=error.code, reason=error.reason
            ) from None

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> Request | None:
        self._check_host(newurl)
        if urlsplit(newurl).path != "/robots.txt":
            self._check_robots(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]

    def _check_host(self, url: str) -> None:
        if not is_http_url(url):
            raise FetchError("{url}: not an http or https URL", url=url)
        parts = urlsplit(url)
        uses_proxy = parts.scheme in getproxies() and not proxy_bypass(str(parts.hostname))
        if self._rules.refuses_host(str(parts.hostname), is_resolved_here=not uses_proxy):
            raise FetchError("{url}: {private}", url=url, private=_PRIVATE)

    def _check_robots(self, url: str) -> None:
        robots = urljoin(url, "/robots.txt")
        if robots not in self._robots:
            body = self._robots_body(robots)
            self._robots[robots] = parse_robots(body, product_token(self._user_agent))
        if not self._robots[robots].allows(url):
            raise FetchError("{url}: robots.txt disallows it", url=url)

    def _robots_body(self, robots: str) -> bytes:
        try:
            return self._get(robots, MAX_ROBOTS_BYTES).body
        except HTTPError as error:
            if error.code >= 500:
                raise FetchError(
                    "{robots}: the server answered {code} {reason}",
                    robots=robots,
                    code=error.code,
                    reason=error.reason,
                ) from None
            return b""  # RFC 9309: without a robots.txt everything is allowed

    def _get(self, url: str, enough: int = 0) -> DownloadedPage:
        headers = {"User-Agent": self._user_agent, "Accept-Encoding": "identity"}
        request = Request(url, headers=headers)  # noqa: S310 - `_check_host` has checked the scheme
        seconds = max(self._deadline - monotonic(), 0.1)
        try:
            with self._exchange.open(request, seconds) as response:
                body = read_body(response, MAX_BYTES, enough)
                if monotonic() > self._deadline:
                    raise FetchError("{url}: {reason}", url=url, reason=_TOO_SLOW)
                return DownloadedPage(response.geturl(), body, response.headers.get("Content-Type") or "")
        except (HTTPError, FetchError):
            raise
        except TooLargeBodyError:
            raise FetchError("{url}: more than {max_bytes} bytes", url=url, max_bytes=MAX_BYTES) from None
        except (OSError, ValueError, HTTPException) as error:
            if monotonic() > self._deadline:
                raise FetchError("{url}: {reason}", url=url, reason=_TOO_SLOW) from None
            reason: object = error.reason if isinstance(error, URLError) else error
            if isinstance(reason, RefusedAddressError):
                reason = _PRIVATE
            raise FetchError("{url}: {reason}", url=url, reason=reason) from None
