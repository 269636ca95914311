"""The part of the queue in memory: the best links of each host, and the order of the hosts.

A *place* orders links: negative score, then id; the smallest place is the best, and among equal scores the
first pushed. The head of a host holds every waiting link up to its *floor*. Links beyond the floor, of which
a frontier in memory has none, are in the database, or *late*: not yet written and not in the head.
"""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections.abc import Iterator
from dataclasses import dataclass, field

Place = tuple[float, int]

LAST: Place = (math.inf, 0)
"""After all places: the floor of a host whose links are all in memory."""


@dataclass(slots=True, eq=False)
class Host:
    """A host's part of the queue.

    Attributes:
        number: its id in the database.
        name: the downloader's slot.
        head: places in memory, best first.
        floor: every waiting link up to this place is in the head.
        late: places beyond the floor that the database does not hold yet, by id.
        place: the host's place in `HostOrder`; None when it has none.
    """

    number: int
    name: str
    head: list[Place] = field(default_factory=list)
    floor: Place = LAST
    late: dict[int, Place] = field(default_factory=dict)
    place: Place | None = None

    def add(self, place: Place) -> None:
        """Add a waiting link that the database may not hold yet."""
        if place <= self.floor:
            insort(self.head, place)
        else:
            self.late[place[1]] = place

    def remove(self, place: Place) -> None:
        """Remove a link, wherever it is."""
        index = bisect_left(self.head, place)
        if index < len(self.head) and self.head[index] == place:
            del self.head[index]
        else:
            self.late.pop(place[1], None)

    def cut(self, most: int) -> list[Place]:
        """Keep at most `most` places in the head.

        Returns:
            The places removed. The caller makes those late that are not written yet.
        """
        cut = self.head[most:]
        if cut:
            del self.head[most:]
            self.floor = self.head[-1]
        return cut


class HostOrder:
    """The hosts with waiting links, the one with the best link first."""

    def __init__(self) -> None:
        self._places: list[tuple[float, int, Host]] = []

    def put(self, host: Host, place: Place | None) -> None:
        """Set the best place of a host, or remove the host with None."""
        if place == host.place:
            return
        if host.place is not None:
            # A pair sorts before the triple that begins with it, and no two places are equal.
            del self._places[bisect_left(self._places, host.place)]
        if place is not None:
            insort(self._places, (*place, host))
        host.place = place

    def __iter__(self) -> Iterator[tuple[float, int, Host]]:
        """Yield negative score and id of each host's best link, and the host."""
        return iter(self._places)

    def __len__(self) -> int:
        """Return the number of hosts with waiting links."""
        return len(self._places)
