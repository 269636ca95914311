"""How much a word of a page has to do with a topic word: algorithm 1 of paper A, by thesaurus and vectors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt
from scipy.sparse import lil_array

from topiccrawl.relevance.thesaurus import Cilin
from topiccrawl.relevance.vectors import WordVectors

Floats = npt.NDArray[np.float64]


class Thesaurus(Protocol):
    """What SimH is computed from: HowNet in the paper, Cilin offline."""

    words: tuple[str, ...]
    fingerprint: str

    def __contains__(self, word: str) -> bool: ...

    def similarity(self, a: str, b: str) -> float | None:
        """In [0, 1], or None when a word is unknown."""

    def row(self, word: str) -> Floats:
        """Similarity of `word` to each of `words`."""


@dataclass(frozen=True)
class SimilarityParameters:
    """Parameters of algorithm 1.

    Attributes:
        alpha: weight of SimD where SimH is 0, in [0, 1].
        beta: weight of SimH where it is not 0, in [0, 1].
        th1: below it SimD, and the result, count as 0.
        th2: below it SimH counts as 0.
        simd_scope: "every" computes SimD for every pair; "uncovered" only where the thesaurus lacks a word of
            the pair, the paper's literal text.
    """

    alpha: float = 0.9
    beta: float = 0.6
    th1: float = 0.5
    th2: float = 0.6
    simd_scope: Literal["every", "uncovered"] = "every"

    def __post_init__(self) -> None:
        for name in ("alpha", "beta", "th1", "th2"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise ValueError(f"{name} = {value!r} is not in [0, 1]")
        if self.simd_scope not in ("every", "uncovered"):
            raise ValueError(f"simd_scope = {self.simd_scope!r} is neither 'every' nor 'uncovered'")


def algorithm_1(sim_d: Floats, sim_h: Floats, parameters: SimilarityParameters) -> Floats:
    """Fuse SimD in [-1, 1] and SimH in [0, 1], of one shape, into Sim in [0, 1] (paper A, algorithm 1).

    >>> sim_d, sim_h = np.array([-0.1, 0.4, 0.9]), np.array([1.0, 0.0, 1.0])
    >>> algorithm_1(sim_d, sim_h, SimilarityParameters(1, 0.5, 0.5, 0.5))
    array([0.  , 0.  , 0.95])
    """
    kept_d = np.where(sim_d < parameters.th1, 0.0, sim_d)
    kept_h = np.where(sim_h < parameters.th2, 0.0, sim_h)
    mixed = parameters.beta * kept_h + (1 - parameters.beta) * kept_d
    fused = np.where(kept_h == 0, parameters.alpha * kept_d, mixed)
    fused = np.minimum(fused, 1.0)  # cosines of unit vectors may pass 1 in their last digits
    return np.asarray(np.where((sim_d < 0) | (fused < parameters.th1), 0.0, fused))


class Similarity:
    """Similarity of words from a thesaurus and word vectors.

    Attributes:
        fingerprint: changes whenever a value could.
    """

    def __init__(
        self, thesaurus: Thesaurus, vectors: WordVectors, parameters: SimilarityParameters | None = None
    ) -> None:
        self.thesaurus = thesaurus
        self.vectors = vectors
        self.parameters = parameters or SimilarityParameters()
        self.fingerprint = f"{thesaurus.fingerprint}/{vectors.fingerprint}/{self.parameters}"

    @classmethod
    @lru_cache(maxsize=4)
    def default(cls, parameters: SimilarityParameters | None = None) -> Similarity:
        """Cilin with the packaged vectors: what works without any download."""
        return cls(Cilin.load(), WordVectors.default(), parameters)

    def similarity(self, d: str, t: str) -> float:
        """Algorithm 1's value in [0, 1]; a word with itself is 1, whatever the resources say."""
        if d == t:
            return 1.0
        sim_h = self.thesaurus.similarity(d, t)
        sim_d = self._sim_d(d, t) if sim_h is None or self.parameters.simd_scope == "every" else 0.0
        return float(algorithm_1(np.array(sim_d), np.array(sim_h or 0.0), self.parameters))

    def graded(self, d: str, t: str) -> float:
        """The unthresholded value in [0, 1]: cosine moved to [0, 1]; 0 only for a word without any vector."""
        if d == t:
            return 1.0
        a, b = self.vectors.vector(d), self.vectors.vector(t)
        return 0.0 if a is None or b is None else (1 + min(1.0, max(-1.0, float(a @ b)))) / 2

    def against(self, topic_words: tuple[str, ...]) -> TopicSimilarity:
        """This similarity with the topic's side prepared, for many words."""
        return TopicSimilarity(self, topic_words)

    def _sim_d(self, d: str, t: str) -> float:
        a, b = self.vectors.vector(d), self.vectors.vector(t)
        return 0.0 if a is None or b is None else float(a.astype(np.float64) @ b.astype(np.float64))


class TopicSimilarity:
    """`Similarity.similarity` of many words with a fixed set of topic words, computed at once.

    Args:
        similarity: whose values these are.
        topic_words: the columns.
    """

    def __init__(self, similarity: Similarity, topic_words: tuple[str, ...]) -> None:
        self._similarity = similarity
        self._columns = {word: column for column, word in enumerate(topic_words)}
        self._topic_vectors = similarity.vectors.matrix(topic_words).astype(np.float64)
        thesaurus = similarity.thesaurus
        self._row_of = {word: row for row, word in enumerate(thesaurus.words)}
        self._covered = np.array([word in thesaurus for word in topic_words])
        sim_h = lil_array((len(thesaurus.words), len(topic_words)))
        for column, word in enumerate(topic_words):
            if word in thesaurus:
                row = thesaurus.row(word)
                kept = np.flatnonzero(row >= similarity.parameters.th2)  # the rest counts as 0 anyway
                sim_h[kept, [column]] = row[kept]
        self._sim_h = sim_h.tocsr()

    def matrix(self, words: tuple[str, ...]) -> Floats:
        """Algorithm 1's values, a row a word and a column a topic word."""
        parameters = self._similarity.parameters
        sim_d: Floats = self._similarity.vectors.matrix(words).astype(np.float64) @ self._topic_vectors.T
        sim_h = np.zeros_like(sim_d)
        known = [(n, self._row_of[word]) for n, word in enumerate(words) if word in self._row_of]
        if known:
            here, there = np.array(known).T
            sim_h[here] = self._sim_h[there].toarray()
            if parameters.simd_scope == "uncovered":
                sim_d[np.ix_(here, np.flatnonzero(self._covered))] = 0.0
        fused = algorithm_1(sim_d, sim_h, parameters)
        for row, word in enumerate(words):
            if word in self._columns:
                fused[row, self._columns[word]] = 1.0
        return fused
