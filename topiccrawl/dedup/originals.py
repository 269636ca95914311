"""Interface of stores of originals: in memory (`memory`) and in a database (`topiccrawl.storage`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from enum import IntFlag
from typing import NamedTuple, Protocol, runtime_checkable

from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.sketch import Sketch

BODY_HASHES = 8
"""Number of smallest hashes by which a body is found. Two bodies of similarity J share none of them with
probability about (1 - J)^8: 3e-6 at .8."""

TITLE_HASHES = 6
"""Number of smallest hashes by which agreeing bodies are found among those with similar titles, which may be
many. Two bodies of similarity J share none of them with probability about (1 - J)^6: .008 at worst, 1e-6
at .9."""

MOST_BEHIND_A_HASH = 50
"""Maximum number of originals found by one hash; a shingle of more originals is boilerplate."""


LEAST_SHARED = 2
"""Number of the `BODY_HASHES` smallest hashes that similar bodies share at least; bodies with a quotation in
common often share one. Two bodies of similarity J share fewer with probability about
(1 - J)^8 + 8 J (1 - J)^7: 8e-5 at .8."""

_LEAST_WHOLE = 7
"""Lists of originals that must be whole for `LEAST_SHARED`; with 7 of them the probability is 4e-4 at .8."""


def sharing(behind: Iterable[Sequence[int]], most: int = MOST_BEHIND_A_HASH) -> set[int]:
    """Return the originals that share enough of a body's smallest hashes to be similar.

    Args:
        behind: the first originals behind each of its hashes.
        most: length of a list from which it may not be whole.
    """
    lists = list(behind)
    counts = Counter(number for one in lists for number in one)
    least = LEAST_SHARED if are_whole(lists, most) else 1
    return {number for number, count in counts.items() if count >= least}


def are_whole(behind: Iterable[Sequence[int]], most: int = MOST_BEHIND_A_HASH) -> bool:
    """Return whether enough lists are whole for `LEAST_SHARED`; arguments as of `sharing`."""
    return sum(len(one) < most for one in behind) >= _LEAST_WHOLE


class Role(IntFlag):
    """Roles in which a page is an original."""

    NEAR = 1
    """Its body is new and long enough for near duplicates."""
    TITLE = 2
    """Both its body and its title are new."""
    SAME = 4
    """Its body is new."""


def roles_of(own: Fingerprint, kind: str | None = None) -> Role:
    """Return the roles in which a page becomes an original.

    Args:
        own: fingerprint of the page.
        kind: "title" or "body" if that is a duplicate; None if the page is new.
    """
    roles = Role(0)
    if kind in (None, "title") and own.digest is not None:
        roles |= Role.SAME | (Role.NEAR if own.near else Role(0))
    if kind is None and own.title:
        roles |= Role.TITLE
    return roles


class SimilarTitle(NamedTuple):
    """An original with a similar title.

    Attributes:
        similarity: cosine of the titles.
        number: number of the original.
        body: sketch of its body; None when it has none.
        title: weights of its title's words by their hashes.
    """

    similarity: float
    number: int
    body: Sketch | None
    title: Mapping[int, float]


class Candidates(Protocol):
    """The originals that a page may duplicate. Numbers increase in the order of adding."""

    def same_body(self) -> int | None:
        """Return the first original with the same body."""

    def near_bodies(self) -> Iterable[tuple[int, Sketch]]:
        """Return originals that share enough of the `BODY_HASHES` smallest hashes, see `sharing`.

        For each hash, only its first `MOST_BEHIND_A_HASH` originals are returned.
        """

    def similar_titles(self, least: float, cut: float | None = None) -> Iterable[SimilarTitle]:
        """Return originals whose titles have at least this cosine and whose bodies may agree.

        Bodies may agree when they share one of their `TITLE_HASHES` smallest hashes, or one is unknown.

        Args:
            least: least cosine.
            cut: least cosine of titles of which one is a part of the other; None: `least` holds for all.
        """

    def key_of(self, number: int) -> str:
        """Return the key of an original."""

    def original_of(self, number: int) -> str:
        """Return the key of the page whose title an original duplicates, or its own key."""


@runtime_checkable
class Originals(Protocol):
    """A store of originals for `TitleIndex`, `BodyIndex` and `topiccrawl.dedup.repeats`."""

    def candidates(self, own: Fingerprint) -> AbstractContextManager[Candidates]:
        """Return the candidates for a page, valid within the context."""

    def keep(self, own: Fingerprint, key: str, roles: Role, original: str | None = None) -> None:
        """Add a page.

        Args:
            own: fingerprint of the page.
            key: key of the page.
            roles: roles in which it is an original; without roles nothing is added.
            original: key of the page whose title it duplicates.
        """
