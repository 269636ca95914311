"""Originals that have no sketch in the database yet, found by their bands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.originals import Role, related


class PendingOriginal:
    """An original in memory.

    Attributes:
        digest: of its body; None if it is not an original in this respect.
        is_near: whether it is an original by its body.
        has_title: whether it is an original by its title.
    """

    __slots__ = ("digest", "fingerprint", "has_title", "is_near", "key", "number", "original")

    def __init__(self, number: int, key: str, original: str, own: Fingerprint, roles: Role) -> None:
        self.number = number
        self.key = key
        self.original = original
        self.fingerprint = own
        self.digest = own.digest if Role.SAME in roles else None
        self.has_title = Role.TITLE in roles
        self.is_near = Role.NEAR in roles


class PendingOriginals:
    """The originals of one topic that were decided in a transaction, in this order."""

    def __init__(self) -> None:
        self._originals: dict[int, PendingOriginal] = {}
        self._of_digest: dict[bytes, int] = {}
        self._behind: dict[int, list[PendingOriginal]] = {}
        self._without_body: list[PendingOriginal] = []

    def __len__(self) -> int:
        return len(self._originals)

    def __iter__(self) -> Iterator[PendingOriginal]:
        return iter(self._originals.values())

    def add(self, one: PendingOriginal) -> None:
        """Add an original; its number is new."""
        assert one.number not in self._originals
        self._originals[one.number] = one
        if one.digest is not None:
            self._of_digest.setdefault(one.digest, one.number)
        if not one.fingerprint.bands:
            self._without_body.append(one)
        for band in one.fingerprint.bands:
            self._behind.setdefault(band, []).append(one)

    def get(self, number: int) -> PendingOriginal | None:
        """Return the original with a number; None: it has a sketch in the database."""
        return self._originals.get(number)

    def same(self, digest: bytes) -> int | None:
        """Return the first original with a body."""
        return self._of_digest.get(digest)

    def behind(self, bands: Iterable[int]) -> dict[int, list[PendingOriginal]]:
        """Return the originals behind those of some bands that have any."""
        return {band: self._behind[band] for band in bands if band in self._behind}

    def titled(
        self, behind: Sequence[Sequence[PendingOriginal]] | None, lengths: Sequence[int]
    ) -> list[PendingOriginal]:
        """Return the originals by title whose bodies share enough bands, or may do so: one is unknown.

        Args:
            behind: the originals by title behind each band that has some; None if the body has no bands.
            lengths: how many originals each of these bands has, those in the database included.
        """
        if behind is None:
            return [one for one in self if one.has_title]
        found = [one for one in self._without_body if one.has_title]
        return [*related(behind, lengths), *found] if behind else found
