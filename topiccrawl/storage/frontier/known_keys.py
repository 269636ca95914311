"""Bounded cache of recently seen URL keys; avoids a database lookup for known links."""

from __future__ import annotations

from array import array

from topiccrawl.storage.frontier.contract import State

Known = float | State
"""The score of a URL that waits; the state of any other."""

_SLOTS = 131_072
"""Slots that a table has from the start, 2.2 MB: enough for 87,000 keys, so few crawls grow by it."""
_EMPTY, _GONE, _SCORE, _STATE = range(4)


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

    Keys are told apart by 64-bit hashes, which differ from process to process: with 500,000 keys, one lookup
    of 4e13 takes a key for another one.

    Args:
        most: maximum number of keys to remember; the first 87,000 take 2.2 MB, others 26 to 51 bytes each.

    Attributes:
        forgot: whether a key was dropped since the start or the last `clear`.
    """

    # Two halves: a key that is looked up moves to the younger one, which replaces the older one when full.

    def __init__(self, most: int) -> None:
        self.forgot = False
        self._half = max(1, most // 2)
        self._slots = min(_SLOTS, 1 << (2 * self._half).bit_length())
        self.clear()

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def get(self, key: bytes) -> Known | None:
        """Return what is known of a key; None when it is not remembered."""
        number = hash(key)
        known = self._young.get(number)
        if known is None and (known := self._old.get(number)) is not None:
            self._put(number, known)
        return known

    def put(self, key: bytes, known: Known) -> None:
        """Remember a key or its new state."""
        self._put(hash(key), known)

    def clear(self) -> None:
        """Forget everything; this does not count as a drop."""
        self._young, self._old = _Table(self._slots), _Table(2)
        self.forgot = False

    def _put(self, number: int, known: Known) -> None:
        self._old.remove(number)
        if len(self._young) >= self._half and self._young.get(number) is None:
            self.forgot = self.forgot or len(self._old) > 0
            self._old, self._young = self._young, _Table(self._slots)
        self._young.put(number, known)


class _Table:
    """A hash table in arrays, with linear probing; a dict of bytes and floats takes four times as much."""

    def __init__(self, slots: int) -> None:
        self._mask = slots - 1
        self._numbers = array("q", bytes(8 * slots))
        self._values = array("d", bytes(8 * slots))
        self._kinds = bytearray(slots)
        self._used = self._live = 0

    def __len__(self) -> int:
        return self._live

    def get(self, number: int) -> Known | None:
        slot = self._slot(number)
        kind = self._kinds[slot]
        if kind == _SCORE:
            return self._values[slot]
        return State(int(self._values[slot])) if kind == _STATE else None

    def put(self, number: int, known: Known) -> None:
        slot = self._slot(number)
        kind = self._kinds[slot]
        if kind == _EMPTY:
            if 3 * self._used >= 2 * self._mask:
                self._grow()
                slot = self._slot(number)
            self._used += 1
        if kind in (_EMPTY, _GONE):
            self._live += 1
        self._numbers[slot] = number
        self._values[slot] = known
        self._kinds[slot] = _STATE if isinstance(known, State) else _SCORE

    def remove(self, number: int) -> None:
        slot = self._slot(number)
        if self._kinds[slot] > _GONE:
            self._kinds[slot] = _GONE
            self._live -= 1

    def _slot(self, number: int) -> int:
        """Return the slot of a key, or the empty one where it belongs."""
        numbers, kinds, mask = self._numbers, self._kinds, self._mask
        slot = number & mask
        while kinds[slot] and numbers[slot] != number:
            slot = (slot + 1) & mask
        return slot

    def _grow(self) -> None:
        larger = _Table(2 * (self._mask + 1))
        for number, value, kind in zip(self._numbers, self._values, self._kinds, strict=True):
            if kind > _GONE:
                slot = larger._slot(number)
                larger._numbers[slot], larger._values[slot], larger._kinds[slot] = number, value, kind
        self._mask, self._kinds = larger._mask, larger._kinds
        self._numbers, self._values = larger._numbers, larger._values
        self._used = self._live
