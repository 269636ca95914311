"""Bounded cache of recently seen URL keys; avoids a database lookup for known links."""

from __future__ import annotations

from topiccrawl.storage.frontier.contract import State

Known = float | State
"""The score of a URL that waits; the state of any other."""


def state_of_known(known: Known | None) -> State | None:
    """Return the state of a URL; None for one that is not known.

    >>> state_of_known(0.5)
    <State.WAITING: 0>
    """
    return State.WAITING if isinstance(known, float) else known


def score_of_known(known: Known | None) -> float | None:
    """Return the score of a URL that waits; None for others.

    >>> score_of_known(State.DONE) is None
    True
    """
    return known if isinstance(known, float) else None


class KnownKeys:
    """A bounded map from URL keys to their state; keys that were not looked up recently are forgotten.

    Args:
        most: maximum number of keys to remember; one takes about 150 bytes.

    Attributes:
        forgot: whether a key was dropped since the start or the last `clear`.
    """

    # Two halves: a key that is looked up moves to the younger one, which replaces the older one when full.

    def __init__(self, most: int) -> None:
        self.forgot = False
        self._half = max(1, most // 2)
        self._young: dict[bytes, Known] = {}
        self._old: dict[bytes, Known] = {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def get(self, key: bytes) -> Known | None:
        """Return what is known of a key; None when it is not remembered."""
        known = self._young.get(key)
        if known is None and (known := self._old.get(key)) is not None:
            self.put(key, known)
        return known

    def put(self, key: bytes, known: Known) -> None:
        """Remember a key or its new state."""
        self._old.pop(key, None)
        if len(self._young) >= self._half and key not in self._young:
            self.forgot = self.forgot or bool(self._old)
            self._old, self._young = self._young, {}
        self._young[key] = known

    def clear(self) -> None:
        """Forget everything; this does not count as a drop."""
        self._young, self._old = {}, {}
        self.forgot = False
