"""Relevance of a text to a topic (paper A, formula 3), compiled into one number per word."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from topiccrawl.relevance.similarity import Similarity, TopicSimilarity
from topiccrawl.relevance.topic import Topic
from topiccrawl.text.resources import cache_dir
from topiccrawl.text.segment import Segmenter

_CHUNK = 4096
"""Vocabulary words per matrix product: bounds the memory of compiling."""
_FORMAT = 1
"""Raise it when the way of compiling changes."""
_CACHED_WORDS = 200_000
"""Words outside the vocabulary whose value is remembered, at most."""


class Relevance:
    """Scores texts against one topic.

    `sum over t of w_d * w_t * Sim(d, t)^2` depends on the word d alone, so it is computed once for the whole
    vocabulary and kept in the user's cache under the hash of all it depends on. A text then costs one
    segmentation and a look-up per word. Words outside the vocabulary are computed when they are first met.
    """

    def __init__(self, topic: Topic, similarity: Similarity | None = None, engine: str = "rjieba") -> None:
        self.topic = topic
        self.similarity = similarity or Similarity.default(topic.similarity)
        self.segmenter = Segmenter(topic.dictionary(), engine)  # type: ignore[arg-type]
        self._topic_weights = np.array([topic.weight(word) for word in topic.words])
        self._table = self._compiled()
        self._met: dict[str, float] = {}

    def score(self, text: str) -> float:
        """Rel(TSet, WSet) of formula 3: not negative, unbounded; 0 for a text without content words."""
        return self.score_words(self.segmenter.content_words(text))

    def score_words(self, words: Iterable[str]) -> float:
        """Formula 3 over the set of `words`."""
        distinct = sorted(set(words))
        return sum(map(self.word_value, distinct)) / len(distinct) if distinct else 0.0

    def word_value(self, word: str) -> float:
        """What one word adds to the sum of formula 3: `sum over t of w_d * w_t * Sim(d, t)^2`."""
        value = self._table.get(word)
        if value is None:
            value = self._met.get(word)
        if value is None:
            value = float(self._values((word,))[0])
            if len(self._met) >= _CACHED_WORDS:
                self._met.clear()
            self._met[word] = value
        return value

    def topic_words_in(self, text: str) -> set[str]:
        """The topic words that stand in a text as words (paper A: the plain topic-word match)."""
        return self.topic.words.keys() & set(self.segmenter.content_words(text))

    @cached_property
    def _topic_side(self) -> TopicSimilarity:
        return self.similarity.against(tuple(self.topic.words))

    def _values(self, words: tuple[str, ...]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        weights = np.array([self.topic.weight(word) for word in words])
        values = np.zeros(len(words))
        weighty = np.flatnonzero(weights)  # a word without weight needs no similarity
        for start in range(0, len(weighty), _CHUNK):
            some = weighty[start : start + _CHUNK]
            matrix = self._topic_side.matrix(tuple(words[n] for n in some))
            values[some] = weights[some] * (matrix**2 @ self._topic_weights)
        return values

    def _compiled(self) -> dict[str, float]:
        parts = (_FORMAT, self.similarity.fingerprint, self.topic.weights_fingerprint())
        target = cache_dir() / f"relevance-{sha256(repr(parts).encode()).hexdigest()[:24]}.npz"
        table = _stored(target)
        if table is not None:
            return table
        vocabulary = sorted(
            {*self.similarity.thesaurus.words, *self.similarity.vectors.words}
            | self.topic.words.keys()
            | self.topic.weights.keys()
        )
        values = self._values(tuple(vocabulary))
        staging = target.with_name(f"{target.stem}.{os.getpid()}.npz")
        np.savez(staging, words=np.frombuffer("\n".join(vocabulary).encode(), dtype=np.uint8), values=values)
        staging.replace(target)
        return dict(zip(vocabulary, values.tolist(), strict=True))


def _stored(file: Path) -> dict[str, float] | None:
    """The table in a file; None when there is no such file or it is broken."""
    try:
        with file.open("rb") as opened, np.load(opened) as stored:
            words = stored["words"].tobytes().decode().split("\n")
            return dict(zip(words, stored["values"].tolist(), strict=True))
    except (OSError, ValueError, KeyError, BadZipFile):
        return None
