"""Word vectors without what all words share, and composed of characters where the set lacks a word.

All vectors of a set point a little in the same direction, and a few directions tell how frequent a word is,
not what it means. Taking both away makes cosines of unrelated words lie around 0 (Mu and Viswanath 2018, "All
but the top"). That is how words are compared with a topic; pairs of words are judged by the cosines of
the set itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from topiccrawl.relevance.vectors.subwords import COLUMNS, MOST_LEARNED, Subwords, learn_subwords
from topiccrawl.text.files.numpy_files import give_back_pages, open_arrays, save_arrays
from topiccrawl.text.kept import kept
from topiccrawl.text.progress import report_progress

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

    from topiccrawl.relevance.vectors.mapped import MappedVectors

Rows = npt.NDArray[np.float32]

TRUST = 0.85
"""Length of a composed vector. Measured on titles: better than 1 for every topic, and as good as .7."""
READING = "subwords2"
"""Part of the keys of caches: increase it with every change to centring or composing."""
_LEARNING = "learning to compose words"

_ROWS_AT_ONCE = 4096
_MANY = 16
"""Words of the set at once that touch much of its file, as in compiling a topic: pages are given back."""
_FEWEST = 1000
"""Words of a set whose mean means something."""
_DIMENSIONS_PER_DIRECTION = 25
"""Measured on titles with lists of 30 words: 8 of 200 directions are better than 0 by .01 to .05 in AUC."""
_SAMPLE = 10_000
"""Words from which the directions are computed."""


@dataclass(frozen=True)
class Centring:
    """What is taken away from the vectors of a set.

    Attributes:
        mean: of all unit vectors.
        directions: the strongest principal directions, one unit vector per row.
    """

    mean: Rows
    directions: Rows

    def apply(self, vectors: Rows) -> Rows:
        """Return the unit vectors of rows without the mean and the directions; zeros stay."""
        unit = unit_rows(vectors)
        centred = unit - self.mean
        centred -= (centred @ self.directions.T) @ self.directions
        centred[~unit.any(axis=1)] = 0.0
        return unit_rows(centred)

    def save(self, file: Path) -> None:
        """Write the centring atomically."""
        save_arrays(file, mean=self.mean, directions=self.directions)

    @classmethod
    def load(cls, file: Path) -> Centring:
        """Read what `save` wrote.

        Raises:
            OSError: the file cannot be read.
            ValueError: it is damaged.
        """
        with open_arrays(file, "the centring of vectors") as stored:
            mean, directions = stored["mean"], stored["directions"]
        if directions.shape[1:] != mean.shape:
            raise ValueError(f"{file}: directions of {directions.shape[1:]}, a mean of {mean.shape}")
        return cls(mean, directions)


def centring_of(vectors: Rows) -> Centring:
    """Return the centring of a set; one that changes nothing for a set of under 1,000 vectors."""
    dimensions = vectors.shape[1]
    if len(vectors) < _FEWEST:
        return Centring(np.zeros(dimensions, np.float32), np.zeros((0, dimensions), np.float32))
    sample = unit_rows(np.asarray(vectors[:: -(-len(vectors) // _SAMPLE)], dtype=np.float32))
    mean = sample.mean(axis=0)
    spread = (sample - mean).T @ (sample - mean)
    _, directions = np.linalg.eigh(spread)  # weakest first
    count = dimensions // _DIMENSIONS_PER_DIRECTION
    return Centring(mean, np.ascontiguousarray(directions.T[::-1][:count], dtype=np.float32))


def unit_rows(vectors: Rows) -> Rows:
    """Return the rows at length 1; a row of zeros stays."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths == 0, 1, lengths), dtype=np.float32)


class CentredVectors:
    """Centred vectors of a set; a word that it lacks is composed of its characters.

    The length of a vector says how far it can be trusted: 1 for a word of the set, `TRUST` times the
    share of the known characters for a composed one. So the product of two vectors is their cosine,
    discounted.

    Args:
        keyed: the set.
        source: fingerprint of the set.
    """

    def __init__(self, keyed: KeyedVectors | MappedVectors, source: str) -> None:
        self.words: tuple[str, ...] = tuple(keyed.index_to_key)
        self.fingerprint = f"{source}+centred-{READING}"
        self._keyed = keyed

    def centred(self) -> CentredVectors:
        """Return these vectors."""
        return self

    def matrix(self, words: tuple[str, ...]) -> Rows:  # noqa: D102 (see `contracts`)
        rows = np.zeros((len(words), int(self._keyed.vector_size)), dtype=np.float32)
        numbers = self._keyed.key_to_index
        known = [row for row, word in enumerate(words) if word in numbers]
        if known:
            rows[known] = self.centring.apply(self._keyed.vectors[[numbers[words[row]] for row in known]])
            if len(known) >= _MANY:
                give_back_pages(self._keyed.vectors)
        unknown = sorted(set(range(len(words))).difference(known))
        if unknown:
            composed, coverage = self.subwords.compose([words[row] for row in unknown])
            rows[unknown] = composed * (np.float32(TRUST) * coverage)[:, np.newaxis]
        return rows

    def _centred_columns(self, most: int) -> Iterator[Rows]:
        """Yield the centred vectors of the first words of the set, some dimensions at a time; each once."""
        vectors = self._keyed.vectors[:most]
        dimensions = range(0, vectors.shape[1], COLUMNS)
        blocks = [np.empty(vectors[:, at : at + COLUMNS].shape, dtype=np.float32) for at in dimensions]
        for start in range(0, len(vectors), _ROWS_AT_ONCE):
            some = slice(start, start + _ROWS_AT_ONCE)
            rows = self.centring.apply(np.asarray(vectors[some], dtype=np.float32))
            give_back_pages(self._keyed.vectors)
            for at, block in zip(dimensions, blocks, strict=True):
                block[some] = rows[:, at : at + COLUMNS]
        while blocks:
            yield blocks.pop(0)  # freed when the next one is asked for

    @cached_property
    def centring(self) -> Centring:
        """What is taken away from the vectors of the set, computed once and kept in the user's cache."""
        name = f"{self.fingerprint}-centring.npz"
        try:
            return kept(name, Centring.load, lambda: centring_of(self._keyed.vectors))
        finally:
            give_back_pages(self._keyed.vectors)

    @cached_property
    def subwords(self) -> Subwords:
        """Vectors of subwords, learned once and kept in the user's cache."""
        return kept(f"{self.fingerprint}.npz", Subwords.load, self._learned_subwords)

    def _learned_subwords(self) -> Subwords:
        report_progress(_LEARNING, 0, 1)
        learned = learn_subwords(
            self.words[:MOST_LEARNED],
            int(self._keyed.vector_size),
            lambda: self._centred_columns(MOST_LEARNED),
        )
        report_progress(_LEARNING, 1, 1)
        return learned
