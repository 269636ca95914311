"""Links on probation: they were held when a process died, and one of them may be what kills it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from topiccrawl.storage.frontier.sqlite.heads import Host, Place


class Trials:
    """The waiting links on probation, and the one that is out.

    One at a time is leased. Those that took part in fewer crashes go first: a process that is killed again
    and again from outside then hits a different link each time, while what kills it itself gets its turns all
    the same.

    Attributes:
        out: id of the link on probation that is leased; None when none is.
        all_levels: let those go too that were held at more crashes than others that wait.
    """

    def __init__(self) -> None:
        self.out: int | None = None
        self.all_levels = False
        self._of_host: dict[Host, dict[int, tuple[float, Place]]] = {}
        self._levels: Counter[float] = Counter()

    def add(self, host: Host, place: Place, attempts: float) -> None:
        """Let a link wait for its trial."""
        self._of_host.setdefault(host, {})[place[1]] = attempts, place
        self._levels[attempts] += 1

    def remove(self, host: Host, number: int) -> bool:
        """Take a link out; False when it does not wait on probation."""
        trials = self._of_host.get(host)
        found = trials.pop(number, None) if trials else None
        if found is None:
            return False
        if not trials:
            del self._of_host[host]
        self._levels[found[0]] -= 1
        if not self._levels[found[0]]:
            del self._levels[found[0]]
        return True

    def best(self, host: Host) -> Place | None:
        """The host's best place that may be leased now."""
        trials = self._of_host.get(host)
        if not trials or self.out is not None:
            return None
        most = max(self._levels) if self.all_levels else min(self._levels)
        return min((place for attempts, place in trials.values() if attempts <= most), default=None)

    def holds(self, host: Host, number: int) -> bool:
        """Whether a link waits on probation."""
        return number in self._of_host.get(host, ())

    @property
    def hosts(self) -> Iterable[Host]:
        """The hosts that have links on probation."""
        return list(self._of_host)

    @property
    def held_back(self) -> bool:
        """Whether some wait only because others were held at fewer crashes."""
        return self.out is None and len(self._levels) > 1
