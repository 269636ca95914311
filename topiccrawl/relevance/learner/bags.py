"""Sets of words as sparse rows: idf-weighted and of unit length."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Bags:
    """Rows of a sparse matrix.

    Attributes:
        words: the words of the columns.
        rows: row of each entry.
        columns: column of each entry.
        values: value of each entry.
        count: number of rows.
    """

    words: tuple[str, ...]
    rows: Numbers
    columns: Numbers
    values: Floats
    count: int

    @classmethod
    def of(cls, texts: Sequence[Collection[str]], idf: Callable[[str], float]) -> Bags:
        """Return a row for each set of words.

        Args:
            texts: different words of each text.
            idf: of a word, above 0.

        >>> Bags.of([{"篮球"}, {"篮球", "后卫"}], lambda word: 1.0).values.round(2).tolist()
        [1.0, 0.71, 0.71]
        """
        number: dict[str, int] = {}
        columns = np.array(
            [number.setdefault(word, len(number)) for text in texts for word in sorted(text)], np.int64
        )
        rows = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
        values = np.array([idf(word) for word in number], np.float64)[columns]
        lengths = np.sqrt(np.bincount(rows, values * values, len(texts)))
        return cls(tuple(number), rows, columns, values / lengths[rows], len(texts))

    def scores(self, weights: Floats) -> Floats:
        """Return the product of each row with the weights of the columns."""
        return np.asarray(np.bincount(self.rows, self.values * weights[self.columns], self.count), float)

    def sums(self, factors: Floats) -> Floats:
        """Return the sum of all rows, each multiplied by a factor."""
        return np.asarray(np.bincount(self.columns, self.values * factors[self.rows], len(self.words)), float)

    def part(self, chosen: Numbers) -> Bags:
        """Return some rows, in the order of `chosen`; the columns stay."""
        place = np.full(self.count, -1)
        place[chosen] = np.arange(len(chosen))
        kept = place[self.rows] >= 0
        return Bags(self.words, place[self.rows[kept]], self.columns[kept], self.values[kept], len(chosen))
