"""One page from the web or from a file, for commands that look at single pages."""

from __future__ import annotations

import ipaddress
import socket
import sys
from contextlib import nullcontext
from email.message import Message
from http.client import HTTPResponse
from pathlib import Path
from time import monotonic
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener, getproxies

from protego import Protego

from topiccrawl.access.addresses import is_private_host
from topiccrawl.page.canonical_url import is_http_url
from topiccrawl.page.page import Page
from topiccrawl.settings import USER_AGENT
from topiccrawl.text.files.binary_detection import reason_not_text

MAX_BYTES = 10 * 1024 * 1024
"""Larger pages are refused."""

MAX_SECONDS = 30.0
"""Longer answers are given up, redirects included."""

_CHUNK = 65536


class FetchError(OSError):
    """A page that could not, or must not, be fetched."""


def load_page(source: str, url: str = "", *, allow_private: bool = False) -> Page:
    """The page at an address or in a file.

    Args:
        source: an http or https address, the path of a file, or `-` for the process's standard input.
        url: the address a file is taken to come from.
        allow_private: whether loopback and private addresses may be asked.

    Raises:
        FetchError: another kind of address, robots.txt disallows the page, its host is private, it is too
            large or too slow, the server does not give it, or what it gives or the file holds is no text.
        OSError: the file cannot be read.
    """
    if "://" in source:
        body, url, content_type = _Fetcher(allow_private).fetch(source)
    else:
        body, content_type = _read_file(source), ""
    if reason := reason_not_text(body):
        raise FetchError(f"{source}: no text: {reason}")
    return Page.from_bytes(body, url, content_type)


def _read_file(source: str) -> bytes:
    """Return a page from a file or a pipe; one that is too large is not read to its end."""
    try:
        with nullcontext(sys.stdin.buffer) if source == "-" else Path(source).open("rb") as file:
            body = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or error
        raise FetchError(f"{source}: {said}") from None
    if len(body) > MAX_BYTES:
        raise FetchError(f"{source}: more than {MAX_BYTES} bytes")
    return body


class _Fetcher(HTTPRedirectHandler):
    """Fetches one page as the crawler would: honest name, robots.txt of every host on the way obeyed."""

    def __init__(self, allow_private: bool) -> None:
        self._allow_private = allow_private
        self._deadline = monotonic() + MAX_SECONDS
        self._robots: dict[str, Protego] = {}
        self._opener: OpenerDirector = build_opener(self)

    def fetch(self, url: str) -> tuple[bytes, str, str]:
        """Body, final address and declared type."""
        self._check(url)
        self._obey_robots(url)
        try:
            with self._open(url) as response:
                body = self._read(response, url)
                return body, response.geturl(), response.headers.get("Content-Type") or ""
        except HTTPError as error:
            raise FetchError(f"{url}: the server answers {error.code} {error.reason}") from None

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> Request | None:
        """Looks at where a redirect leads before it is followed."""
        self._check(newurl)
        if urlsplit(newurl).path != "/robots.txt":
            self._obey_robots(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]

    def _check(self, url: str) -> None:
        if not is_http_url(url):
            raise FetchError(f"{url}: no http or https address")
        parts = urlsplit(url)
        if not self._allow_private and _is_private(str(parts.hostname), parts.scheme):
            raise FetchError(f"{url}: a loopback or private address; --allow-private lets it pass")

    def _obey_robots(self, url: str) -> None:
        robots = urljoin(url, "/robots.txt")
        if robots not in self._robots:
            self._robots[robots] = Protego.parse(self._robots_text(robots))
        if not self._robots[robots].can_fetch(url, USER_AGENT):
            raise FetchError(f"{url}: robots.txt disallows it")

    def _robots_text(self, robots: str) -> str:
        """What robots.txt says; one that is not there allows all, one that fails disallows all (RFC 9309)."""
        try:
            with self._open(robots) as response:
                return self._read(response, robots).decode("utf-8", "replace")
        except HTTPError as error:
            return "" if 400 <= error.code < 500 else "User-agent: *\nDisallow: /"

    def _open(self, url: str) -> HTTPResponse:
        headers = {"User-Agent": USER_AGENT, "Accept-Encoding": "identity"}
        request = Request(url, headers=headers)  # noqa: S310 - `_check` has looked at the scheme
        try:
            return self._opener.open(request, timeout=max(self._deadline - monotonic(), 0.1))  # type: ignore[no-any-return]
        except HTTPError:
            raise
        except URLError as error:
            raise FetchError(f"{url}: {error.reason}") from None
        except (OSError, ValueError) as error:
            raise error if isinstance(error, FetchError) else FetchError(f"{url}: {error}") from None

    def _read(self, response: HTTPResponse, url: str) -> bytes:
        pieces: list[bytes] = []
        size = 0
        while piece := response.read(_CHUNK):
            pieces.append(piece)
            size += len(piece)
            if size > MAX_BYTES:
                raise FetchError(f"{url}: more than {MAX_BYTES} bytes")
            if monotonic() > self._deadline:
                raise FetchError(f"{url}: not done in {MAX_SECONDS:.0f} s")
        return b"".join(pieces)


def _is_private(host: str, scheme: str) -> bool:
    """Whether a host is, or resolves to, an address that is not public; behind a proxy only what it is."""
    if is_private_host(host):
        return True
    if scheme in getproxies():
        return False
    try:
        found = socket.getaddrinfo(host, None)
    except (OSError, UnicodeError):  # no such name, or none that could be one
        return False  # the request itself will say so
    return not all(ipaddress.ip_address(str(entry[4][0]).split("%")[0]).is_global for entry in found)
