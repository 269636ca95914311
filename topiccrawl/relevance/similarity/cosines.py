"""Cosines of many words with fixed words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from topiccrawl.relevance.contracts import Floats, Vectors
from topiccrawl.relevance.vectors.joined import JoinedVectors


class Cosines:
    """Cosines of words with the words of a topic.

    With several joined sets it is the weighted mean over the sets that know both words.

    Args:
        vectors: the set, or several joined.
        topic_words: the columns.
        precision: of the products; single is enough where no threshold decides, and takes half the time.
    """

    def __init__(
        self,
        vectors: Vectors,
        topic_words: tuple[str, ...],
        precision: npt.DTypeLike = np.float64,
    ) -> None:
        parts = vectors.parts if isinstance(vectors, JoinedVectors) else ((vectors, 1.0),)
        self._precision = precision
        self._parts = [_Part(part, share, self._matrix(part, topic_words).T) for part, share in parts]

    def of(self, words: tuple[str, ...]) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """Return the cosines, one row per word and one column per topic word, and where there is one.

        A cosine is discounted by the lengths of the vectors, and 0 where there is none.
        """
        if len(self._parts) == 1:
            (only,) = self._parts
            rows = self._matrix(only.vectors, words)
            return rows @ only.columns, only.both_known(rows)
        total, weight = np.zeros(()), np.zeros(())
        for part in self._parts:
            rows = self._matrix(part.vectors, words)
            total = total + part.share * (rows @ part.columns)
            weight = weight + part.share * part.both_known(rows)
        known = weight > 0
        return total / np.where(known, weight, 1), known

    def _matrix(self, part: Vectors, words: tuple[str, ...]) -> Floats:
        rows: Floats = part.matrix(words).astype(self._precision, copy=False)
        return rows


@dataclass(frozen=True)
class _Part:
    """A set of vectors, its share and the topic words' vectors, one per column."""

    vectors: Vectors
    share: float
    columns: Floats

    def both_known(self, rows: Floats) -> npt.NDArray[np.bool_]:
        """Return where both words have a vector."""
        return np.outer(rows.any(axis=1), self._known)

    @cached_property
    def _known(self) -> npt.NDArray[np.bool_]:
        return np.asarray(self.columns.any(axis=0))
