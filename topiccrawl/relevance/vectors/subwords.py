"""Vectors of unknown words, composed of their characters.

A word is a bag of its characters, its first and its last one, its pairs and triples of characters and its
length. A vector for each of these subwords is learned from the words that have a vector, such that a word's
vector is the sum of its subwords' (ridge regression; Zhao, Mudgal and Liang 2018, "Generalizing word
embeddings using bag of subwords"). So 侨联 differs from 曼联 although no vector set has 侨 or 曼 as a word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from topiccrawl.text.files.atomic_write import atomic_replace

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Rows = npt.NDArray[np.float32]

_LONGEST = 6
"""Characters of the longest word that is learned from; longer ones are phrases."""
MOST_LEARNED = 100_000
"""Maximum number of words that are learned from; vector files begin with the most frequent words."""
_RIDGE = 0.3
"""Weight of the penalty on large subword vectors; .1 to 1 differ by .01 in the cosine with held-out words."""
_STEPS = 15
"""Of conjugate gradients; more change no cosine by .01."""


@dataclass(frozen=True)
class Subwords:
    """Vectors of subwords.

    Attributes:
        subwords: their keys, see `subwords_of`.
        rows: one vector for each.
    """

    subwords: tuple[str, ...]
    rows: Rows

    def compose(self, word: str) -> tuple[Rows, float]:
        """Return the unit vector of a word and the share of its characters that have been learned.

        The vector is zero if no character is known.
        """
        known = self._numbers
        coverage = sum(character in known for character in word) / len(word) if word else 0.0
        found = [known[key] for key in subwords_of(word) if key in known] if coverage else []
        total = self.rows[found].sum(axis=0, dtype=np.float32)
        length = float(np.linalg.norm(total))
        return (total / np.float32(length) if length else total), coverage

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {key: number for number, key in enumerate(self.subwords)}

    def save(self, file: Path) -> None:
        """Write the vectors atomically, at half precision."""
        with atomic_replace(file) as part, part.open("wb") as opened:
            keys = np.frombuffer("\n".join(self.subwords).encode(), dtype=np.uint8)
            np.savez(opened, keys=keys, rows=self.rows.astype(np.float16))

    @classmethod
    def load(cls, file: Path) -> Subwords:
        """Read what `save` wrote.

        Raises:
            OSError: the file cannot be read.
            ValueError: it is damaged.
        """
        try:
            with file.open("rb") as opened, np.load(opened) as stored:
                keys = stored["keys"].tobytes().decode().split("\n")
                rows = stored["rows"].astype(np.float32)
        except OSError:
            raise
        except Exception as error:  # a damaged archive can raise almost anything
            raise ValueError(f"{file}: not vectors of subwords ({error})") from error
        if len(keys) != len(rows):
            raise ValueError(f"{file}: {len(rows)} vectors for {len(keys)} subwords")
        return cls(tuple(keys), rows)


def subwords_of(word: str) -> Iterator[str]:
    """Yield the keys of a word's subwords.

    >>> list(subwords_of("侨联"))
    ['侨', '联', '^侨', '联$', '侨联', '#2']
    """
    yield from word
    if word:
        yield f"^{word[0]}"
        yield f"{word[-1]}$"
    for size in (2, 3):
        yield from (word[start : start + size] for start in range(len(word) - size + 1))
    yield f"#{min(len(word), _LONGEST)}"


def learn_subwords(words: Sequence[str], vectors: Rows) -> Subwords:
    """Learn the vectors of subwords from the Chinese ones of words and their unit vectors, one per row."""
    used = [number for number, word in enumerate(words) if _is_chinese(word)]
    counts = Counter(key for number in used for key in set(subwords_of(words[number])))
    # A pair or triple of characters that one word has would only repeat that word.
    keys = tuple(sorted(key for key, count in counts.items() if count > 1 or len(key.strip("^$#")) == 1))
    if not keys:
        return Subwords((), np.zeros((0, vectors.shape[1]), dtype=np.float32))
    table = _bags([words[number] for number in used], {key: number for number, key in enumerate(keys)})
    return Subwords(keys, _ridge(table, vectors[used]))


def _is_chinese(word: str) -> bool:
    return 0 < len(word) <= _LONGEST and all("\u4e00" <= character <= "\u9fff" for character in word)


def _bags(words: Sequence[str], numbers: dict[str, int]) -> csr_array:
    """One row per word, 1 / sqrt(n) at each of its n subwords: long words must not outweigh short ones."""
    from scipy.sparse import csr_array  # slow to load, and needed only here

    rows, columns, values = [], [], []
    for row, word in enumerate(words):
        found = [numbers[key] for key in subwords_of(word) if key in numbers]
        rows += [row] * len(found)
        columns += found
        values += [len(found) ** -0.5] * len(found)
    shape = (len(words), len(numbers))
    return csr_array((np.array(values, dtype=np.float32), (rows, columns)), shape=shape)


def _ridge(table: csr_array, targets: Rows) -> Rows:
    """Minimise |table @ x - targets|^2 + ridge * |x|^2 for all columns at once, by conjugate gradients."""
    transposed = table.T.tocsr()
    found = np.zeros((table.shape[1], targets.shape[1]), dtype=np.float32)
    residual = np.asarray(transposed @ targets)
    direction, length = residual.copy(), (residual**2).sum(axis=0)
    for _ in range(_STEPS):
        image = transposed @ (table @ direction) + np.float32(_RIDGE) * direction
        step = length / np.maximum((direction * image).sum(axis=0), np.float32(1e-12))
        found += step * direction
        residual -= step * image
        shorter = (residual**2).sum(axis=0)
        direction = residual + (shorter / np.maximum(length, np.float32(1e-12))) * direction
        length = shorter
    return found
