"""The frontier: addresses known but not yet visited, best first.

A frontier hands an entry out as a *lease*. A lease ends with `done` (visited), `dead` (given up, with the
reason), `release` (back, with the old score), `again` (back, as another request for the same address) or
`failed` (back, on probation, until it has failed too often). What a crashed process held is leased again;
what was being read at too many crashes becomes a dead letter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Generic, Protocol, TypeVar, runtime_checkable

Payload = TypeVar("Payload")


WAITED_FOR = 0.1
"""What a crash counts against an address on probation whose answer had not begun: it hardly was the cause."""


PASSING = "download: "
"""How the reasons of dead letters begin whose pages may be there at another time."""


REQUEUED = "%d dead letters wait again: nobody answered for them, or their server had an error"


class State(IntEnum):
    """What has become of an address; the numbers are those of the database."""

    WAITING = 0
    LEASED = 1
    DONE = 2
    DEAD = 3


@dataclass(frozen=True, slots=True)
class Entry(Generic[Payload]):
    """An address to visit.

    Attributes:
        key: by which the address is known (see `topiccrawl.page.canonical_url.url_key`).
        host: whose politeness applies; the downloader's slot.
        score: real-valued priority; higher comes first.
        payload: what the caller needs to visit it; forgotten when it is done.
        url: the address itself.
        why: JSON that says why the link is there: anchor text, parent page, parts of the score. It is a
            column of its own (`links.why`, a field of its own in Redis) and is kept when the entry is done.
    """

    key: bytes
    host: str
    score: float
    payload: Payload
    url: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many addresses are in which state; `leased` are those of all workers."""

    waiting: int = 0
    leased: int = 0
    done: int = 0
    dead: int = 0

    def __add__(self, other: Counts) -> Counts:
        """The sums."""
        return Counts(
            self.waiting + other.waiting,
            self.leased + other.leased,
            self.done + other.done,
            self.dead + other.dead,
        )


@dataclass(frozen=True, slots=True)
class Inheritance:
    """What is known of the worker whose place another one takes; it is certainly dead.

    Attributes:
        worker: by which a shared frontier knows it; empty where it was never told.
        condemned: keys of pages that are to blame for its death, with the reasons: they are dead letters now.
            When there are any, what it held besides counts as no attempt.
    """

    worker: str = ""
    condemned: Mapping[bytes, str] = field(default_factory=dict)


class Frontier(Protocol[Payload]):
    """Queue and duplicate filter in one. Raises `StorageError` where a database or server is at fault."""

    def state(self, key: bytes) -> State | None:
        """What has become of an address; None when it was never pushed."""

    def score(self, key: bytes) -> float | None:
        """The score of an address that waits: it need not be pushed with a lower one. None for others."""

    def push(self, entry: Entry[Payload]) -> bool:
        """Take an address in; True when it is new.

        A known address that still waits takes the higher of both scores, and the payload with it: several
        links may lead to it, and the best one counts.
        """

    def lease(self, ready: Callable[[str, float], bool]) -> Entry[Payload] | None:
        """The best entry among the hosts that are `ready`, or None; among equals the first pushed.

        An entry that was held when a process died is on probation: it is leased as any other, but only while
        no other one on probation is, so that what kills a process is told from its neighbours. The crash
        counts as an attempt. A further one counts in full when the answer had begun (`answering`), and else
        as `WAITED_FOR`: kills from outside make no dead letters.

        Args:
            ready: asked for one host after the other, the one with the best entry first: may the host be
                asked now, for an entry of this score?
        """

    def answering(self, key: bytes) -> None:
        """The answer for the leased address has begun: if the process dies now, the answer may be why."""

    def fetched(self, key: bytes) -> None:
        """The answer for the leased address is there, and about to be read, though it is not settled.

        Its host may be asked by others; and if the process dies now, the page may be why.
        """

    def done(self, key: bytes) -> None:
        """The leased address is settled for good."""

    def dead(self, key: bytes, reason: str) -> None:
        """The leased address is given up; it is kept with the reason and can be put back by hand."""

    def release(self, key: bytes) -> None:
        """Put a leased address back, with its old score; it counts as no attempt."""

    def again(self, entry: Entry[Payload]) -> None:
        """Let a known address wait again, as the entry says: it is visited once more, and stays one address.

        A lease of it ends by that and counts as no attempt; score, payload and URL are those of the entry,
        the host stays. So does an address that was visited or given up. One that waits, or is unknown, is
        pushed; one that another worker holds is left to that worker.
        """

    def failed(self, key: bytes, reason: str) -> bool:
        """Count an attempt at the leased address: it goes back on probation, as after a crash.

        Returns:
            True when that was the last attempt: the address is a dead letter now, with the reason.
        """

    def is_last_attempt(self, key: bytes) -> bool:
        """Return whether `failed` would make the leased URL a dead letter."""

    def counts(self) -> Counts:
        """How many addresses are in which state."""

    def close(self) -> None:
        """Release what is leased, make everything durable and let go of files and connections."""


@runtime_checkable
class SharedFrontier(Protocol):
    """What a frontier has besides whose workers share the hosts' limits."""

    def sync(self) -> bool:
        """Send what waits here; True when the server has all of it."""

    def pause(self, host: str, seconds: float) -> None:
        """Let no worker ask a host for so long."""
