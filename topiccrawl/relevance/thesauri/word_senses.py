"""Words by their senses: the similarity of two words is the highest of their senses."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import reduce

import numpy as np

from topiccrawl.relevance.contracts import Floats


class WordSenses:
    """Compute similarities of words from those of senses.

    Args:
        words: the vocabulary, sorted.
        senses: the numbers of each word's senses, at least one.
    """

    def __init__(self, words: Sequence[str], senses: Mapping[str, Sequence[int]]) -> None:
        self._words = words
        self._of_word = senses
        counts = [len(senses[word]) for word in words]
        self._starts = np.concatenate(([0], np.cumsum(counts)[:-1]))
        self._senses = np.array([sense for word in words for sense in senses[word]], dtype=np.int64)

    def row(self, word: str, sense_row: Callable[[int], Floats]) -> Floats:
        """Return the similarity of `word` to each word of the vocabulary; zeros if it is unknown.

        Args:
            word: its similarity to itself is 1.
            sense_row: returns the similarity of a sense to every sense, by number.
        """
        if word not in self._of_word:
            return np.zeros(len(self._words))
        per_sense = reduce(np.maximum, map(sense_row, self._of_word[word]))
        best: Floats = np.maximum.reduceat(per_sense[self._senses], self._starts)
        best[bisect_left(self._words, word)] = 1.0
        return best
