"""Memory of what came last, in a bounded amount of memory."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


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


class Latest(OrderedDict[Key, Value]):
    """The entries that were set last; older ones are forgotten.

    Args:
        most: maximum number of entries.

    >>> latest: Latest[str, int] = Latest(2)
    >>> latest["a"] = latest["b"] = latest["a"] = latest["c"] = 1
    >>> list(latest)
    ['a', 'c']
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: Key, value: Value) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)


class LatestCounts(Latest[Key, int]):
    """Counts by key, 0 for a key that is not known; those that changed last are remembered.

    >>> counts: LatestCounts[str] = LatestCounts(2)
    >>> counts["a"] += 1
    >>> counts["a"], counts["b"], len(counts)
    (1, 0, 1)
    """

    def __missing__(self, key: Key) -> int:
        return 0
