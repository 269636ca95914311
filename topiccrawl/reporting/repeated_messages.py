"""Selection of a few of many similar messages, and counts of all."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum


class Decision(Enum):
    """What to do with a message."""

    LOG = "log"
    LOG_LAST = "log, and mention that further ones are only counted"
    COUNT = "count only"


@dataclass(frozen=True, slots=True)
class Repeated:
    """Counts of the messages of a kind.

    Attributes:
        kind: what the messages have in common.
        times: number of messages.
        things: number of different things, such as hosts, that they were about.
        logged: number of messages that were logged.
    """

    kind: str
    times: int
    things: int
    logged: int


class Repeats:
    """Selects one message for each kind and thing, and a few things of each kind.

    Args:
        most: number of things of one kind.

    >>> repeats = Repeats(most=2)
    >>> [repeats.decide("dns", host).name for host in ("a.cn", "a.cn", "b.cn", "c.cn")]
    ['LOG', 'COUNT', 'LOG_LAST', 'COUNT']
    >>> repeats.counts()
    [Repeated(kind='dns', times=4, things=3, logged=2)]
    """

    def __init__(self, most: int = 5) -> None:
        self._most = most
        self._times: Counter[str] = Counter()
        self._logged: Counter[str] = Counter()
        self._things: dict[str, set[str]] = {}

    def decide(self, kind: str, thing: str, times: int = 1) -> Decision:
        """Count a message and return what to do with it.

        Args:
            kind: of error.
            thing: what the message is about, such as a host.
            times: 0 for a second message about the same event.
        """
        self._times[kind] += times
        things = self._things.setdefault(kind, set())
        if thing in things or len(things) >= self._most:
            things.add(thing)
            return Decision.COUNT
        things.add(thing)
        self._logged[kind] += 1
        return Decision.LOG_LAST if len(things) == self._most else Decision.LOG

    def counts(self) -> list[Repeated]:
        """Return the counts, most frequent kinds first."""
        return [
            Repeated(kind, times, len(self._things[kind]), self._logged[kind])
            for kind, times in self._times.most_common()
            if times
        ]
