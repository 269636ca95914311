"""Connections to checked addresses, for the parts that fetch without Scrapy."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable
from http.client import HTTPConnection, HTTPSConnection
from typing import Any
from urllib.request import HTTPHandler, HTTPSHandler, Request

from topiccrawl.access.addresses import AddressRules


class RefusedAddressError(OSError):
    """A host has private addresses only."""


def connect(
    address: tuple[str, int],
    timeout: float | None,
    rules: AddressRules,
    resolve: Callable[..., Any] = socket.getaddrinfo,
) -> socket.socket:
    """Connect to the first address of a host that answers and is allowed.

    Args:
        address: host and port.
        timeout: seconds for each address.
        rules: which addresses are allowed.
        resolve: resolves the name; like `socket.getaddrinfo`.

    Raises:
        RefusedAddressError: no address is allowed.
        OSError: none answers.
    """
    host, port = address
    found = resolve(host, port, type=socket.SOCK_STREAM)
    allowed = [one for one in found if not rules.refuses_address(str(one[4][0]))]
    if not allowed:
        raise RefusedAddressError(f"{host} is a loopback or private address")
    failed: OSError | None = None
    for family, kind, protocol, _, end in allowed:
        connection = socket.socket(family, kind, protocol)
        connection.settimeout(timeout)
        try:
            connection.connect(end)
        except OSError as error:
            connection.close()
            failed = error
        else:
            return connection
    assert failed is not None  # there was an address
    raise failed


Opened = Callable[[socket.socket], object]


class CheckedConnections(HTTPSHandler, HTTPHandler):
    """Opens the URLs of urllib through `connect`; the address of a proxy is exempt.

    Args:
        rules: which addresses are allowed.
        opened: called with the socket of each connection, before anything is sent.
        context: how servers are verified; None: as Python does by default.
    """

    def __init__(self, rules: AddressRules, opened: Opened, context: ssl.SSLContext | None = None) -> None:
        super().__init__()
        self._rules = rules
        self._opened = opened
        self._options: dict[str, Any] = {} if context is None else {"context": context}

    def http_open(self, req: Request) -> Any:
        """Open an http URL."""
        return self.do_open(_checked(HTTPConnection, req, self._rules, self._opened), req)

    def https_open(self, req: Request) -> Any:
        """Open an https URL."""
        checked = _checked(HTTPSConnection, req, self._rules, self._opened)
        return self.do_open(checked, req, **self._options)


def _checked(kind: type[HTTPConnection], request: Request, rules: AddressRules, opened: Opened) -> Any:
    """Return a function that makes connections for a request."""
    uses_proxy = request.has_proxy() or bool(getattr(request, "_tunnel_host", None))

    def connection(host: str, **options: Any) -> HTTPConnection:
        made = kind(host, **options)
        connect_it = made.connect

        def connect_and_tell() -> None:
            connect_it()
            opened(made.sock)

        made.connect = connect_and_tell  # type: ignore[method-assign]
        if not uses_proxy:
            # The only hook between resolving and connecting that http.client has.
            made._create_connection = lambda address, timeout, source: connect(  # type: ignore[attr-defined]
                address, timeout if isinstance(timeout, (int, float)) else None, rules
            )
        return made

    return connection
