"""Vectors of unknown words, composed of their characters.

A word is a bag of its characters, its first and its last one, its pairs and triples of characters and its
length. A vector for each of these subwords is learned from the words that have a vector, such that a word's
vector is the sum of its subwords' (ridge regression; Zhao, Mudgal and Liang 2018, "Generalizing word
embeddings using bag of subwords"). So 侨联 differs from 曼联 although no vector set has 侨 or 曼 as a word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from topiccrawl.text.files.numpy_files import open_arrays, packed_words, save_arrays, unpacked_words

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Rows = npt.NDArray[np.float32]

_LONGEST = 6
"""Characters of the longest word that is learned from; longer ones are phrases."""
MOST_LEARNED = 100_000
"""Maximum number of words that are learned from; vector files begin with the most frequent words."""
_RIDGE = 0.3
"""Weight of the penalty on large subword vectors; .1 to 1 differ by .01 in the cosine with held-out words."""
_STEPS = 5
"""Of conjugate gradients; 3 to 20 differ by .001 in the cosine with held-out words."""
COLUMNS = 25
"""Dimensions that are solved for at once: limits the memory of learning."""


@dataclass(frozen=True)
class Subwords:
    """Vectors of subwords.

    Attributes:
        subwords: their keys, see `subwords_of`.
        rows: one vector for each, at half precision, which is enough and half of the memory.
    """

    subwords: tuple[str, ...]
    rows: npt.NDArray[np.float16]

    def compose(self, words: Sequence[str]) -> tuple[Rows, npt.NDArray[np.float32]]:
        """Return the unit vectors of words, one per row, and the shares of their characters that are known.

        A vector is zero if no character is known.
        """
        coverage = np.zeros(len(words), dtype=np.float32)
        totals = np.zeros((len(words), self.rows.shape[1]), dtype=np.float32)
        found: list[int] = []
        starts, composed = [], []
        for row, word in enumerate(words):
            numbers = [self._numbers.get(key) for key in subwords_of(word)]
            # The first subwords are the characters.
            known = len(word) - numbers[: len(word)].count(None)
            if known:
                coverage[row] = known / len(word)
                composed.append(row)
                starts.append(len(found))
                found += [number for number in numbers if number is not None]
        if found:
            totals[composed] = np.add.reduceat(self.rows[found].astype(np.float32), starts, axis=0)
        lengths = np.linalg.norm(totals, axis=1, keepdims=True)
        return np.asarray(totals / np.where(lengths == 0, 1, lengths), dtype=np.float32), coverage

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {key: number for number, key in enumerate(self.subwords)}

    def save(self, file: Path) -> None:
        """Write the vectors atomically."""
        save_arrays(file, keys=packed_words(self.subwords), rows=self.rows)

    @classmethod
    def load(cls, file: Path) -> Subwords:
        """Read what `save` wrote.

        Raises:
            OSError: the file cannot be read.
            ValueError: it is damaged.
        """
        with open_arrays(file, "vectors of subwords") as stored:
            keys, rows = unpacked_words(stored["keys"]), stored["rows"]
        if len(keys) != len(rows):
            raise ValueError(f"{file}: {len(rows)} vectors for {len(keys)} subwords")
        return cls(tuple(keys), rows)


def subwords_of(word: str) -> list[str]:
    """Return the keys of a word's subwords, its characters first.

    >>> subwords_of("侨联")
    ['侨', '联', '^侨', '联$', '侨联', '#2']
    """
    ends = [f"^{word[0]}", f"{word[-1]}$"] if word else []
    pairs = [word[start : start + 2] for start in range(len(word) - 1)]
    triples = [word[start : start + 3] for start in range(len(word) - 2)]
    return [*word, *ends, *pairs, *triples, f"#{min(len(word), _LONGEST)}"]


def learn_subwords(words: Sequence[str], dimensions: int, read: Callable[[], Iterator[Rows]]) -> Subwords:
    """Learn the vectors of subwords from the Chinese ones of words.

    Args:
        words: the words.
        dimensions: length of a vector.
        read: called at most once; yields the unit vectors of all words, one per row, some dimensions at a
            time. What was yielded is not kept.
    """
    used = [number for number, word in enumerate(words) if _is_chinese(word)]
    keys, table = _bags([words[number] for number in used])
    found = np.empty((len(keys), dimensions), dtype=np.float16)
    if not keys:
        return Subwords((), found)
    transposed = table.T.tocsr()
    start = 0
    for columns in read():
        found[:, start : start + columns.shape[1]] = _solve(table, transposed, columns[used])
        start += columns.shape[1]
    return Subwords(keys, found)


def _is_chinese(word: str) -> bool:
    return 0 < len(word) <= _LONGEST and all("\u4e00" <= character <= "\u9fff" for character in word)


def _bags(words: Sequence[str]) -> tuple[tuple[str, ...], csr_array]:
    """The subwords that are learned, sorted, and one row per word: 1 / sqrt(n) at each of its n subwords.

    The root keeps long words from outweighing short ones.
    """
    from scipy.sparse import csr_array  # slow to load, and needed only here

    numbers: dict[str, int] = {}
    bags = [[numbers.setdefault(key, len(numbers)) for key in subwords_of(word)] for word in words]
    counts = Counter(number for bag in bags for number in set(bag))
    # A pair or triple of characters that one word has would only repeat that word.
    keys = sorted(key for key, number in numbers.items() if counts[number] > 1 or len(key.strip("^$#")) == 1)
    places = np.full(len(numbers), -1)
    for place, key in enumerate(keys):
        places[numbers[key]] = place

    rows = np.repeat(np.arange(len(bags)), [len(bag) for bag in bags])
    columns = places[np.array([number for bag in bags for number in bag], dtype=np.int64)]
    rows, columns = rows[columns >= 0], columns[columns >= 0]
    values = (np.bincount(rows)[rows] ** -0.5).astype(np.float32)
    return tuple(keys), csr_array((values, (rows, columns)), shape=(len(bags), len(keys)))


def _solve(table: csr_array, transposed: csr_array, targets: Rows) -> Rows:
    """Minimise |table @ x - targets|^2 + ridge * |x|^2, each column by itself, by conjugate gradients."""
    least = np.float32(1e-12)
    # Frequent subwords outweigh rare ones by far. Without this preconditioner 30 steps come less close.
    scale = 1 / (np.bincount(table.indices, table.data**2) + _RIDGE).astype(np.float32)[:, np.newaxis]
    found = np.zeros((table.shape[1], targets.shape[1]), dtype=np.float32)
    residual = np.asarray(transposed @ targets)
    direction = scale * residual
    length = (residual * direction).sum(axis=0)
    for _ in range(_STEPS):
        image = transposed @ (table @ direction) + np.float32(_RIDGE) * direction
        step = length / np.maximum((direction * image).sum(axis=0), least)
        found += step * direction
        residual -= step * image
        scaled = scale * residual
        shorter = (residual * scaled).sum(axis=0)
        direction = scaled + (shorter / np.maximum(length, least)) * direction
        length = shorter
    return found
