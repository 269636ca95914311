"""Connections of the server, which are closed when no request comes over them."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 600
"""Connections at a time; requests over more of them are answered with 503. Many systems allow 1,024 files."""
PATIENCE = 10.0
"""Seconds for the headers of a request, and for the form of a log-in."""


class Connection(H11Protocol):
    """A connection that is closed if the headers of a request do not arrive in time.

    uvicorn itself closes only connections that are silent after a response: a client that sends nothing, or
    a header letter by letter, would keep its place among `MOST_CONNECTIONS` for ever.
    """

    _answered: object = None
    """The request that was the last one at the last check; None before the first."""
    _check: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._check = self.loop.call_later(PATIENCE, self._close_if_idle)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        super().connection_lost(exc)
        if self._check is not None:
            self._check.cancel()

    def _close_if_idle(self) -> None:
        # uvicorn's type does not say that there is no cycle before the first request.
        cycle: object = self.cycle
        is_idle = cycle is None or self.cycle.response_complete
        if is_idle and cycle is self._answered:
            self.transport.close()
            return
        self._answered = cycle if is_idle else None
        self._check = self.loop.call_later(PATIENCE, self._close_if_idle)
