"""Relevance of a text to a topic (paper A, formula 3), compiled into one number per word."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from topiccrawl.errors import ResourceError
from topiccrawl.relevance.compiled_table import CompiledTable, Nearness, NearnessBuilder, save_table
from topiccrawl.relevance.explanation import (
    NearWord,
    RelevanceExplanation,
    TopicWordShare,
    WordShare,
)
from topiccrawl.relevance.similarity.similarity import Similarity
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.progress import report_progress
from topiccrawl.text.resources import cache_dir
from topiccrawl.text.segment import Segmenter

if TYPE_CHECKING:
    from topiccrawl.relevance.similarity.matrix import TopicSimilarity

_CHUNK = 4096
"""Vocabulary words per matrix product: limits the memory of compiling."""
_FORMAT = 2
"""Part of the table's key: increase it with every change to compiling."""
_MOST_CACHED = 200_000
"""Maximum number of cached values of words outside the vocabulary."""


class Relevance:
    """Relevance of texts to one topic.

    `sum over t of w_d * w_t * Sim(d, t)^2` depends on the word d alone, so it is computed once for the whole
    vocabulary and kept in the user's cache under the hash of all its inputs. A text then costs one
    segmentation and a look-up per word. Words outside the vocabulary are computed when they first occur. The
    resources of the similarity are opened only then, or if there is no table yet.

    Args:
        topic: the topic.
        similarity: of words; by default the one that the topic names.
        engine: of segmentation, see `Segmenter`.
    """

    def __init__(self, topic: Topic, similarity: Similarity | None = None, engine: str = "rjieba") -> None:
        self.topic = topic
        self.similarity = similarity or topic_similarity(topic)
        self.segmenter = Segmenter(topic.dictionary(), engine)  # type: ignore[arg-type]
        self._compiled = self._load_or_compile()
        self._table = self._compiled.values
        self._outside_values: dict[str, float] = {}

    def score(self, text: str) -> float:
        """Return Rel(TSet, WSet) of formula 3: at least 0, unbounded; 0 for a text without content words."""
        return self.score_words(self.segmenter.content_words(text))

    def score_words(self, words: Iterable[str]) -> float:
        """Return formula 3 over the set of `words`."""
        distinct = sorted(set(words))
        return sum(map(self.word_value, distinct)) / len(distinct) if distinct else 0.0

    def word_value(self, word: str) -> float:
        """Return what one word adds to formula 3: `sum over t of w_d * w_t * Sim(d, t)^2`."""
        value = self._table.get(word)
        if value is None:
            value = self._outside_values.get(word)
        if value is None:
            value = self._outside_value(word)
            if len(self._outside_values) >= _MOST_CACHED:
                self._outside_values.clear()
            self._outside_values[word] = value
        return value

    def explain(self, text: str) -> RelevanceExplanation:
        """Return the score of a text with its words, and the topic words behind each of them."""
        return self.explain_words(self.segmenter.content_words(text))

    def explain_words(self, words: Iterable[str]) -> RelevanceExplanation:
        """Return the same over the set of `words`."""
        distinct = sorted(set(words))
        shares = [self._share(word, len(distinct)) for word in distinct]
        shares.sort(key=lambda share: (-share.value, share.word))
        return RelevanceExplanation(self.score_words(distinct), tuple(shares))

    def near(self, topic_word: str) -> tuple[NearWord, ...]:
        """Return some hundred words of the vocabulary that are most similar to a topic word, in this order.

        These are the words by which texts score for this topic word; words without weight are left out.

        Raises:
            KeyError: it is not a topic word.
        """
        words, similarities = self._nearness.near(self._number_of[topic_word])
        names = [self._vocabulary[number] for number in words]
        return tuple(
            NearWord(name, similarity, self._table[name])
            for name, similarity in zip(names, similarities.tolist(), strict=True)
        )

    def reached(self) -> int:
        """Return the number of words of the vocabulary by which a text may score."""
        return sum(value > 0 for value in self._table.values())

    def is_known(self, word: str) -> bool:
        """Return whether a resource knows a word."""
        return word in self.similarity.thesaurus or self.similarity.vectors.vector(word) is not None

    def topic_words_in(self, text: str) -> set[str]:
        """Return the topic words among the words of a text (paper A: the plain topic-word match)."""
        return self.topic.words.keys() & set(self.segmenter.content_words(text))

    @cached_property
    def _topic_words(self) -> tuple[str, ...]:
        return tuple(sorted(self.topic.words))

    @cached_property
    def _number_of(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self._topic_words)}

    @cached_property
    def _topic_weights(self) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return np.array([self.topic.weight(word) for word in self._topic_words])

    @cached_property
    def _topic_side(self) -> TopicSimilarity:
        return self.similarity.against(self._topic_words)

    @cached_property
    def _nearness(self) -> Nearness:
        return self._compiled.nearness()

    @cached_property
    def _vocabulary(self) -> tuple[str, ...]:
        return tuple(self._table)

    @cached_property
    def _vocabulary_number(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self._vocabulary)}

    def _outside_value(self, word: str) -> float:
        weight = self.topic.weight(word)
        if not weight:
            return 0.0  # a word without weight needs no similarity
        # The vocabulary includes the whole thesaurus, so only vectors can know the word.
        return float(weight * (self._topic_side.outside((word,))[0] ** 2 @ self._topic_weights))

    def _share(self, word: str, words: int) -> WordShare:
        weight = self.topic.weight(word)
        shares = []
        for number, similarity in self._similarities(word) if weight else ():
            topic_word, topic_weight = self._topic_words[number], float(self._topic_weights[number])
            value = weight * topic_weight * similarity**2
            shares.append(TopicWordShare(topic_word, topic_weight, similarity, value))
        shares.sort(key=lambda share: (-share.value, share.topic_word))
        value = self.word_value(word)
        return WordShare(word, weight, value, value / words, tuple(shares))

    def _similarities(self, word: str) -> list[tuple[int, float]]:
        """Numbers of the topic words that a word is similar to, with the similarities."""
        number = self._vocabulary_number.get(word)
        if number is not None and self._nearness.complete:
            return self._nearness.topic_words_of(number)
        known = number is not None
        row = (self._topic_side.matrix if known else self._topic_side.outside)((word,))[0]
        return [(int(column), float(row[column])) for column in np.flatnonzero(row)]

    def _load_or_compile(self) -> CompiledTable:
        parts = (_FORMAT, self.similarity.fingerprint, self.topic.weights_fingerprint())
        target = cache_dir() / f"relevance-{sha256(repr(parts).encode()).hexdigest()[:24]}.npz"
        try:
            return CompiledTable(target)
        except (OSError, ValueError):
            pass  # not compiled yet, or broken
        work = f"compiling the words of the topic {self.topic.name}"
        report_progress(work, 0, 1)
        vocabulary = sorted(
            {*self.similarity.thesaurus.words, *self.similarity.vectors.words}
            | self.topic.words.keys()
            | self.topic.weights.keys()
        )
        weights = np.array([self.topic.weight(word) for word in vocabulary])
        values = np.zeros(len(vocabulary))
        nearness = NearnessBuilder(len(self._topic_words))
        weighty = np.flatnonzero(weights)
        for start in range(0, len(weighty), _CHUNK):
            some = weighty[start : start + _CHUNK]
            matrix = self._topic_side.matrix(tuple(vocabulary[number] for number in some))
            values[some] = weights[some] * (matrix**2 @ self._topic_weights)
            nearness.add(some, matrix)
            # The work is complete only when the table is written.
            report_progress(work, start + len(some), len(weighty) + 1)
        save_table(target, vocabulary, values, nearness.index())
        report_progress(work, 1, 1)
        return CompiledTable(target)


def topic_similarity(topic: Topic) -> Similarity:
    """Return the similarity with the resources and parameters that a topic names.

    Raises:
        TopicError: a resource does not exist; names file, line and value.
    """
    try:
        return Similarity.chosen(topic.resources, topic.similarity)
    except ResourceError as error:
        raise topic.section_error("resources", str(error)) from None
