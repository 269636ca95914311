"""Several thesauri, or several sets of vectors, taken as one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from topiccrawl.relevance.resources.packaged import (
    Floats,
    Thesaurus,
    Vector,
    Vectors,
    joined_fingerprint,
    resource_name,
)


class JoinedThesaurus:
    """The best similarity over several thesauri, as over the senses of one.

    Args:
        parts: the thesauri, at least one.
    """

    def __init__(self, parts: Sequence[Thesaurus]) -> None:
        self.parts = tuple(parts)
        self.words: tuple[str, ...] = tuple(sorted({word for part in parts for word in part.words}))
        self.fingerprint = f"max({', '.join(part.fingerprint for part in parts)})"
        place = {word: n for n, word in enumerate(self.words)}
        self._places = [np.array([place[word] for word in part.words], dtype=np.int64) for part in parts]

    def __contains__(self, word: str) -> bool:
        return any(word in part for part in self.parts)

    def similarity(self, a: str, b: str) -> float | None:
        """In [0, 1]; None when no thesaurus knows both words."""
        values = [part.similarity(a, b) for part in self.parts]
        return max((value for value in values if value is not None), default=None)

    def row(self, word: str) -> Floats:
        """Similarity of `word` to each of `words`; 0 where no thesaurus knows both."""
        best = np.zeros(len(self.words))
        for part, places in zip(self.parts, self._places, strict=True):
            best[places] = np.maximum(best[places], part.row(word))
        return best


class JoinedVectors:
    """Vectors whose cosine is the weighted mean of the cosines in several sets.

    Where a set lacks a word, the others decide alone.

    Args:
        parts: the sets with their shares in the mean, each over 0.
    """

    def __init__(self, parts: Sequence[tuple[Vectors, float]]) -> None:
        for part, share in parts:
            if not share > 0:
                raise ValueError(f"share {share!r} of {resource_name(part.fingerprint)} is not over 0")
        self._parts = tuple(parts)
        self.words: tuple[str, ...] = tuple(dict.fromkeys(word for part, _ in parts for word in part.words))
        self.fingerprint = joined_fingerprint(tuple((part.fingerprint, share) for part, share in parts))

    def vector(self, word: str) -> Vector | None:
        """The word's unit vector in all sets side by side; None when no set has one."""
        row: Vector = self.matrix((word,))[0]
        return row if row.any() else None

    def matrix(self, words: tuple[str, ...]) -> Vector:
        """Unit vectors of `words`, one a row; a row of zeros where `vector` gives None."""
        # The cosine of two such vectors is the mean of the parts' cosines, weighted by the squares.
        rows = np.hstack([part.matrix(words) * np.float32(share**0.5) for part, share in self._parts])
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        whole: Vector = (rows / np.where(lengths == 0, 1, lengths)).astype(np.float32)
        return whole
