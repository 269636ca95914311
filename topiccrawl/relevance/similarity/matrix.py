"""Similarity of many words to the words of a topic, computed at once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from topiccrawl.relevance.contracts import Floats, Thesaurus
from topiccrawl.relevance.similarity.algorithm import algorithm_1
from topiccrawl.relevance.similarity.cosines import Cosines
from topiccrawl.relevance.thesauri.joined import JoinedThesaurus

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from topiccrawl.relevance.similarity.similarity import Similarity


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
