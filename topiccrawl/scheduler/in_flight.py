"""The leases of requests in flight, and how each is going to end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from scrapy import Request

from topiccrawl.storage.frontier.contract import Entry, Frontier

MOST_LEASES = 4
"""Leases that a worker holds at most, for each of CONCURRENT_REQUESTS; a lease ends when its page is stored.

Small pages are downloaded faster than they are read; what is in flight is fetched again after a crash."""


class End(Enum):
    """How a lease ends; of two ends that are set, the later one in this list counts."""

    DONE = auto()
    """The page was processed, or dropped for a reason that stays."""
    DEAD = auto()
    """The URL is given up, with a reason; it can be put back later."""
    AGAIN = auto()
    """A retry, or a redirect to another form of the same URL, takes its place."""
    FAILED = auto()
    """A callback or an item pipeline raised: this counts as an attempt."""
    RELEASED = auto()
    """The page could not be stored: it is fetched again, and no attempt is counted."""


@dataclass(slots=True, eq=False)
class Lease:
    """The lease of a request in flight.

    Attributes:
        request: the request, as handed to the engine.
        frontier: the frontier that leased it.
        key: the frontier's key of its URL.
        host: the downloader slot.
        is_fetching: whether the response is still awaited.
        end: how the lease ends when the engine has finished the request.
        reason: why the URL is dead or has failed.
        retry: the entry of the request that takes its place.
        position: position in the ledger after the last row of the request.
    """

    request: Request
    frontier: Frontier[Any]
    key: bytes
    host: str
    is_fetching: bool = True
    end: End = End.DONE
    reason: str = ""
    retry: Entry[Any] | None = None
    position: int = 0

    def ends(self, end: End, reason: str = "", retry: Entry[Any] | None = None) -> None:
        """Set how the lease ends, unless a stronger end was set before."""
        if end.value >= self.end.value:
            self.end, self.reason, self.retry = end, reason, retry


class Leases:
    """The leases of the requests that the engine has not finished."""

    def __init__(self) -> None:
        self._of_request: dict[Request, Lease] = {}
        self._fetching: Counter[str] = Counter()
        self._in_work: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many requests are in flight."""
        return len(self._of_request)

    def __iter__(self) -> Iterator[Lease]:
        """Iterate over the leases."""
        return iter(self._of_request.values())

    @property
    def requests(self) -> Iterable[Request]:
        """The requests in flight."""
        return self._of_request

    def add(self, lease: Lease) -> None:
        """Add the lease of a request that is about to be handed to the engine."""
        self._of_request[lease.request] = lease
        self._fetching[lease.host] += 1
        self._in_work[lease.host] += 1

    def clear(self) -> None:
        """Forget all leases."""
        self._of_request.clear()
        self._fetching.clear()
        self._in_work.clear()

    def get(self, request: Request | None) -> Lease | None:
        """Return the lease of a request; None when it is not in flight."""
        return None if request is None else self._of_request.get(request)

    def pop(self, request: Request) -> Lease:
        """Remove and return the lease of a request that the engine has finished."""
        lease = self._of_request.pop(request)
        self.fetched(lease)
        self._in_work[lease.host] -= 1
        if not self._in_work[lease.host]:
            del self._in_work[lease.host]
        return lease

    def fetched(self, lease: Lease) -> None:
        """Record that the response to a request has arrived, or will not come."""
        if lease.is_fetching:
            lease.is_fetching = False
            self._fetching[lease.host] -= 1
            if not self._fetching[lease.host]:
                del self._fetching[lease.host]

    def fetching(self, host: str) -> int:
        """Return how many responses of a host are awaited, including those that wait for its robots.txt."""
        return self._fetching[host]

    def in_work(self, host: str) -> int:
        """Return how many requests to a host are in flight, pages that are being judged included."""
        return self._in_work[host]
