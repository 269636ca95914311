"""A web that misbehaves: an HTTP proxy on loopback which answers as told, or breaks off."""

from __future__ import annotations

import socket
import socketserver
import struct
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Self
from urllib.parse import urlsplit

from topiccrawl.access.browser.certificate import throwaway_context

_BLOCK = b" " * 65536
_ENDLESS_HEADS = {
    "headers": (b"HTTP/1.1 200 Told\r\n", b"X-Header: 1234567890\r\n"),
    "folded": (b"HTTP/1.1 200 Told\r\nX-Header: 1\r\n", b" 1234567890\r\n"),
    "interim": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
}


_tls_context = cache(throwaway_context)
"""Returns what a server needs for TLS: a certificate that nobody vouches for."""


@dataclass(frozen=True)
class Answer:
    """What is sent for a URL.

    Attributes:
        fault: "" (none), "hang" (nothing is ever sent), "reset" (the connection breaks at once), "truncate"
            (half of the body, though Content-Length tells all of it), "endless" (blanks without a Content-Length),
            "headers", "folded", "interim" (headers, lines of one header, or answers 100 without an end).
        delay: seconds before anything is sent.
        after: nothing is sent before it is set (or a minute has passed).
    """

    body: bytes = b""
    status: int = 200
    content_type: str = "text/html; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()
    fault: str = ""
    delay: float = 0.0
    after: threading.Event | None = None


@dataclass(frozen=True)
class Asked:
    """A request: when it came (monotonic seconds), for what, by whom, and which proxy passed it on (Via)."""

    at: float
    url: str
    agent: str
    via: str = ""


class FaultServer:
    """Serves `answers` by URL while its `with` block runs; other URLs get a 404, robots.txt allows all.

    An answer with an ETag is a 304 for who names it in If-None-Match.

    It is used as a proxy (`proxy_url`), or asked directly by path on 127.0.0.1 (`url`). As a proxy it gives
    tunnels to itself for https, with a certificate of its own; an answer for `CONNECT host:port` is sent instead.
    """

    def __init__(self, answers: Mapping[str, Answer] | None = None) -> None:
        self.answers: dict[str, Answer] = dict(answers or {})
        self.asked: list[Asked] = []
        self.on_request: Callable[[int], object] | None = None
        self._stop = threading.Event()
        self._server = _Listener(("127.0.0.1", 0), _Handler)
        self._server.web = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        """Its own address, without a slash at the end."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def proxy_url(self) -> str:
        return self.url

    def times(self, url: str) -> list[float]:
        """When a URL was asked for."""
        return [one.at for one in self.asked if one.url == url]

    def pages_asked(self) -> list[str]:
        """URLs asked for in order, without robots.txt."""
        return [one.url for one in self.asked if not one.url.endswith("/robots.txt")]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def wait(self, seconds: float) -> None:
        """Sleep, but not past the end of the server."""
        self._stop.wait(seconds)


class _Listener(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    web: FaultServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass


@dataclass
class _Head:
    method: str
    target: str
    fields: dict[str, str] = field(default_factory=dict)


class _Handler(socketserver.StreamRequestHandler):
    server: _Listener

    def handle(self) -> None:
        head, scheme = self._head(), "http"
        if head is not None and head.method == "CONNECT":
            head, scheme = self._tunnelled(head.target), "https"
        if head is None:
            return
        url = (
            head.target if "://" in head.target else f"{scheme}://{head.fields.get('host', '')}{head.target}"
        )
        web = self.server.web
        agent, via = head.fields.get("user-agent", ""), head.fields.get("via", "")
        web.asked.append(Asked(time.monotonic(), url, agent, via))
        if web.on_request is not None:
            web.on_request(len(web.asked))
        answer = web.answers.get(url)
        if answer is None:
            robots = urlsplit(url).path == "/robots.txt"
            answer = Answer(b"User-agent: *\n", content_type="text/plain") if robots else Answer(status=404)
        tag = dict(answer.headers).get("ETag")
        if tag and head.fields.get("if-none-match") == tag:
            answer = Answer(status=304, content_type="")
        web.wait(answer.delay)
        if answer.after is not None:
            answer.after.wait(60)
        self._send(answer)

    def finish(self) -> None:
        super().finish()
        self.connection.close()  # of a tunnel, which the server does not know

    def _tunnelled(self, target: str) -> _Head | None:
        """The request that comes through a tunnel; None where none is given."""
        if (refusal := self.server.web.answers.get(f"CONNECT {target}")) is not None:
            self._send(refusal)
            return None
        self.wfile.write(b"HTTP/1.1 200 Told\r\n\r\n")
        self.connection = self.request = _tls_context().wrap_socket(self.connection, server_side=True)
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", 0)
        return self._head()

    def _head(self) -> _Head | None:
        line = self.rfile.readline().decode("latin-1").split()
        if len(line) < 2:
            return None
        head = _Head(line[0], line[1])
        while (row := self.rfile.readline().decode("latin-1").strip()) != "":
            name, _, value = row.partition(":")
            head.fields[name.strip().lower()] = value.strip()
        return head

    def _send(self, answer: Answer) -> None:
        web = self.server.web
        if answer.fault == "hang":
            web.wait(60)
            return
        if answer.fault == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            return
        if answer.fault in _ENDLESS_HEADS:
            start, part = _ENDLESS_HEADS[answer.fault]
            self.wfile.write(start)
            for _ in range(800):  # 50 MB
                self.wfile.write(part * (65536 // len(part)))
            return
        fields = [("Content-Type", answer.content_type)] if answer.content_type else []
        if answer.fault != "endless":
            fields.append(("Content-Length", str(len(answer.body))))
        fields += [*answer.headers, ("Connection", "close")]
        rows = "".join(f"{name}: {value}\r\n" for name, value in fields)
        self.wfile.write(f"HTTP/1.1 {answer.status} Told\r\n{rows}\r\n".encode("latin-1"))
        body = answer.body[: len(answer.body) // 2] if answer.fault == "truncate" else answer.body
        self.wfile.write(body)
        if answer.fault == "endless":
            for _ in range(800):  # 50 MB
                self.wfile.write(_BLOCK)
