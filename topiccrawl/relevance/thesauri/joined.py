"""Several thesauri joined into one: the highest similarity counts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from topiccrawl.relevance.contracts import Floats, Thesaurus, Unopened


class JoinedThesaurus:
    """The highest similarity in several thesauri, as over the senses of one.

    Args:
        parts: the thesauri, at least one.
    """

    def __init__(self, parts: Sequence[Thesaurus]) -> None:
        self.parts = tuple(parts)
        self.words: tuple[str, ...] = tuple(sorted({word for part in parts for word in part.words}))
        self.fingerprint = _fingerprint(parts)
        place = {word: n for n, word in enumerate(self.words)}
        self._places = [np.array([place[word] for word in part.words], dtype=np.int64) for part in parts]

    def __contains__(self, word: str) -> bool:
        return any(word in part for part in self.parts)

    def similarity(self, a: str, b: str) -> float | None:
        """Return the similarity in [0, 1]; None if no thesaurus knows both words."""
        values = [part.similarity(a, b) for part in self.parts]
        return max((value for value in values if value is not None), default=None)

    def row(self, word: str) -> Floats:
        """Return the similarity of `word` to each of `words`; 0 if no thesaurus knows both."""
        best = np.zeros(len(self.words))
        for part, places in zip(self.parts, self._places, strict=True):
            best[places] = np.maximum(best[places], part.row(word))
        return best


def joined_thesaurus(parts: Sequence[Unopened[Thesaurus]]) -> Unopened[Thesaurus]:
    """Return thesauri joined into one, which opens them when it is opened."""
    return Unopened(_fingerprint(parts), lambda: JoinedThesaurus([part.open() for part in parts]))


def _fingerprint(parts: Sequence[Thesaurus | Unopened[Thesaurus]]) -> str:
    return f"max({', '.join(part.fingerprint for part in parts)})"
