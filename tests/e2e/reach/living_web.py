"""A web on loopback that answers by code: an HTTP proxy which knows methods and bodies."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True)
class Asked:
    """A request.

    Attributes:
        method: GET or POST.
        url: its URL.
        body: its body.
    """

    method: str
    url: str
    body: str = ""

    @property
    def host(self) -> str:
        """The host without its port."""
        return urlsplit(self.url).hostname or ""

    @property
    def path(self) -> str:
        """The path of the URL."""
        return urlsplit(self.url).path

    @property
    def fields(self) -> dict[str, str]:
        """The parameters of the URL and of a form."""
        return dict(parse_qsl(urlsplit(self.url).query, keep_blank_values=True) + parse_qsl(self.body))


@dataclass(frozen=True)
class Told:
    """An answer."""

    text: str = ""
    kind: str = "text/html; charset=utf-8"
    status: int = 200
    headers: Mapping[str, str] | None = None


Site = Callable[[Asked], Told | str | None]
"""Answers a request for a host; None: 404."""


class LivingWeb:
    """Serves sites by host while its `with` block runs, as an HTTP proxy.

    Attributes:
        asked: the requests, in order, without those for robots.txt that a site does not answer.
    """

    def __init__(self, sites: Mapping[str, Site]) -> None:
        self.sites = sites
        self.asked: list[Asked] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.daemon_threads = True
        self._server.web = self  # type: ignore[attr-defined]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def proxy_url(self) -> str:
        """The URL of the proxy."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def of(self, host: str) -> list[Asked]:
        """Return the requests for a host."""
        return [one for one in self.asked if one.host == host]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, asked: Asked) -> Told:
        """Return what is told to a request."""
        site = self.sites.get(asked.host)
        told = site(asked) if site is not None else None
        if asked.path == "/robots.txt":
            return told if isinstance(told, Told) else Told("User-agent: *\n", "text/plain")
        self.asked.append(asked)
        if told is None:
            return Told("<title>404</title><p>页面不存在</p>", status=404)
        return told if isinstance(told, Told) else Told(told)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length).decode() if length else ""
        web: LivingWeb = self.server.web  # type: ignore[attr-defined]
        told = web.answer(Asked(self.command, self.path, body))
        content = told.text.encode()
        self.send_response(told.status)
        headers = {"Content-Type": told.kind, "Content-Length": str(len(content)), "Connection": "close"}
        for name, value in (headers | dict(told.headers or {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    do_POST = do_GET

    def log_message(self, format: str, *args: Any) -> None:
        pass
