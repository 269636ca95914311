"""Looking at a frontier from outside: what the commands show, also while a crawl runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from topiccrawl.storage.frontier.contract import Counts, State

ALL = 2**31 - 1
"""As many as there are."""


@dataclass(frozen=True, slots=True)
class FrontierLink:
    """Everything a frontier knows of one address.

    Attributes:
        key: by which the address is known.
        url: the address.
        host: whose politeness applies.
        score: real-valued priority; higher comes first.
        state: what has become of it.
        attempts: crashes it took part in, and what a crash during the lease it has would count.
        model: version of the link model its score is of; 0: none.
        reason: why it was given up; None unless it is dead.
        payload: what the crawl needs to visit it; None once it is done.
        why: JSON that says why the link is there; empty when nobody said.
    """

    key: bytes
    url: str
    host: str
    score: float
    state: State
    attempts: float = 0.0
    model: int = 0
    reason: str | None = None
    payload: bytes | None = None
    why: str = ""


def is_of_reason(link: FrontierLink, reason: str) -> bool:
    """Whether the reason of a dead link holds a text, in any case of letters."""
    return reason.casefold() in (link.reason or "").casefold()


class FrontierView(Protocol):
    """A frontier seen by another process than the crawl. Each method raises `StorageError`.

    Only `requeue` writes. A view of a frontier that was never made is an error when the view is made.
    """

    def counts(self) -> Counts:
        """How many addresses are in which state."""

    def hosts(self, most: int) -> list[tuple[str, Counts]]:
        """The hosts with most addresses waiting, at most `most` of them, with their counts."""

    def top(self, most: int) -> list[FrontierLink]:
        """The best addresses that wait, best first, whatever their hosts; payloads are left out."""

    def dead(self, most: int, *, reason: str = "", host: str = "") -> list[FrontierLink]:
        """Addresses given up, first pushed first, with their reasons; payloads are left out.

        Args:
            most: how many at most; `ALL`: no limit.
            reason: only those whose reason holds this text, in any case of letters; empty: all.
            host: only those of this host; empty: all.
        """

    def find(self, key: bytes) -> FrontierLink | None:
        """One address with its payload; None when the frontier does not know it."""

    def requeue(self, keys: Iterable[bytes] | None = None) -> int:
        """Let dead addresses wait again, with their old score and no attempts.

        Args:
            keys: which; None: all. Addresses that are not dead are left alone.

        Returns:
            How many wait again.
        """

    def close(self) -> None:
        """Let go of files and connections; may be called twice."""
