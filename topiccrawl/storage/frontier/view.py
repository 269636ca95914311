"""A view of a frontier for commands, also while a crawl runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from topiccrawl.storage.frontier.contract import Counts, State, waiting_key

ALL = 2**31 - 1
"""No limit."""


@dataclass(frozen=True, slots=True)
class FrontierLink:
    """Everything a frontier knows of one URL.

    Attributes:
        key: identifies the URL.
        url: the URL.
        host: the downloader's slot.
        score: the priority; higher comes first.
        state: its state.
        attempts: crashes it took part in, plus what a crash during its present lease would count.
        reason: why it was given up; None unless it is dead.
        payload: the crawl's request; None once it is done.
        why: JSON on the link's origin; empty when there is none.
    """

    key: bytes
    url: str
    host: str
    score: float
    state: State
    attempts: float = 0.0
    reason: str | None = None
    payload: bytes | None = None
    why: str = ""


def is_of_reason(link: FrontierLink, reason: str) -> bool:
    """Return whether the reason of a dead link contains a text, ignoring case."""
    return reason.casefold() in (link.reason or "").casefold()


class FrontierView(Protocol):
    """A frontier as other processes than the crawl see it. Each method raises `StorageError`.

    Only `requeue` writes. The constructor raises when there is no such frontier.
    """

    def counts(self) -> Counts:
        """Return the number of URLs in each state."""

    def hosts(self, most: int) -> list[tuple[str, Counts]]:
        """Return the hosts with the most waiting URLs, and their counts."""

    def top(self, most: int) -> list[FrontierLink]:
        """Return the best waiting URLs of all hosts, best first, without payloads."""

    def newest(self, most: int) -> list[FrontierLink]:
        """Return URLs that are being visited, then waiting ones that were found last; without payloads.

        Redis keeps no order of finding, so waiting ones are the best of all hosts there.
        """

    def dead(self, most: int, *, reason: str = "", host: str = "") -> list[FrontierLink]:
        """Return URLs that were given up, first pushed first, without payloads.

        Args:
            most: the largest number; `ALL`: no limit.
            reason: only those whose reason contains this text, ignoring case; empty: all.
            host: only those of this host; empty: all.
        """

    def find(self, key: bytes) -> FrontierLink | None:
        """Return one URL with its payload; None when the frontier does not know it."""

    def requeue(self, keys: Iterable[bytes] | None = None) -> int:
        """Requeue dead URLs with their old score and no attempts.

        Args:
            keys: which; None: all. URLs that are not dead are left alone.

        Returns:
            How many wait again.
        """

    def close(self) -> None:
        """Close files and connections; may be called twice."""


def find_link(view: FrontierView, key: bytes) -> FrontierLink | None:
    """Return what a frontier knows of a URL, also of one that waits for the pages of its section."""
    if (found := view.find(key)) is None:
        found = view.find(waiting_key(key))
    return None if found is not None and found.key != key and found.state is not State.WAITING else found
