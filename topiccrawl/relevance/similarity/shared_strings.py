"""Pairs of words whose vectors are near only because their strings share characters."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from topiccrawl.relevance.contracts import Floats
from topiccrawl.relevance.vectors.word_vectors import WordVectors

Bools = npt.NDArray[np.bool_]
Columns = dict[str, set[int]]

_DISCOUNT = 0.7
"""Of two words that share all characters, times the square of the share. With .9 labelled pairs are judged
worse, without a square words of the domain are told worse."""


class SharedStrings:
    """Finds pairs of a word and a topic word that a set of vectors compares by shared characters.

    Composed: one of two different words is made of pieces, and a piece is in both (红旗 with 红旗渠, made of
    红旗 and 渠). Refused: the set cannot compose one, and a character is in both (侨联 with 曼联).

    Args:
        vectors: the set.
        topic_words: the columns.
    """

    def __init__(self, vectors: WordVectors, topic_words: tuple[str, ...]) -> None:
        self._vectors = vectors
        self._topic_words = topic_words
        self._by_character: Columns = defaultdict(set)
        self._refused_by_character: Columns = defaultdict(set)
        self._by_piece: Columns = defaultdict(set)
        self._composed_by_piece: Columns = defaultdict(set)
        for column, word in enumerate(topic_words):
            pieces = self._pieces(word)
            _add(self._by_character, word, column)
            _add(self._by_piece, pieces, column)
            if not pieces:
                _add(self._refused_by_character, word, column)
            elif pieces != [word]:
                _add(self._composed_by_piece, pieces, column)

    def of(self, words: tuple[str, ...]) -> tuple[Floats, Bools]:
        """Return factors for the cosines, below 1 for composed pairs, and a mask of the refused pairs.

        Both have one row per word and one column per topic word.
        """
        factors = np.ones((len(words), len(self._topic_words)))
        refused = np.zeros(factors.shape, dtype=bool)
        for row, word in enumerate(words):
            pieces = self._pieces(word)
            by_piece = self._composed_by_piece if pieces == [word] else self._by_piece
            for column in self._others(word, by_piece, pieces):
                factors[row, column] = 1 - _DISCOUNT * shared_characters(word, self._topic_words[column]) ** 2
            by_character = self._refused_by_character if pieces else self._by_character
            refused[row, self._others(word, by_character, word)] = True
        return factors, refused

    def _others(self, word: str, columns: Columns, keys: Iterable[str]) -> list[int]:
        """Return the columns of some keys, except that of the word itself."""
        found = {column for key in keys for column in columns.get(key, ())}
        return [column for column in found if self._topic_words[column] != word]

    def _pieces(self, word: str) -> list[str]:
        return [word] if word in self._vectors else self._vectors.pieces(word)


def shared_characters(word: str, other: str) -> float:
    """Return the share of the longer word's characters that the other one has too.

    >>> shared_characters("红旗", "红旗渠").__round__(2)
    0.67
    """
    return (Counter(word) & Counter(other)).total() / max(len(word), len(other))


def _add(columns: Columns, keys: Iterable[str], column: int) -> None:
    for key in keys:
        columns[key].add(column)
