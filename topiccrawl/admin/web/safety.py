"""Checks on every request: host, body size, security headers."""

from __future__ import annotations

import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from topiccrawl.text.files.limits import MOST_DIGITS

MOST_BYTES = 8 * 2**20
"""Maximum size of a request body in bytes."""
MOST_BYTES_OF_LOG_IN = 16 * 2**10
"""Maximum size of the log-in form, the only body that is read of somebody who is not logged in."""

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
"""Allows no inline and no foreign resources, so that markup smuggled in from a crawled page stays inert."""

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    # Not no-referrer: with it browsers send forms with `Origin: null`.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?", re.IGNORECASE)

LONG_NUMBER = re.compile(rf"/\d{{{MOST_DIGITS + 1},}}(?:/|$)")


class Safety:
    """ASGI middleware: refuses other hosts and large bodies, adds the headers.

    The host check defends against DNS rebinding.

    Args:
        app: the application.
        hosts: allowed host names, besides those of this machine.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str] = frozenset()) -> None:
        self._app = app
        self._hosts = LOCAL_HOSTS | {host.lower() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = MOST_BYTES_OF_LOG_IN if scope["path"] == "/login" else MOST_BYTES
        if (refused := self._refusal(Headers(scope=scope), scope["path"], most)) is not None:
            await refused(scope, receive, _with_headers(send, "no-store"))
            return
        cached = "max-age=3600" if scope["path"].startswith("/static/") else "no-store"
        await self._app(scope, _bounded(receive, most), _with_headers(send, cached))

    def _refusal(self, headers: Headers, path: str, most: int) -> PlainTextResponse | None:
        match = _HOST.fullmatch(headers.get("host", ""))
        if match is None or match[1].lower() not in self._hosts:
            return PlainTextResponse("unknown host; see `topiccrawl admin --allow-host`\n", 421)
        if int(headers.get("content-length", "0") or 0) > most:
            return PlainTextResponse("too large\n", 413)
        if LONG_NUMBER.search(path):  # no id: databases store none of them
            return PlainTextResponse("not found\n", 404)
        return None


class TooLargeError(Exception):
    """The body of a request is too large."""


def _bounded(receive: Receive, most: int) -> Receive:
    received = 0

    async def limited() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > most:
            raise TooLargeError
        return message

    return limited


def _with_headers(send: Send, cached: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", cached)
        await send(message)

    return sending
