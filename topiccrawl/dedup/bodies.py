"""Is the same text already there, under whatever title?"""

from __future__ import annotations

from hashlib import blake2b

from topiccrawl.dedup.match import Match
from topiccrawl.dedup.sketch import Sketch, jaccard, sketch, squeeze

SHORTEST = 20
"""Below so many characters a body says nothing: players and error notes are the same on many pages."""

SHORTEST_NEAR = 200
"""Below so many characters only equal bodies are duplicates: short notices differ in a name or a figure."""

_LOOKED_UP = 8
"""The smallest hashes by which a body is found. Two bodies of similarity J share none of them with
probability about (1 - J)^8: 3e-6 at .8."""

_MOST_BEHIND_A_HASH = 50
"""A shingle of so many originals is boilerplate; it stops leading to further ones."""


class BodyIndex:
    """Finds bodies that are, but for marks and blanks, the same as or nearly the same as an earlier one.

    An original costs about 1.5 KB, whatever its length.

    Args:
        threshold: least Jaccard similarity of the character shingles for a near duplicate, in (0, 1].

    Raises:
        ValueError: the threshold is outside of (0, 1].
    """

    def __init__(self, threshold: float = 0.8) -> None:
        if not 0 < threshold <= 1:
            raise ValueError(f"threshold {threshold!r} is not in (0, 1]")
        self._threshold = threshold
        self._keys: dict[bytes, str] = {}
        self._originals: list[tuple[str, Sketch]] = []
        self._behind: dict[int, list[int]] = {}

    def add(self, body: str, key: str) -> str | None:
        """The key of the earlier original that `body` repeats; None makes it one itself. See `match`."""
        found = self.match(body, key)
        return found.key if found else None

    def match(self, body: str, key: str) -> Match | None:
        """The earlier original that `body` repeats; None makes `body` an original itself.

        Bodies too short to tell anything are neither.
        """
        squeezed = squeeze(body)
        if len(squeezed) < SHORTEST:
            return None
        digest = blake2b(squeezed.encode("utf-8", "replace"), digest_size=16).digest()
        if digest in self._keys:
            return Match(self._keys[digest], 1.0)
        if len(squeezed) >= SHORTEST_NEAR:
            found = self._near(key, sketch(squeezed))
            if found is not None:
                return found
        self._keys[digest] = key
        return None

    def _near(self, key: str, own: Sketch) -> Match | None:
        first = [int(value) for value in own.hashes[:_LOOKED_UP]]
        candidates = {number for value in first for number in self._behind.get(value, ())}
        similar = [(jaccard(own, self._originals[number][1]), -number) for number in candidates]
        best, number = max(similar, default=(0.0, 0))
        if best >= self._threshold:
            return Match(self._originals[-number][0], best)
        for value in first:
            behind = self._behind.setdefault(value, [])
            if len(behind) < _MOST_BEHIND_A_HASH:
                behind.append(len(self._originals))
        self._originals.append((key, own))
        return None
