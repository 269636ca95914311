"""The frontier: addresses known but not yet visited, best first.

A frontier hands an entry out as a *lease*. A leased entry that is not `done` is not lost: `release` puts it
back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

Payload = TypeVar("Payload")


@dataclass(frozen=True, slots=True)
class Entry(Generic[Payload]):
    """An address to visit.

    Attributes:
        key: by which the address is known (see `topiccrawl.page.canonical_url.url_key`).
        host: whose politeness applies.
        score: real-valued priority; higher comes first.
        payload: what the caller needs to visit it.
    """

    key: bytes
    host: str
    score: float
    payload: Payload


class Frontier(Protocol[Payload]):
    """Queue and duplicate filter in one."""

    def known(self, key: bytes) -> bool:
        """Whether the address was ever pushed."""

    def push(self, entry: Entry[Payload]) -> bool:
        """Take an address in; True when it is new.

        A known address that still waits takes the higher of both scores: several links may lead to it, and
        the best one counts.
        """

    def lease(self, ready: Callable[[str, float], bool]) -> Entry[Payload] | None:
        """The best entry among the hosts that are `ready`, or None; among equals the first pushed.

        Args:
            ready: asked for one host after the other, the one with the best entry first: may the host be
                asked now, for an entry of this score?
        """

    def done(self, key: bytes) -> None:
        """The leased address is settled for good."""

    def release(self, key: bytes) -> None:
        """Put a leased address back, with its old score."""

    def waiting(self) -> int:
        """Entries that can be leased."""

    def leased(self) -> int:
        """Entries handed out and not yet settled."""
