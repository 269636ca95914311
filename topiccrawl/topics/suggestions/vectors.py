"""Related words by word vectors: words that occur in similar contexts."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from topiccrawl.relevance.vectors.word_vectors import WordVectors
from topiccrawl.topics.suggestions.suggestion import Relation

_NEAR = 0.6
"""Minimum cosine."""


class FromVectors:
    """Suggestions from vectors.

    Args:
        vectors: the vectors.
    """

    def __init__(self, vectors: WordVectors) -> None:
        self._vectors = vectors
        self._matrix = vectors.matrix(vectors.words)

    def related(self, word: str) -> Iterator[tuple[Relation, str, str]]:
        """Yield the most similar words of the vocabulary; none for a word without its own vector."""
        vector = self._vectors.vector(word) if word in self._vectors else None
        if vector is None:
            return
        cosines = self._matrix @ vector
        for number in np.argsort(-cosines, kind="stable"):
            if cosines[number] < _NEAR:
                break
            yield "near-synonym", self._vectors.words[number], f"{cosines[number]:.2f}"
