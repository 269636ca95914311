"""The proxy on loopback that all requests of the browser go through.

A browser resolves names and opens connections itself, so rules that were checked for the URL of a page say
nothing about what its scripts request. This proxy answers each request with what the crawl's own downloader
returns for it: robots.txt, checks of addresses, limits and delays are those of any other request. For https
it takes the place of the server, with a certificate that only this browser accepts.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import ssl
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Self
from urllib.parse import urlsplit

from topiccrawl.access.browser.certificate import throwaway_context

logger = logging.getLogger(__name__)

MAX_BODY = 65536
"""Maximum bytes of the body of a request."""
_MAX_HEAD = 65536
_IDLE = 60.0
"""Seconds after which a connection without requests is closed."""
_NOT_SENT = frozenset(("image", "font", "audio", "video", "track", "object", "embed", "manifest", "report"))
"""Kinds of resources (Sec-Fetch-Dest) that are irrelevant for texts; they get empty responses."""
_HOP_BY_HOP = frozenset(
    (
        "connection",
        "keep-alive",
        "transfer-encoding",
        "content-encoding",
        "content-length",
        "upgrade",
        "alt-svc",
    )
)
_MEDIA = re.compile(r"\.(?:woff2?|ttf|otf|eot|png|jpe?g|gif|webp|avif|ico|mp[34]|m4[av]|webm|m3u8)$", re.I)
_METHODS = ("GET", "HEAD", "POST")
REFUSED_HEADER = "x-topiccrawl-refused"
"""Header that tells the browser's side why a request was refused for good; servers cannot set it."""


@dataclass(frozen=True)
class GuardedRequest:
    """A request of the browser.

    Attributes:
        method: GET, HEAD or POST.
        url: its URL.
        headers: names in lower case, and values.
        body: at most `MAX_BYTES`.
    """

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True)
class GuardedResponse:
    """The response to the browser.

    Attributes:
        status: status code.
        headers: names and values.
        body: without content encoding.
    """

    status: int
    headers: Sequence[tuple[str, str]] = ()
    body: bytes = b""


class GuardProxy:
    """Serves one browser, whose password keeps out other users of the machine.

    Args:
        fetch: returns the response to a request, or one that refuses it.

    Attributes:
        user: name of the browser.
        password: its password.
        url: where the proxy listens; empty until `start`.
    """

    def __init__(self, fetch: Callable[[GuardedRequest], Awaitable[GuardedResponse]]) -> None:
        self._fetch = fetch
        self.user = "browser"
        self.password = secrets.token_urlsafe(24)
        token = b64encode(f"{self.user}:{self.password}".encode()).decode()
        self._authorization = f"Basic {token}"
        self._tls: ssl.SSLContext = throwaway_context()
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()
        self.url = ""

    async def start(self) -> Self:
        """Listen on a free port of loopback."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, limit=_MAX_HEAD)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def close(self) -> None:
        """Stop, and close all connections."""
        if self._server is not None:
            self._server.close()
        for task in self._connections:
            task.cancel()
        if self._connections:
            await asyncio.wait(self._connections)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            await self._serve(reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, ValueError):
            pass  # the browser disconnected, or the client is not the browser
        except asyncio.CancelledError:
            if self._server is not None and self._server.is_serving():
                raise
        finally:
            self._connections.discard(task)
            with suppress(Exception):
                writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tunnel = ""
        while True:
            request = await _read(reader)
            if request is None:
                return
            if not tunnel and request.headers.get("proxy-authorization", "") != self._authorization:
                await _write(writer, GuardedResponse(407, [("Proxy-Authenticate", 'Basic realm="crawl"')]))
                continue
            if request.method == "CONNECT" and not tunnel:
                writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
                await writer.drain()
                await writer.start_tls(self._tls)
                tunnel = f"https://{request.url.removesuffix(':443')}"
                continue
            url = tunnel + request.url if tunnel else request.url
            full = GuardedRequest(request.method, url, request.headers, request.body)
            response = refusal(full) or await self._fetch(full)
            await _write(writer, response, is_head=request.method == "HEAD")


def refusal(request: GuardedRequest) -> GuardedResponse | None:
    """Return the answer to a request that is not passed on; None when it is.

    >>> refusal(GuardedRequest("GET", "http://a.cn/x.png", {"sec-fetch-dest": "image"})).status
    204
    >>> refusal(GuardedRequest("GET", "ws://a.cn/", {"upgrade": "websocket"})).status
    501
    """
    parts = urlsplit(request.url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return GuardedResponse(501)
    if request.method not in _METHODS or "upgrade" in request.headers:
        return GuardedResponse(501)
    # Browsers send Sec-Fetch-Dest only to https servers.
    is_picture = request.headers.get("accept", "").startswith("image/")
    if is_picture or request.headers.get("sec-fetch-dest") in _NOT_SENT or _MEDIA.search(parts.path):
        return GuardedResponse(204)
    if request.method == "POST":
        # A page may load its content this way, from its own host; forms are not sent anywhere else.
        origin = urlsplit(request.headers.get("origin", ""))
        if (origin.scheme, origin.netloc) != (parts.scheme, parts.netloc):
            return GuardedResponse(403)
    return None


async def _read(reader: asyncio.StreamReader) -> GuardedRequest | None:
    """Read a request; None at the end of the connection.

    Raises:
        ValueError: it is not a request, or its body is too large.
    """
    try:
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), _IDLE)
    except asyncio.IncompleteReadError as error:
        if not error.partial:
            return None
        raise
    first, *lines = head.decode("latin-1").split("\r\n")
    method, url, _ = first.split(" ", 2)
    pairs = (line.partition(":") for line in lines if ":" in line)
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    length = int(headers.get("content-length", "0"))
    if "transfer-encoding" in headers or not 0 <= length <= MAX_BODY:
        raise ValueError("a body of this length is not read")
    return GuardedRequest(method, url, headers, await reader.readexactly(length))


async def _write(writer: asyncio.StreamWriter, response: GuardedResponse, *, is_head: bool = False) -> None:
    try:
        phrase = HTTPStatus(response.status).phrase
    except ValueError:
        phrase = "Unknown"
    rows = [f"HTTP/1.1 {response.status} {phrase}"]
    for name, value in response.headers:
        if name.lower() not in _HOP_BY_HOP and not {"\r", "\n"} & {*name, *value}:
            rows.append(f"{name}: {value}")
    if response.status >= 200 and response.status not in (204, 304):
        rows.append(f"Content-Length: {len(response.body)}")
    body = b"" if is_head or response.status in (204, 304) else response.body
    writer.write("\r\n".join([*rows, "", ""]).encode("latin-1", "replace") + body)
    await writer.drain()
