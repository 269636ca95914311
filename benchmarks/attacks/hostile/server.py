"""A server of raw bytes: each URL has a function that writes to its connection."""

from __future__ import annotations

import socket
import socketserver
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

GOOD_ADDRESS = "127.77.0.1"
"""The loopback address of the web that a crawl may reach, while all others are refused."""
Answer = bytes | Callable[["Connection"], None]


class Connection:
    """The server's side of a request.

    Attributes:
        host: header Host, without the port.
        path: path and query.
        turn: number of earlier requests for this URL.
    """

    def __init__(self, handler: Any, host: str, path: str, turn: int, ended: threading.Event) -> None:
        self._handler = handler
        self.host, self.path, self.turn = host, path, turn
        self._ended = ended

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._handler.wfile.write(data)

    def wait(self, seconds: float) -> None:
        """Sleep, but not past the end of the server."""
        self._ended.wait(seconds)

    def repeat(self, part: bytes, *, seconds: float = 60.0, most: int = 200_000_000) -> None:
        """Send a part again and again, until the client leaves."""
        block = part * max(1, 65536 // len(part))
        end, sent = time.monotonic() + seconds, 0
        while time.monotonic() < end and sent < most and not self._ended.is_set():
            self.write(block)
            sent += len(block)

    def drip(self, data: bytes, pause: float) -> None:
        """Send byte by byte."""
        for byte in data:
            if self._ended.is_set():
                return
            self.write(bytes([byte]))
            self.wait(pause)

    def reset(self) -> None:
        """Break the connection."""
        self._handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self._handler.connection.close()


def response(
    body: bytes | str,
    kind: str = "text/html; charset=utf-8",
    status: str = "200 OK",
    headers: Mapping[str, str] | None = None,
) -> bytes:
    """Return a whole response."""
    data = body.encode() if isinstance(body, str) else body
    rows = {"Content-Type": kind, "Content-Length": str(len(data)), **(headers or {}), "Connection": "close"}
    head = "".join(f"{name}: {value}\r\n" for name, value in rows.items() if value)
    return f"HTTP/1.1 {status}\r\n{head}\r\n".encode("utf-8", "surrogateescape") + data


def redirect(location: str, status: str = "302 Found") -> bytes:
    """Return a redirect."""
    return response(b"", "", status, {"Location": location})


class HostileServer:
    """Serves answers by (host, path) on one address.

    Attributes:
        requests: (host, path) of each request, in order.
        connections: number of connections.
    """

    def __init__(self, answers: Mapping[tuple[str, str], Answer] | None = None) -> None:
        self.answers: dict[tuple[str, str], Answer] = dict(answers or {})
        self.fallback: Callable[[str, str], Answer | None] = lambda host, path: None
        self.requests: list[tuple[str, str]] = []
        self.connections = 0

    @contextmanager
    def serve(self, address: str = GOOD_ADDRESS, port: int = 0) -> Iterator[int]:
        """Serve in a thread; yields the port."""
        web, ended, turns = self, threading.Event(), Counter[tuple[str, str]]()

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                web.connections += 1
                line = self.rfile.readline(65536).decode("latin-1").split()
                host = ""
                while row := self.rfile.readline(65536).decode("latin-1").strip():
                    name, _, value = row.partition(":")
                    if name.lower() == "host":
                        host = value.strip().rpartition(":")[0] or value.strip()
                if len(line) < 2:
                    return
                key = (host, line[1])
                web.requests.append(key)
                answer = web.answers.get(key) or web.fallback(*key) or response("", status="404 Not Found")
                turns[key] += 1
                with suppress(OSError):
                    if callable(answer):
                        answer(Connection(self, *key, turns[key] - 1, ended))
                    else:
                        self.wfile.write(answer)

            def finish(self) -> None:
                with suppress(OSError):
                    super().finish()

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads, block_on_close, allow_reuse_address, request_queue_size = True, False, True, 128
            address_family = socket.AF_INET6 if ":" in address else socket.AF_INET

            def handle_error(self, request: Any, client_address: Any) -> None:
                pass

        with Server((address, port), Handler) as server:
            threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
            yield server.server_address[1]
            ended.set()
            server.shutdown()
