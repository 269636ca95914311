"""The queues of all hosts: the next link comes from memory while the heads last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from topiccrawl.storage.frontier.heads import LAST, Host, HostOrder, Place
from topiccrawl.storage.frontier.sqlite.batch import StoredLink
from topiccrawl.storage.frontier.sqlite.probation import Probation
from topiccrawl.storage.frontier.sqlite.reader import FrontierReader

_MOST_PLACES = 100_000
"""Total number of places in all heads, provided that each host keeps a few."""
FEWEST_PLACES = 4
"""Minimum limit of places in a host's head, however many hosts there are."""


class HostQueues:
    """The waiting links, host by host.

    The best places of each host are in memory and read again when they run out; links on probation are kept
    apart. The hosts are in the order of the best link that each may lease now.

    Args:
        reader: of the file.
        live: links by id that may differ from the file; kept up to date by the caller.
        head: maximum number of places of a host in memory.
    """

    def __init__(self, reader: FrontierReader, live: Mapping[int, StoredLink], head: int) -> None:
        self._reader = reader
        self._live = live
        self._most_places = head
        self._order = HostOrder()
        self._probation = Probation()

    def load(self, hosts: Mapping[int, Host], held: Sequence[tuple[Host, Place, float]]) -> None:
        """Read the best place of each host.

        Args:
            hosts: all hosts, by number.
            held: links on probation: host, place and number of crashes.
        """
        for host, place, attempts in held:
            self._probation.add(host, place, attempts)
        for host_number, place in self._reader.best_places():
            host = hosts[host_number]
            host.floor = place
            if not self._probation.holds(host, place[1]):
                host.head = [place]
            self._refresh(host)

    def __iter__(self) -> Iterator[tuple[float, int, Host]]:
        """Yield negative score and id of each host's best link, and the host; the best first."""
        return iter(self._order)

    def wait(self, link: StoredLink) -> None:
        """Add a waiting link."""
        host = link.host
        if link.attempts:
            self._probation.add(host, link.place, link.attempts)
            self._refresh_probation()
            return
        host.add(link.place)
        if len(host.head) > 2 * self._limit():
            self._cut(host)
        self._refresh(host)

    def move(self, link: StoredLink, before: Place) -> None:
        """Move a waiting link from the place it had before."""
        host = link.host
        if self._probation.remove(host, link.number):
            self._probation.add(host, link.place, link.attempts)
        else:
            host.remove(before)
            host.add(link.place)
        self._refresh(host)

    def lease(self, link: StoredLink) -> bool:
        """Remove a host's best link, which has its new state already; return whether it is on probation."""
        host = link.host
        on_probation = self._probation.remove(host, link.number)
        if on_probation:
            self._probation.leased = link.number
            self._refresh_probation()
        else:
            del host.head[0]
        self._refresh(host)
        return on_probation

    def settle(self, link: StoredLink) -> None:
        """Note that the lease of a link has ended."""
        if link.number == self._probation.leased:
            self._probation.leased = None
            self._refresh_probation()

    @property
    def held_back(self) -> bool:
        """Whether links on probation wait only because others have fewer crashes."""
        return self._probation.held_back

    def lease_all_levels(self, allowed: bool) -> None:
        """Set whether links on probation with more crashes than others may be leased, too."""
        self._probation.all_levels = allowed
        self._refresh_probation()

    def _refresh(self, host: Host) -> None:
        """Refill an empty head, and put the host at the place of its best link."""
        if not host.head and host.floor is not LAST:
            self._refill(host)
        best = host.head[0] if host.head else None
        candidate = self._probation.best(host)
        self._order.put(host, min((place for place in (best, candidate) if place is not None), default=None))

    def _refresh_probation(self) -> None:
        for host in self._probation.hosts:
            self._refresh(host)

    def _refill(self, host: Host) -> None:
        """Read the next places of a host whose head is empty, and add those that are late."""
        limit = self._limit()
        after: Place | None = host.floor
        found: list[Place] = []
        while after is not None and not found:
            rows = self._reader.places(host.number, after, limit)
            # A link with unwritten changes is late, or does not wait any more.
            found = [
                place
                for place in rows
                if place[1] not in self._live and not self._probation.holds(host, place[1])
            ]
            after = rows[-1] if len(rows) == limit else None
            if any(after is None or place <= after for place in host.late.values()):
                break
        host.floor = LAST if after is None else after
        for place in [place for place in host.late.values() if place <= host.floor]:
            del host.late[place[1]]
            found.append(place)
        found.sort()
        host.head = found
        if len(found) > 2 * limit:
            self._cut(host)

    def _cut(self, host: Host) -> None:
        for place in host.cut(self._limit()):
            if place[1] in self._live:
                host.late[place[1]] = place

    def _limit(self) -> int:
        """Return how many places one host's head may have."""
        return max(FEWEST_PLACES, min(self._most_places, _MOST_PLACES // max(1, len(self._order))))
