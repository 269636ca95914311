"""Requests in flight: which lease each holds, and how that lease is going to end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from scrapy import Request

from topiccrawl.storage.frontier import Entry, Frontier

_LEASE_KEY = "_topiccrawl_lease"
"""Key of `Request.meta` for the lease of a request in flight; Scrapy's retries and redirects copy it."""


class End(Enum):
    """How a lease ends; of two that are asked for, the later one in this list counts."""

    DONE = auto()
    """The page was read to its end, or dropped for a reason that stays."""
    DEAD = auto()
    """The URL is given up, with a reason; it can be put back."""
    AGAIN = auto()
    """A retry, or a redirect to another form of the same URL, takes its place."""
    FAILED = auto()
    """A callback or an item pipeline raised: one attempt less."""
    RELEASED = auto()
    """What it brought could not be stored: it is fetched again, and no attempt is counted."""


@dataclass(slots=True, eq=False)
class Lease:
    """The lease of a request in flight.

    Attributes:
        request: as it was handed to the engine.
        frontier: that it was leased from.
        key: of its URL there.
        end: how the lease ends when the engine is through with the request.
        reason: why it is dead or failed.
        retry: the request that takes its place.
        mark: position in the ledger behind the last row that the request brought.
    """

    request: Request
    frontier: Frontier[Any]
    key: bytes
    end: End = End.DONE
    reason: str = ""
    retry: Entry[Any] | None = None
    mark: int = 0

    def ends(self, end: End, reason: str = "", retry: Entry[Any] | None = None) -> None:
        """Let the lease end in this way, unless a stronger reason was given before."""
        if end.value >= self.end.value:
            self.end, self.reason, self.retry = end, reason, retry


class Leases:
    """The leases of the requests that the engine works on."""

    def __init__(self) -> None:
        self._of_request: dict[Request, Lease] = {}
        self._of_key: dict[bytes, Lease] = {}

    def __len__(self) -> int:
        """How many requests are in flight."""
        return len(self._of_request)

    def __iter__(self) -> Iterator[Lease]:
        """All of them."""
        return iter(self._of_request.values())

    @property
    def requests(self) -> Iterable[Request]:
        """The requests in flight."""
        return self._of_request

    def add(self, request: Request, frontier: Frontier[Any], key: bytes) -> None:
        """Note that a request was leased and is about to be handed out."""
        request.meta[_LEASE_KEY] = key
        self._of_request[request] = self._of_key[key] = Lease(request, frontier, key)

    def get(self, request: Request | None) -> Lease | None:
        """The lease of a request; None when it was not handed out, or the engine is through with it."""
        return None if request is None else self._of_request.get(request)

    def pop(self, request: Request) -> Lease:
        """Take out the lease of a request that the engine is through with."""
        lease = self._of_request.pop(request)
        if self._of_key.get(lease.key) is lease:
            del self._of_key[lease.key]
        return lease

    def followed_up_by(self, request: Request, key: bytes | None) -> Lease | None:
        """The lease that a request goes on with: it is a retry, or a redirect to another form of the URL.

        Args:
            request: about to be enqueued; the mark of the lease is taken out of its meta.
            key: of its URL; None when a redirect is not looked for.
        """
        lease = self._of_key.get(request.meta.pop(_LEASE_KEY, b""))
        if lease is None:
            return None
        before, after = lease.request.meta, request.meta
        if request.url == lease.request.url:
            retried = after.get("retry_times", 0) > before.get("retry_times", 0)
            return lease if retried else None
        redirected = after.get("redirect_times", 0) > before.get("redirect_times", 0)
        return lease if redirected and key == lease.key else None
