"""The addresses met of late: most links lead to what is known already, and nobody need be asked."""

from __future__ import annotations

from topiccrawl.storage.frontier.contract import State

Known = float | State
"""The score of an address that waits; what has become of any other."""


class KnownKeys:
    """A bounded map from keys to what is known of them; what was not asked for of late is forgotten.

    Two halves: what is asked for moves to the younger one, and when that is full the older one is dropped.

    Args:
        most: most keys to remember; one takes about 150 bytes.

    Attributes:
        forgot: whether a key was dropped since the start or the last `clear`.
    """

    def __init__(self, most: int) -> None:
        self.forgot = False
        self._half = max(1, most // 2)
        self._young: dict[bytes, Known] = {}
        self._old: dict[bytes, Known] = {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def get(self, key: bytes) -> Known | None:
        """What is known of a key; None when it is not remembered."""
        known = self._young.get(key)
        if known is None and (known := self._old.get(key)) is not None:
            self.put(key, known)
        return known

    def put(self, key: bytes, known: Known) -> None:
        """Remember a key, or what is new of it."""
        self._old.pop(key, None)
        if len(self._young) >= self._half and key not in self._young:
            self.forgot = self.forgot or bool(self._old)
            self._old, self._young = self._young, {}
        self._young[key] = known

    def clear(self) -> None:
        """Forget everything; this does not count as dropped."""
        self._young, self._old = {}, {}
        self.forgot = False
