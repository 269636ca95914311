"""The frontier: URLs that are known but not yet visited, best first.

A frontier hands out an entry as a *lease*. A lease ends with `done` (visited), `dead` (given up, with the
reason), `release` (back, with the old score), `again` (back, as another request for the same URL) or `failed`
(back, on probation, until it has failed too often). What a crashed process held is leased again; a URL that
was being processed at too many crashes becomes a dead letter.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Generic, Protocol, TypeVar, runtime_checkable

Payload = TypeVar("Payload")


WAITED_FOR = 0.1
"""Part of an attempt that a crash counts as when the response had not begun: it was hardly the cause."""


PASSING = "download: "
"""Prefix of the reasons of dead letters whose cause may pass."""


REQUEUED = "%d dead letters wait again: their server did not answer or had an error"


def waiting_key(key: bytes) -> bytes:
    """Return the key of a place-holder for a URL that may be visited later: its own key stays unknown.

    >>> waiting_key(b"1234")
    b'4321'
    """
    return key[::-1]


class State(IntEnum):
    """The state of a URL; the numbers are those in the database."""

    WAITING = 0
    LEASED = 1
    DONE = 2
    DEAD = 3


@dataclass(frozen=True, slots=True)
class Entry(Generic[Payload]):
    """A URL to visit.

    Attributes:
        key: identifies the URL (see `topiccrawl.page.canonical_url.url_key`).
        host: the downloader's slot, whose delay applies.
        score: the priority; higher comes first.
        payload: the caller's request; deleted when it is done.
        url: the URL itself.
        why: JSON on the link's origin: anchor text, parent page, parts of the score. Unlike the payload it is
            kept when the entry is done.
    """

    key: bytes
    host: str
    score: float
    payload: Payload
    url: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of URLs in each state; `leased` counts those of all workers."""

    waiting: int = 0
    leased: int = 0
    done: int = 0
    dead: int = 0

    def __add__(self, other: Counts) -> Counts:
        """Add state by state."""
        return Counts(
            self.waiting + other.waiting,
            self.leased + other.leased,
            self.done + other.done,
            self.dead + other.dead,
        )


@dataclass(frozen=True, slots=True)
class Inheritance:
    """What is known of the dead worker that another one replaces.

    Attributes:
        worker: its name in a shared frontier; empty when it is not known.
        condemned: keys of pages that caused its death, with the reasons; they become dead letters. When
            there are any, the death does not count as an attempt for the other URLs it held.
    """

    worker: str = ""
    condemned: Mapping[bytes, str] = field(default_factory=dict)


NOTHING_INHERITED = Inheritance()


class Frontier(Protocol[Payload]):
    """Queue and duplicate filter in one. Raises `StorageError` when a database or server fails."""

    def state(self, key: bytes) -> State | None:
        """Return the state of a URL; None when it was never pushed."""

    def score(self, key: bytes) -> float | None:
        """Return the score of a URL that waits; None for others."""

    def push(self, entry: Entry[Payload]) -> bool:
        """Add a URL; return whether it is new.

        A known URL that still waits takes the higher of both scores and the payload that comes with it:
        several links may lead to it, and the best one counts.
        """

    def lease(self, ready: Callable[[str, float], bool]) -> Entry[Payload] | None:
        """Lease the best entry among the hosts that are `ready`; of equal ones, the first pushed.

        An entry that was held when a process died is on probation: only one such entry is leased at a time,
        so that the page that kills the process can be identified. The first crash counts as an attempt. A
        further one counts in full if the response had begun (`answering`), otherwise as `WAITED_FOR`, so
        that kills from outside make no dead letters.

        Args:
            ready: called with host after host, the one with the best entry first, and the score of that
                entry; says whether a request may be sent now.
        """

    def rescore(self, scores: Mapping[bytes, float]) -> None:
        """Give waiting URLs new scores, up or down; equal ones keep the order of pushes.

        URLs that do not wait, or are unknown, are left alone. The work is that of the given URLs, not of the
        frontier. Doing it twice is doing it once; what a crash undoes keeps its old score.

        Raises:
            ValueError: a score is not finite; nothing was changed.
        """

    def answering(self, key: bytes) -> None:
        """The response for the leased URL has begun: if the process dies now, it may be the cause."""

    def fetched(self, key: bytes) -> None:
        """The response for the leased URL is complete and about to be processed.

        Its host is free for other requests; if the process dies now, the page may be the cause.
        """

    def done(self, key: bytes) -> None:
        """The leased URL is finished."""

    def dead(self, key: bytes, reason: str) -> None:
        """The leased URL is given up; it is kept with the reason and can be put back by hand."""

    def release(self, key: bytes) -> None:
        """Put a leased URL back with its old score; this is not counted as an attempt."""

    def again(self, entry: Entry[Payload]) -> None:
        """Requeue a known URL with the values of the entry, to be visited again.

        A lease of it ends and is not counted as an attempt. Score, payload and URL are those of the entry,
        the host stays. The same holds for a URL that was visited or given up. One that waits or is unknown is
        pushed; one that another worker holds is left to that worker.
        """

    def failed(self, key: bytes, reason: str) -> bool:
        """Count an attempt at the leased URL and put it back on probation, as after a crash.

        Returns:
            True when that was the last attempt: the URL is now a dead letter with the reason.
        """

    def is_last_attempt(self, key: bytes) -> bool:
        """Return whether `failed` would make the leased URL a dead letter."""

    def counts(self) -> Counts:
        """Return the number of URLs in each state."""

    def close(self) -> None:
        """Release all leases, make everything durable and close files and connections."""


def check_scores(scores: Mapping[bytes, float]) -> None:
    """Check scores that are given to `Frontier.rescore`.

    Raises:
        ValueError: a score is not finite.
    """
    for score in scores.values():
        if not math.isfinite(score):
            raise ValueError(f"the score {score} is not a finite number")


@runtime_checkable
class SharedFrontier(Protocol):
    """Further methods of a frontier whose workers share the limits of hosts."""

    def sync(self) -> bool:
        """Send what waits here; return whether the server has all of it."""

    def pause(self, host: str, seconds: float, patience: float) -> None:
        """Let no worker send requests to a host for so long.

        When its pauses since its last answer are more than `patience` seconds, all workers give it up.
        """

    def deny(self, host: str, most: int) -> None:
        """Count an answer 401 or 403; at the `most`-th in a row all workers give the host up; 0: never."""

    def answered(self, host: str) -> None:
        """Forget the refusals of a host, which has answered; the pause that has begun lasts."""

    def hosts_given_up(self) -> Set[str]:
        """Return the hosts that the workers have given up, as far as this worker knows."""
