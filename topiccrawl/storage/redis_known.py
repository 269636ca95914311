"""Addresses that a worker knows to be in the frontier: most links lead to one of them."""

from __future__ import annotations

from topiccrawl.storage.frontier import State

Told = float | State
"""What was last told of an address: the score with which it waits, or its state when it does not wait."""


class KnownKeys:
    """A bounded memory of addresses; those not asked for lately are forgotten.

    It holds a younger and an older half: when the younger one is full it becomes the older one, which is
    forgotten as a whole. An address found in the older half moves to the younger.

    Args:
        limit: addresses held at most; one takes about 150 bytes.
    """

    def __init__(self, limit: int) -> None:
        self._half = max(1, limit // 2)
        self._young: dict[bytes, Told] = {}
        self._old: dict[bytes, Told] = {}
        self.forgot = False
        """Whether an address was ever forgotten."""

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def get(self, key: bytes) -> Told | None:
        """What was last told of an address; None when it is not remembered."""
        told = self._young.get(key)
        if told is None and (told := self._old.pop(key, None)) is not None:
            self.put(key, told)
        return told

    def put(self, key: bytes, told: Told) -> None:
        """Remember what was told of an address."""
        self._old.pop(key, None)
        self._young[key] = told
        if len(self._young) > self._half:
            self.forgot = self.forgot or bool(self._old)
            self._old, self._young = self._young, {}

    def clear(self) -> None:
        """Forget all."""
        self._young.clear()
        self._old.clear()
        self.forgot = False
