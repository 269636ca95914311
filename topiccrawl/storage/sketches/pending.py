"""An original that has no sketch in the database yet."""

from __future__ import annotations

from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.originals import BODY_HASHES, TITLE_HASHES, Role


class PendingOriginal:
    """An original in memory, with the hashes by which it is found."""

    __slots__ = ("fingerprint", "key", "near", "number", "original", "roles", "titled")

    def __init__(self, number: int, key: str, original: str, own: Fingerprint, roles: Role) -> None:
        self.number = number
        self.key = key
        self.original = original
        self.fingerprint = own
        self.roles = roles
        near = own.body is not None and Role.NEAR in roles
        self.near = frozenset(own.body.lowest(BODY_HASHES) if near and own.body is not None else ())
        self.titled = frozenset(own.body.lowest(TITLE_HASHES) if own.body is not None else ())
