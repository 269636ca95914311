"""Selection of a few of many similar messages, and counts of all."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum


class Telling(Enum):
    """What to do with a message."""

    TELL = "tell"
    TELL_LAST = "tell, and mention that further ones are only counted"
    COUNT = "count only"


@dataclass(frozen=True, slots=True)
class Repeated:
    """Counts of the messages of a kind.

    Attributes:
        kind: what the messages have in common.
        times: number of messages.
        things: number of different things, such as hosts, that they were about.
        told: number of messages that were logged.
    """

    kind: str
    times: int
    things: int
    told: int


class Repeats:
    """Selects one message for each kind and thing, and a few things of each kind.

    Args:
        most: number of things of one kind.

    >>> repeats = Repeats(most=2)
    >>> [repeats.ask("dns", host).name for host in ("a.cn", "a.cn", "b.cn", "c.cn")]
    ['TELL', 'COUNT', 'TELL_LAST', 'COUNT']
    >>> repeats.counts()
    [Repeated(kind='dns', times=4, things=3, told=2)]
    """

    def __init__(self, most: int = 5) -> None:
        self._most = most
        self._times: Counter[str] = Counter()
        self._told: Counter[str] = Counter()
        self._things: dict[str, set[str]] = {}

    def ask(self, kind: str, thing: str, times: int = 1) -> Telling:
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
            return Telling.COUNT
        things.add(thing)
        self._told[kind] += 1
        return Telling.TELL_LAST if len(things) == self._most else Telling.TELL

    def counts(self) -> list[Repeated]:
        """Return the counts, most frequent kinds first."""
        return [
            Repeated(kind, times, len(self._things[kind]), self._told[kind])
            for kind, times in self._times.most_common()
            if times
        ]
