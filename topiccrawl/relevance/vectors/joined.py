"""Several sets of vectors joined into one: the cosine is the weighted mean of their cosines."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from topiccrawl.relevance.contracts import Unopened, Vector, Vectors


class JoinedVectors:
    """Vectors whose cosine is the weighted mean of the cosines in several sets.

    If a set lacks a word, the others decide alone.

    Args:
        parts: the sets with their weights in the mean, each over 0.

    Attributes:
        parts: the same.
    """

    def __init__(self, parts: Sequence[tuple[Vectors, float]]) -> None:
        self.parts = tuple(parts)
        self.words: tuple[str, ...] = tuple(dict.fromkeys(word for part, _ in parts for word in part.words))
        self.fingerprint = _fingerprint(parts)

    def centred(self) -> JoinedVectors:
        """Return the joined vectors by which words are compared with a topic."""
        return JoinedVectors([(part.centred(), share) for part, share in self.parts])

    def matrix(self, words: tuple[str, ...]) -> Vector:  # noqa: D102 (see `contracts`)
        # The product of two concatenated vectors is the mean of the parts' products, weighted by the squares.
        parts = [(part.matrix(words), np.float32(share)) for part, share in self.parts]
        present = sum(np.where(rows.any(axis=1, keepdims=True), share, 0) for rows, share in parts)
        whole = np.hstack([rows * share**0.5 for rows, share in parts])
        return np.asarray(whole / np.sqrt(np.where(present == 0, 1, present)), dtype=np.float32)


def joined_vectors(parts: Sequence[tuple[Unopened[Vectors], float]]) -> Unopened[Vectors]:
    """Return sets of vectors joined into one, which opens them when it is opened."""
    return Unopened(
        _fingerprint(parts), lambda: JoinedVectors([(part.open(), share) for part, share in parts])
    )


def _fingerprint(parts: Sequence[tuple[Vectors | Unopened[Vectors], float]]) -> str:
    return f"mean({', '.join(f'{share:g} {part.fingerprint}' for part, share in parts)})"
