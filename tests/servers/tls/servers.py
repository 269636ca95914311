"""HTTPS servers with one fault each, and the server that the missing intermediate is fetched from."""

from __future__ import annotations

import socket
import ssl
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

from servers.tls.authority import Authority, Identity, self_signed, without_chain
from servers.tls.before_rfc5746 import OldTls

FAULTS = (
    "missing_intermediate",
    "expired",
    "wrong_name",
    "self_signed",
    "legacy_renegotiation",
    "tls_1_0",
    "weak_key",
    "old_cipher",
)
GOOD = "good"
ADDRESSES = {fault: f"127.0.0.{number}" for number, fault in enumerate((GOOD, *FAULTS), 1)}
"""Addresses on loopback of the good server and of those with a fault."""
OLD_CIPHER = "CAMELLIA128-SHA"
"""TLS_RSA_WITH_CAMELLIA_128_CBC_SHA: no forward secrecy, CBC, SHA-1."""


@dataclass(frozen=True)
class Sent:
    """What a server was sent."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Reply:
    """What a server answers."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


Answer = Callable[[Sent], Reply]


class HttpsServer(ThreadingHTTPServer):
    """A server on a free port of an address on loopback.

    Attributes:
        requests: what it was sent, in order.
        connections: number of connections, also of those whose handshake failed.
    """

    daemon_threads = True

    def __init__(
        self, answer: Answer, secure: Callable[[socket.socket], Any] | None, address: str = "127.0.0.1"
    ) -> None:
        self.requests: list[Sent] = []
        self.connections = 0
        self._answer = answer
        self._secure = secure
        self._address = address
        super().__init__((address, 0), _Handler)

    @property
    def url(self) -> str:
        """Its URL, without a slash at the end."""
        scheme = "http" if self._secure is None else "https"
        return f"{scheme}://{self._address}:{self.port}"

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.server_address[1])

    def reply(self, sent: Sent) -> Reply:
        """Note a request and return the answer."""
        self.requests.append(sent)
        return Reply(b"User-agent: *\n") if sent.path == "/robots.txt" else self._answer(sent)

    def finish_request(self, request: Any, client_address: Any) -> None:
        """Make the handshake in the connection's own thread; clients may refuse it."""
        self.connections += 1
        with (
            suppress(OSError, ConnectionError),
            closing(request if self._secure is None else self._secure(request)) as secured,
        ):
            _Handler(secured, client_address, self)

    @contextmanager
    def running(self) -> Iterator[Self]:
        """Serve until the end of the block."""
        thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.shutdown()
            self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: Any  # an HttpsServer

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        reply = self.server.reply(Sent(self.command, self.path, dict(self.headers), body))
        self.send_response(reply.status)
        for name, value in {"Content-Type": "text/html; charset=utf-8", **reply.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body)

    do_POST = do_GET


class FaultyServers:
    """One server for each of `FAULTS`, a good one, and the one that has the intermediate.

    Args:
        folder: for keys and certificates.
        names: names of a server by its fault; its certificate is for them and for its address.
        answer: returns what a server answers.

    Attributes:
        root: file for SSL_CERT_FILE.
        servers: servers by fault.
        issuer: has the intermediate.
    """

    def __init__(self, folder: Path, names: Callable[[str], list[str]], answer: Answer) -> None:
        self.authority = Authority()
        self.root = self.authority.write_root(folder / "root.pem")
        self.issuer = HttpsServer(self._issuer_answer, None)
        self._folder = folder
        self.servers: dict[str, HttpsServer] = {}
        for fault in (GOOD, *FAULTS):
            secure = self._secure(fault, [*names(fault), ADDRESSES[fault]])
            self.servers[fault] = HttpsServer(answer, secure, ADDRESSES[fault])

    @contextmanager
    def running(self) -> Iterator[FaultyServers]:
        """Serve until the end of the block."""
        with ExitStack() as stack:
            for server in (self.issuer, *self.servers.values()):
                stack.enter_context(server.running())
            yield self

    @property
    def issuer_url(self) -> str:
        """Where the intermediate is."""
        return f"{self.issuer.url}/intermediate.crt"

    def _issuer_answer(self, sent: Sent) -> Reply:
        return Reply(self.authority.intermediate.der, headers={"Content-Type": "application/pkix-cert"})

    def _secure(self, fault: str, names: list[str]) -> Callable[[socket.socket], Any]:
        identity = self._identity(fault, names)
        if fault == "legacy_renegotiation":
            return lambda connection: OldTls(connection, identity)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        if fault == "tls_1_0":
            context.set_ciphers("ALL:@SECLEVEL=0")
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)  # which is why no one else has it
                context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1
        elif fault == "old_cipher":
            context.set_ciphers(f"{OLD_CIPHER}:@SECLEVEL=0")
            context.maximum_version = ssl.TLSVersion.TLSv1_2
        elif fault == "weak_key":
            context.set_ciphers("DEFAULT:@SECLEVEL=0")
        context.load_cert_chain(identity.write(self._folder / f"{fault}.pem"))
        return lambda connection: context.wrap_socket(connection, server_side=True)

    def _identity(self, fault: str, names: list[str]) -> Identity:
        if fault == "self_signed":
            return self_signed(names)
        if fault == "wrong_name":
            return self.authority.server(["another.test"])
        if fault == "expired":
            return self.authority.server(names, days=(-30, -1))
        if fault == "weak_key":
            return self.authority.server(names, bits=1024)
        if fault == "missing_intermediate":
            return without_chain(self.authority.server(names, issuer_url=self.issuer_url))
        return self.authority.server(names)
