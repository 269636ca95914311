"""The part of a queue that is in memory: of each host its best links, and the hosts by their best one.

A *place* orders links: the negative score, then the id, so that the smaller place is the better one and among
equals the first pushed. A host's head holds every waiting link up to its *floor*; what is beyond is in the
database, or *late*: not yet written and not in the head.
"""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections.abc import Iterator

Place = tuple[float, int]

LAST: Place = (math.inf, 0)
"""After all places: the floor of a host that is in memory as a whole."""


class Host:
    """A host's part of the queue.

    Args:
        number: its id in the database.
        name: as the crawl knows it.

    Attributes:
        head: places in memory, best first.
        floor: no link that waits at a place up to this one is missing in the head.
        late: places beyond the floor, by id, which the database does not hold yet.
        place: where the host stands in `HostOrder`; None when it does not.
    """

    __slots__ = ("floor", "head", "late", "name", "number", "place")

    def __init__(self, number: int, name: str) -> None:
        self.number = number
        self.name = name
        self.head: list[Place] = []
        self.floor = LAST
        self.late: dict[int, Place] = {}
        self.place: Place | None = None

    def add(self, place: Place) -> None:
        """Let a link wait that the database may not hold yet."""
        if place <= self.floor:
            insort(self.head, place)
        else:
            self.late[place[1]] = place

    def remove(self, place: Place) -> None:
        """Take out a link, wherever it is."""
        index = bisect_left(self.head, place)
        if index < len(self.head) and self.head[index] == place:
            del self.head[index]
        else:
            self.late.pop(place[1], None)

    def cut(self, most: int) -> list[Place]:
        """Keep at most so many places in the head.

        Returns:
            Those that are no longer in memory. What of them is not written yet must be made late.
        """
        cut = self.head[most:]
        if cut:
            del self.head[most:]
            self.floor = self.head[-1]
        return cut


class HostOrder:
    """The hosts that have something, the one with the best link first."""

    def __init__(self) -> None:
        self._places: list[tuple[float, int, Host]] = []

    def put(self, host: Host, place: Place | None) -> None:
        """Set the best place of a host, or take it out with None."""
        if place == host.place:
            return
        if host.place is not None:
            # A pair sorts before the triple that begins with it, and no two places are equal.
            del self._places[bisect_left(self._places, host.place)]
        if place is not None:
            insort(self._places, (*place, host))
        host.place = place

    def __iter__(self) -> Iterator[tuple[float, int, Host]]:
        """Negative score and id of the best link of each host, and the host."""
        return iter(self._places)

    def __len__(self) -> int:
        """How many hosts have something."""
        return len(self._places)
