"""Memory of recent keys in a fixed amount of memory."""

from __future__ import annotations

from array import array


class RecentKeys:
    """Keys that were added recently. Of keys that fall on the same slot the latest is remembered.

    In a dict a key takes ten times as much, and the oldest one is found more and more slowly while keys are
    deleted from its start.

    Args:
        slots: a power of two; one takes 8 bytes.
    """

    def __init__(self, slots: int) -> None:
        self._mask = slots - 1
        self._keys = array("q", [-1]) * slots  # no hash is -1

    def slot(self, key: int) -> int | None:
        """Return the slot of a key, the result of `hash`; None when it is not remembered."""
        slot = key & self._mask
        return slot if self._keys[slot] == key else None

    def add(self, key: int) -> int:
        """Remember a key; return its slot."""
        slot = key & self._mask
        self._keys[slot] = key
        return slot
