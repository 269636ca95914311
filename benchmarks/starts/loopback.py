"""An HTTP server on loopback that answers by a function, inside a `with` block."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

Answer = tuple[int, Mapping[str, str], bytes]
"""Status, headers and body."""


class LoopbackServer:
    """Answers GET requests with what `respond` of a subclass returns, or all with what `respond_to` does."""

    def __init__(self) -> None:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                status, headers, body = server.respond_to(self.command, self.path, self.headers, asked)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self) -> None:
                self.do_GET()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)

    def respond(self, target: str, headers: Any) -> Answer:
        """Return the answer to a GET request for a path or, to a proxy, a URL."""
        raise NotImplementedError

    def respond_to(self, method: str, target: str, headers: Any, body: bytes) -> Answer:
        """Return the answer to a request of any method; without this, only GET is known."""
        return self.respond(target, headers) if method == "GET" else (501, {}, b"")

    @property
    def address(self) -> str:
        """Return the URL of the server, without a slash at its end."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()
