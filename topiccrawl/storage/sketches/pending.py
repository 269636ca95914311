"""An original that has no sketch in the database yet."""

from __future__ import annotations

from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.originals import BODY_HASHES, TITLE_HASHES, Role


class PendingOriginal:
    """An original in memory, with the hashes by which it is found.

    Attributes:
        digest: of its body; None if it is not an original in this respect.
        near: smallest hashes of its body; none if it is not an original in this respect.
        has_title: whether it is an original by its title.
        titled: smallest hashes of its body, by which its title is found; none: it has no body.
    """

    __slots__ = ("digest", "fingerprint", "has_title", "key", "near", "number", "original", "titled")

    def __init__(self, number: int, key: str, original: str, own: Fingerprint, roles: Role) -> None:
        self.number = number
        self.key = key
        self.original = original
        self.fingerprint = own
        self.digest = own.digest if Role.SAME in roles else None
        self.has_title = Role.TITLE in roles
        near = own.body is not None and Role.NEAR in roles
        self.near = frozenset(own.body.lowest(BODY_HASHES) if near and own.body is not None else ())
        self.titled = frozenset(own.body.lowest(TITLE_HASHES) if own.body is not None else ())
