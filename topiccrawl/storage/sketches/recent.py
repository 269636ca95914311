"""Originals in memory: those not yet stored, and stored ones that were read recently."""

from __future__ import annotations

import time

from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.originals import BODY_HASHES, TITLE_HASHES, Role

FIRST_PENDING = 2**62
"""Numbers of pages that are not stored yet: greater than those of stored pages."""

_MOST_KNOWN = 5000
"""Sketches of stored pages in memory, some 3 KB each."""

_KEPT = 60.0
"""Seconds for which they stay there."""


class PendingOriginal:
    """An original whose page is not stored yet."""

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


class RecentSketches:
    """Cache of the sketches of stored pages; those behind a frequent shingle are needed again and again.

    When another process writes a page again, the old sketch is used for `_KEPT` seconds at most.
    """

    def __init__(self) -> None:
        self._read: dict[int, Fingerprint] = {}
        self._since = time.monotonic()

    def get(self, number: int) -> Fingerprint | None:
        """Return the fingerprint of a page, if it is remembered."""
        return self._read.get(number)

    def put(self, number: int, fingerprint: Fingerprint) -> None:
        """Remember a page."""
        self._read[number] = fingerprint

    def forget(self, number: int) -> None:
        """Forget a page that was written again."""
        self._read.pop(number, None)

    def shrink(self) -> None:
        """Forget everything when it is too old or too much."""
        if len(self._read) > _MOST_KNOWN or time.monotonic() - self._since > _KEPT:
            self._read.clear()
            self._since = time.monotonic()
