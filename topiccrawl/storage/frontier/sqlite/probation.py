"""Links on probation: they were held when a process died, and one of them may be the cause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from topiccrawl.storage.frontier.heads import Host, Place


class Probation:
    """The waiting links on probation, and the one that is leased.

    One is leased at a time, and those with fewer crashes go first: a process that is killed repeatedly from
    outside then holds a different link each time, while a link that kills the process still gets its turns.

    Attributes:
        leased: id of the link on probation that is leased; None when none is.
        all_levels: whether links with more crashes than others may be leased, too.
    """

    def __init__(self) -> None:
        self.leased: int | None = None
        self.all_levels = False
        self._of_host: dict[Host, dict[int, tuple[float, Place]]] = {}
        self._levels: Counter[float] = Counter()

    def add(self, host: Host, place: Place, attempts: float) -> None:
        """Add a waiting link."""
        self._of_host.setdefault(host, {})[place[1]] = attempts, place
        self._levels[attempts] += 1

    def remove(self, host: Host, number: int) -> bool:
        """Remove a link; return whether it was waiting on probation."""
        waiting = self._of_host.get(host)
        found = waiting.pop(number, None) if waiting else None
        if found is None:
            return False
        if not waiting:
            del self._of_host[host]
        self._levels[found[0]] -= 1
        if not self._levels[found[0]]:
            del self._levels[found[0]]
        return True

    def best(self, host: Host) -> Place | None:
        """Return the host's best place that may be leased now."""
        waiting = self._of_host.get(host)
        if not waiting or self.leased is not None:
            return None
        most = max(self._levels) if self.all_levels else min(self._levels)
        return min((place for attempts, place in waiting.values() if attempts <= most), default=None)

    def holds(self, host: Host, number: int) -> bool:
        """Return whether a link waits on probation."""
        return number in self._of_host.get(host, ())

    @property
    def hosts(self) -> Iterable[Host]:
        """The hosts that have links on probation."""
        return list(self._of_host)

    @property
    def held_back(self) -> bool:
        """Whether links wait only because others have fewer crashes."""
        return self.leased is None and len(self._levels) > 1
