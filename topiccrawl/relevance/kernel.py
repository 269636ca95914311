"""Contribution of a word to the relevance of a text: literal formula 3, or with graded similarity."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from topiccrawl.relevance.contracts import Floats
from topiccrawl.relevance.explanation import TopicWordShare
from topiccrawl.relevance.similarity.algorithm import SimilarityParameters

if TYPE_CHECKING:
    from topiccrawl.relevance.similarity.similarity import TopicSimilarity

Weight = Callable[[str], float]


class Kernel:
    """The inner sum of formula 3 for any word.

    `admit = "algorithm1"`, the paper: `sum over t of w_d * w_t * Sim(d, t)^2`; the sum over the words of a
    text is divided by their number.

    `admit = "graded"`: `g_d * (w_d / mean w_t * [d is a topic word] + share * C(d)^power)`; the sum is
    divided by that of all `g_d`. `C` is the mean of the word's highest cosines with topic words, and 1 for a
    topic word; `g` is the word's inverse document frequency in
    general Chinese. A word of weight 0 adds nothing. Being a topic word decides at the top, and nearness
    orders what is below it.

    Args:
        topic_side: similarity with the topic words.
        topic_words: the topic words, in its order.
        weight: weight of any word by formula 2.
        parameters: `admit` and the parameters of either way.
    """

    def __init__(
        self,
        topic_side: TopicSimilarity,
        topic_words: tuple[str, ...],
        weight: Weight,
        parameters: SimilarityParameters,
    ) -> None:
        self._side = topic_side
        self._topic_words = topic_words
        self._columns = {word: column for column, word in enumerate(topic_words)}
        self._weight = weight
        self._parameters = parameters
        self._share_of_nearness = parameters.share_of(len(topic_words))
        self._weights = np.array([weight(word) for word in topic_words])
        self._mean = float(self._weights.mean()) or 1.0

    def values(self, words: Sequence[str], *, outside: bool = False) -> Floats:
        """Return what words add to the sum if their mass is 1.

        Args:
            words: the words.
            outside: whether they do not belong to the vocabulary; then the thesaurus is not opened.
        """
        weights = np.array([self._weight(word) for word in words])
        values = np.zeros(len(words))
        weighty = np.flatnonzero(weights).tolist()  # the others add nothing and need no similarity
        if weighty:
            chosen = tuple(words[number] for number in weighty)
            values[weighty] = self._sums(chosen, weights[weighty], outside)
        return values

    def shares(self, word: str, known: bool, mass: float) -> list[TopicWordShare]:
        """Return the topic words behind the value of a word; their values make up its value.

        Args:
            word: the word.
            known: whether it belongs to the vocabulary.
            mass: its mass.
        """
        weight = self._weight(word)
        if not weight:
            return []
        if not self._graded:
            row = (self._side.matrix if known else self._side.outside)((word,))[0]
            return [
                self._share(column, row[column], weight * self._weights[column] * row[column] ** 2)
                for column in np.flatnonzero(row)
            ]
        near, cosines = self._side.nearness((word,), self._parameters.nearest)
        value = mass * self._share_of_nearness * near[0] ** self._parameters.power
        column = self._columns.get(word)
        if column is not None:
            return [self._share(column, 1.0, mass * weight / self._mean + value)]
        highest = np.argsort(-cosines[0], kind="stable")[: self._parameters.nearest]
        row = np.maximum(cosines[0], 0.0)
        total = float(row[highest].sum()) or 1.0
        return [self._share(other, row[other], value * row[other] / total) for other in highest if value]

    @property
    def _graded(self) -> bool:
        return self._parameters.admit == "graded"

    def _sums(self, words: tuple[str, ...], weights: Floats, outside: bool) -> Floats:
        if not self._graded:
            matrix = (self._side.outside if outside else self._side.matrix)(words)
            return np.asarray(weights * (matrix**2 @ self._weights))
        near, _ = self._side.nearness(words, self._parameters.nearest)
        itself = np.array([word in self._columns for word in words])
        own = np.where(itself, weights / self._mean, 0.0)
        return np.asarray(own + self._share_of_nearness * near**self._parameters.power)

    def _share(self, column: int | np.intp, similarity: float, value: float) -> TopicWordShare:
        weight = float(self._weights[column])
        return TopicWordShare(self._topic_words[column], weight, float(similarity), float(value))
