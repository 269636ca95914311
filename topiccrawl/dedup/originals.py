"""Interface of stores of originals: in memory (`memory`) and in a database (`topiccrawl.storage`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from enum import IntFlag
from functools import cache
from typing import NamedTuple, Protocol, TypeVar, runtime_checkable

from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.sketch import Sketch

LEAST_NEAR = 3
"""Number of bands (`topiccrawl.dedup.bands`) that similar bodies share at least. Two bodies of similarity .8
share fewer with probability 1e-6."""

LEAST_TITLED = 2
"""Number of bands that bodies under similar titles share if they agree; or they share one that few have."""

MOST_BEHIND_ONE = 10
"""Maximum number of originals of a band that is enough alone. Two bodies of similarity .55, the least that
agrees, share one band alone with probability .006, none with .0007."""

MOST_BEHIND_A_BAND = 50
"""Maximum number of originals that are found by one band; a band of more originals is boilerplate."""

_LEAST_WHOLE = 16
"""Lists of originals that must be whole for `LEAST_NEAR`; with 16 of them the probability is 3e-5 at .8."""


One = TypeVar("One", bound=Hashable)


def related(behind: Sequence[Sequence[One]], lengths: Sequence[int]) -> set[One]:
    """Return the originals whose bodies share enough bands to agree under similar titles.

    Args:
        behind: the originals by title behind each band.
        lengths: how many of them there are, also those that are not in `behind`.
    """
    counts = Counter(one for some in behind for one in some)
    found = {one for one, count in counts.items() if count >= LEAST_TITLED}
    for some, length in zip(behind, lengths, strict=True):
        if length <= MOST_BEHIND_ONE:
            found.update(some)
    return found


def sharing(behind: Iterable[Sequence[int]], most: int = MOST_BEHIND_A_BAND) -> set[int]:
    """Return the originals that share enough of a body's bands to be similar.

    Args:
        behind: the first originals behind each of its bands.
        most: length of a list from which it may not be whole.
    """
    lists = list(behind)
    counts = Counter(number for one in lists for number in one)
    are_whole = sum(len(one) < most for one in lists) >= _LEAST_WHOLE
    least = LEAST_NEAR if are_whole else 1
    return {number for number, count in counts.items() if count >= least}


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
        kind: "title", "body" or "part" if that is a duplicate; None if the page is new.
    """
    return _roles(kind, own.digest is not None, own.near, bool(own.title))


@cache  # flags take longer to join than a page to look up
def _roles(kind: str | None, has_digest: bool, is_near: bool, has_title: bool) -> Role:
    roles = Role(0)
    if kind in (None, "title") and has_digest:
        roles |= Role.SAME | (Role.NEAR if is_near else Role(0))
    if kind is None and has_title:
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


class SimilarBody(NamedTuple):
    """An original whose body may be similar.

    Attributes:
        number: number of the original.
        body: sketch of its body.
        title: weights of its title's words by their hashes.
    """

    number: int
    body: Sketch
    title: Mapping[int, float]


class Candidates(Protocol):
    """The originals that a page may duplicate. Numbers increase in the order of adding."""

    def same_body(self) -> int | None:
        """Return the first original with the same body."""

    def near_bodies(self) -> Iterable[SimilarBody]:
        """Return originals that share enough bands of the body, see `sharing`.

        For each band, only its first `MOST_BEHIND_A_BAND` originals are returned.
        """

    def similar_titles(self, least: float, cut: float | None = None) -> Iterable[SimilarTitle]:
        """Return originals whose titles have at least this cosine and whose bodies may agree.

        Bodies may agree when they share enough bands, see `related`, or one is unknown.

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
