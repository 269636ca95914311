"""Is the same text already there, under whatever title?"""

from __future__ import annotations

from topiccrawl.dedup.fingerprint import fingerprint
from topiccrawl.dedup.match import Match
from topiccrawl.dedup.memory import MemoryOriginals
from topiccrawl.dedup.originals import Originals, Role, roles_of
from topiccrawl.dedup.repeats import find_body


class BodyIndex:
    """Finds bodies that are, but for marks and blanks, the same as or nearly the same as an earlier one.

    In memory an original costs about 1.5 KB, whatever its length.

    Args:
        threshold: least Jaccard similarity of the character shingles for a near duplicate, in (0, 1].
        store: keeps the originals; None: in memory.

    Raises:
        ValueError: the threshold is outside of (0, 1].
    """

    def __init__(self, threshold: float = 0.8, store: Originals | None = None) -> None:
        if not 0 < threshold <= 1:
            raise ValueError(f"threshold {threshold!r} is not in (0, 1]")
        self._threshold = threshold
        self._originals = MemoryOriginals() if store is None else store

    def add(self, body: str, key: str) -> str | None:
        """The key of the earlier original that `body` repeats; None makes it one itself. See `match`."""
        found = self.match(body, key)
        return found.key if found else None

    def match(self, body: str, key: str) -> Match | None:
        """The earlier original that `body` repeats; None makes `body` an original itself.

        Bodies too short to tell anything are neither.
        """
        own = fingerprint("", body)
        with self._originals.candidates(own) as candidates:
            found = find_body(own, candidates, self._threshold)
            match = Match(candidates.key_of(found.number), found.similarity) if found else None
        if match is None:
            self._originals.keep(own, key, roles_of(own) & ~Role.TITLE)
        return match
