"""Requests in flight: which lease each holds, and how that lease is going to end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from scrapy import Request

from topiccrawl.storage.frontier.contract import Entry, Frontier


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
        host: the downloader's slot.
        is_fetching: whether its answer is still to come, or on its way.
        end: how the lease ends when the engine is through with the request.
        reason: why it is dead or failed.
        retry: the request that takes its place.
        mark: position in the ledger behind the last row that the request brought.
    """

    request: Request
    frontier: Frontier[Any]
    key: bytes
    host: str
    is_fetching: bool = True
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
        self._fetching: Counter[str] = Counter()

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

    def add(self, request: Request, frontier: Frontier[Any], entry: Entry[Any]) -> None:
        """Note that a request was leased as this entry and is about to be handed out."""
        self._of_request[request] = Lease(request, frontier, entry.key, entry.host)
        self._fetching[entry.host] += 1

    def get(self, request: Request | None) -> Lease | None:
        """The lease of a request; None when it was not handed out, or the engine is through with it."""
        return None if request is None else self._of_request.get(request)

    def pop(self, request: Request) -> Lease:
        """Take out the lease of a request that the engine is through with."""
        lease = self._of_request.pop(request)
        self.fetched(lease)
        return lease

    def fetched(self, lease: Lease) -> None:
        """Note that the answer to a request is there, or will not come."""
        if lease.is_fetching:
            lease.is_fetching = False
            self._fetching[lease.host] -= 1
            if not self._fetching[lease.host]:
                del self._fetching[lease.host]

    def fetching(self, host: str) -> int:
        """How many requests to a host are on their way, with those that Scrapy lets wait for robots.txt."""
        return self._fetching[host]
