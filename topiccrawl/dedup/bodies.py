"""Detection of duplicate bodies, whatever their titles."""

from __future__ import annotations

from topiccrawl.dedup.fingerprint import fingerprint
from topiccrawl.dedup.memory import MemoryOriginals
from topiccrawl.dedup.originals import Role, roles_of
from topiccrawl.dedup.repeats import Match, find_body


class BodyIndex:
    """Finds duplicates and near duplicates of bodies, ignoring punctuation and white space.

    An original takes about 1.5 KB, whatever its length.

    Args:
        threshold: minimum Jaccard similarity of the character shingles of near duplicates, in (0, 1].

    Raises:
        ValueError: the threshold is outside of (0, 1].
    """

    def __init__(self, threshold: float = 0.8) -> None:
        if not 0 < threshold <= 1:
            raise ValueError(f"threshold {threshold!r} is not in (0, 1]")
        self._threshold = threshold
        self._originals = MemoryOriginals()

    def add(self, body: str, key: str) -> str | None:
        """Return the key of the original that `body` duplicates, or add it as an original. See `match`."""
        found = self.match(body, key)
        return found.key if found else None

    def match(self, body: str, key: str) -> Match | None:
        """Return the original that `body` duplicates; if None, `body` becomes an original.

        Very short bodies are neither duplicates nor originals.
        """
        own = fingerprint("", body)
        with self._originals.candidates(own) as candidates:
            found = find_body(own, candidates, self._threshold)
            match = Match(candidates.key_of(found.number), found.similarity) if found else None
        if match is None:
            self._originals.keep(own, key, roles_of(own) & ~Role.TITLE)
        return match
