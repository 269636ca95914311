"""Where originals are kept and looked up: in memory here, in a database in `topiccrawl.storage`."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from enum import IntFlag
from typing import NamedTuple, Protocol, runtime_checkable

from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.sketch import Sketch

BODY_HASHES = 8
"""The smallest hashes by which a body is found. Two bodies of similarity J share none of them with
probability about (1 - J)^8: 3e-6 at .8."""

TITLE_HASHES = 6
"""The smallest hashes by which agreeing bodies are found among those under similar titles, which may be
many. Two bodies of similarity J share none of them with probability about (1 - J)^6: .008 at worst, 1e-6
at .9."""

MOST_BEHIND_A_HASH = 50
"""A shingle of so many originals is boilerplate; it stops leading a body to further ones."""


class Role(IntFlag):
    """In which respects a page is an original."""

    NEAR = 1
    """Its body is unlike all earlier ones and long enough to be compared with others."""
    TITLE = 2
    """Neither body nor title is that of an earlier page."""
    SAME = 4
    """Its body is unlike all earlier ones."""


def roles_of(own: Fingerprint, kind: str | None = None) -> Role:
    """Return in which respects a page becomes an original.

    Args:
        own: the page.
        kind: what it has of an earlier page, "title" or "body"; None: neither.
    """
    roles = Role(0)
    if kind in (None, "title") and own.digest is not None:
        roles |= Role.SAME | (Role.NEAR if own.near else Role(0))
    if kind is None and own.title:
        roles |= Role.TITLE
    return roles


class SimilarTitle(NamedTuple):
    """An original under a similar title.

    Attributes:
        similarity: cosine of the titles.
        number: of the original.
        body: its sample; None when it has no body.
    """

    similarity: float
    number: int
    body: Sketch | None


class Candidates(Protocol):
    """The originals that one page may repeat. Numbers grow in the order in which originals were added."""

    def same_body(self) -> int | None:
        """Return the first original with the same body."""

    def near_bodies(self) -> Iterable[tuple[int, Sketch]]:
        """Return originals that share one of the `BODY_HASHES` smallest hashes.

        Of each hash only the first `MOST_BEHIND_A_HASH` originals that have it.
        """

    def similar_titles(self, least: float) -> Iterable[SimilarTitle]:
        """Return originals whose titles have at least this cosine, except those with unrelated bodies.

        Bodies are related when they share one of their `TITLE_HASHES` smallest hashes, or one is unknown.
        """

    def key_of(self, number: int) -> str:
        """Return the key of an original."""

    def original_of(self, number: int) -> str:
        """Return the key of the page whose title an original has, or else its own."""


@runtime_checkable
class Originals(Protocol):
    """Keeps originals, for a `TitleIndex`, a `BodyIndex` or `topiccrawl.dedup.repeats`."""

    def candidates(self, own: Fingerprint) -> AbstractContextManager[Candidates]:
        """Look up a page; what it gives is valid within the context."""

    def keep(self, own: Fingerprint, key: str, roles: Role, original: str | None = None) -> None:
        """Add a page.

        Args:
            own: the page.
            key: what names it.
            roles: in which respects it is an original; nothing happens if in none.
            original: key of the page whose title it has.
        """
