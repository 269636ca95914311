"""Related words by word vectors: words that occur in similar contexts."""

from __future__ import annotations

import numpy as np

from topiccrawl.relevance.vectors.word_vectors import WordVectors
from topiccrawl.topics.suggestions.suggestion import Suggestion

_NEAR = 0.6
"""Minimum cosine."""


class FromVectors:
    """Suggestions from vectors.

    Args:
        vectors: the vectors.
        name: their name.
        most: maximum suggestions per word.
    """

    def __init__(self, vectors: WordVectors, name: str, most: int = 10) -> None:
        self._vectors = vectors
        self._name = name
        self._most = most
        self._matrix = vectors.matrix(vectors.words)

    def suggest(self, word: str) -> list[Suggestion]:
        """Return the most similar words of the vocabulary; none for a word without its own vector."""
        vector = self._vectors.vector(word) if word in self._vectors else None
        if vector is None:
            return []
        cosines = self._matrix @ vector
        found = []
        for number in np.argsort(-cosines, kind="stable")[: self._most + 1]:
            other = self._vectors.words[number]
            if other != word and cosines[number] >= _NEAR:
                found.append(Suggestion(other, word, "near-synonym", f"{self._name} {cosines[number]:.2f}"))
        return found[: self._most]
