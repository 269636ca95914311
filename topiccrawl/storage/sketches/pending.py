"""An original that has no sketch in the database yet."""

from __future__ import annotations

from topiccrawl.dedup.bands import bands
from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.originals import Role


class PendingOriginal:
    """An original in memory, with the bands by which it is found.

    Attributes:
        digest: of its body; None if it is not an original in this respect.
        near: bands of its body; none if it is not an original in this respect.
        has_title: whether it is an original by its title.
        titled: bands of its body, by which its title is found; none: it has no body.
    """

    __slots__ = ("digest", "fingerprint", "has_title", "key", "near", "number", "original", "titled")

    def __init__(self, number: int, key: str, original: str, own: Fingerprint, roles: Role) -> None:
        self.number = number
        self.key = key
        self.original = original
        self.fingerprint = own
        self.digest = own.digest if Role.SAME in roles else None
        self.has_title = Role.TITLE in roles
        self.titled = frozenset(() if own.body is None else bands(own.body))
        self.near = self.titled if Role.NEAR in roles else frozenset()
