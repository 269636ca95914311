"""One HTTP request and its response, without Scrapy: timed, bounded, to checked addresses."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException, HTTPResponse
from threading import Event, Timer
from typing import Any
from urllib.request import BaseHandler, HTTPRedirectHandler, Request, build_opener

from topiccrawl.access.addresses import AddressRules
from topiccrawl.access.connections import CheckedConnections

_CHUNK = 65536


class TooLargeBodyError(OSError):
    """A body is larger than it may be."""


class NoRedirects(HTTPRedirectHandler):
    """Refuses redirects: the URL that the user has set is the only one that may be private."""

    def redirect_request(self, *_: Any) -> None:
        """Return no request for the other URL."""


class Exchange:
    """Sends requests, through the proxy of the environment if there is one.

    Attributes:
        connections: number of connections so far; each carries one request.

    Args:
        rules: which addresses are allowed.
        handlers: of urllib, such as one for redirects.
        context: TLS of https URLs; None: servers are verified.
    """

    def __init__(
        self, rules: AddressRules, *handlers: BaseHandler, context: ssl.SSLContext | None = None
    ) -> None:
        self.connections = 0
        self._sockets: list[socket.socket] = []
        self._opener = build_opener(*handlers, CheckedConnections(rules, self._note, context))

    @contextmanager
    def open(self, request: Request, seconds: float) -> Iterator[HTTPResponse]:
        """Send a request and yield the response; the connection breaks when the time is over.

        Raises:
            HTTPError: the status is no success.
            URLError: there is no response.
            TimeoutError: the time was over before the response was.
        """
        # A server that trickles bytes never triggers a timeout.
        self._sockets.clear()
        is_over = Event()
        timer = Timer(seconds, self._break, (is_over,))
        timer.daemon = True
        timer.start()
        try:
            with self._opener.open(request, timeout=seconds) as response:
                yield response
        except (ConnectionError, HTTPException) as error:
            if is_over.is_set():  # it was not the server that broke the connection
                raise TimeoutError("timed out") from error
            raise
        finally:
            timer.cancel()

    def _note(self, connection: socket.socket) -> None:
        self.connections += 1
        self._sockets.append(connection)

    def _break(self, is_over: Event) -> None:
        is_over.set()
        for connection in self._sockets:
            with suppress(OSError):  # it is closed
                connection.shutdown(socket.SHUT_RDWR)


def read_body(response: HTTPResponse, most: int, enough: int = 0) -> bytes:
    """Return the body of a response.

    Args:
        response: its status and headers are read.
        most: largest number of bytes.
        enough: number of bytes after which reading stops; 0: never.

    Raises:
        TooLargeBodyError: the body is larger than `most`.
    """
    body = bytearray()
    while piece := response.read1(_CHUNK):
        body += piece
        if enough and len(body) > enough:
            break
        if len(body) > most:
            raise TooLargeBodyError(most)
    return bytes(body)
