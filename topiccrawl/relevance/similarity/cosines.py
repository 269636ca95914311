"""Cosines of many words with fixed words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from topiccrawl.relevance.contracts import Floats, Vectors
from topiccrawl.relevance.similarity.shared_strings import Bools, SharedStrings
from topiccrawl.relevance.vectors.joined import JoinedVectors
from topiccrawl.relevance.vectors.word_vectors import WordVectors


class Cosines:
    """Cosines of words with the words of a topic.

    With several joined sets it is the weighted mean over the sets that know both words. Characters that two
    words share say little of what they mean (see `SharedStrings`). So the cosine of a composed word and
    another one with a piece of it is discounted. Where a set refuses a word and another set, an encoder,
    would score the strings by their common characters, the first one's centred vectors decide instead.

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
        self._topic_words = topic_words
        self._precision = precision
        # In rows: the product of a few words with a transposed matrix takes five times as long.
        columns = [np.ascontiguousarray(self._matrix(part, topic_words).T) for part, _ in parts]
        self._parts = [_Part(part, share, own) for (part, share), own in zip(parts, columns, strict=True)]
        self._composing = [
            (part, share) for part, share in parts if isinstance(part, WordVectors) and part.composes
        ]

    def of(self, words: tuple[str, ...]) -> tuple[Floats, Bools]:
        """Return the cosines, one row per word and one column per topic word, and where there is one.

        A cosine is discounted by the lengths of the vectors, and 0 where there is none.
        """
        cosines, known = self._means(words)
        if self._composing:
            found = [strings.of(words) for strings in self._strings]
            # A set that has both words itself knows more than their characters.
            cosines = cosines * np.maximum.reduce([factors for factors, _ in found])
            refused = np.logical_and.reduce([refused for _, refused in found]) & known
            rows = np.flatnonzero(refused.any(axis=1))
            if len(rows):
                centred, both = self._centred.of(tuple(words[row] for row in rows))
                cosines[rows] = np.where(refused[rows] & both, centred, cosines[rows])
        return cosines, known

    def _means(self, words: tuple[str, ...]) -> tuple[Floats, Bools]:
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

    @cached_property
    def _strings(self) -> Sequence[SharedStrings]:
        return [SharedStrings(part, self._topic_words) for part, _ in self._composing]

    @cached_property
    def _centred(self) -> Cosines:
        centred = JoinedVectors([(part.centred(), share) for part, share in self._composing])
        return Cosines(centred, self._topic_words, self._precision)


@dataclass(frozen=True)
class _Part:
    """A set of vectors, its share and the topic words' vectors, one per column."""

    vectors: Vectors
    share: float
    columns: Floats

    def both_known(self, rows: Floats) -> Bools:
        """Return where both words have a vector."""
        return np.outer(rows.any(axis=1), self._known)

    @cached_property
    def _known(self) -> Bools:
        return np.asarray(self.columns.any(axis=0))
