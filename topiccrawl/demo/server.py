"""HTTP server of the demo web on the loopback interface: as a proxy and by Host header."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from topiccrawl.demo.web import DemoWeb


@dataclass(frozen=True)
class Request:
    """An answered request: host without port, path with query, and status of the response."""

    host: str
    path: str
    status: int


class DemoServer:
    """Serves a demo web on 127.0.0.1 inside a `with` block.

    As a proxy it answers requests for absolute URLs (`GET http://host/path`); for requests with a path, the
    host is that of the Host header. It never makes connections; unknown hosts get a 502.

    Attributes:
        web: the served web.
        requests: answered requests, in order.
    """

    def __init__(self, web: DemoWeb) -> None:
        self.web = web
        self.requests: list[Request] = []
        self._http = _Listener(self)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)

    @property
    def port(self) -> int:
        """Return the TCP port."""
        return int(self._http.server_address[1])

    @property
    def proxy_url(self) -> str:
        """Return the value for `http_proxy`."""
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False  # open keep-alive connections would delay the end

    def __init__(self, demo: DemoServer) -> None:
        self.demo = demo
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore errors: a crawler that stops leaves broken connections."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Listener

    def do_GET(self) -> None:
        target = self.path
        if target.startswith("/"):
            target = f"http://{self.headers.get('Host', '')}{target}"
        try:
            parts = urlsplit(target)
        except ValueError:
            self.send_error(400, "bad URL")
            return
        host, path = parts.hostname or "", parts.path or "/"
        if parts.query:
            path = f"{path}?{parts.query}"
        demo = self.server.demo
        resource = demo.web.respond(host, path)
        demo.requests.append(Request(host, path, resource.status))
        self.send_response(resource.status)
        self.send_header("Content-Type", resource.content_type)
        self.send_header("Content-Length", str(len(resource.body)))
        for name, value in resource.headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(resource.body)

    def log_message(self, format: str, *args: Any) -> None:
        pass
