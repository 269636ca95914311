"""The compiled table of a topic: the value of each word of the vocabulary, and its similar topic words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from topiccrawl.relevance.contracts import Floats
from topiccrawl.text.files.numpy_files import open_arrays, packed_words, save_arrays, unpacked_words

Numbers = npt.NDArray[np.int32]
Similarities = npt.NDArray[np.float32]

INDEXED = 500
"""Maximum number of words in the index per topic word: the most similar ones."""
_MOST_ENTRIES = 250_000
"""Entries that are collected before the least similar ones are dropped: limits the memory of compiling."""


@dataclass(frozen=True)
class Nearness:
    """The inverted index: for each topic word, the words of the vocabulary that are similar to it.

    Attributes:
        starts: offsets of the entries of each topic word, and the end of the last.
        words: numbers of vocabulary words, most similar first within a topic word.
        similarities: algorithm 1's values, over 0.
    """

    starts: npt.NDArray[np.int64]
    words: Numbers
    similarities: Similarities

    def near(self, topic_word: int) -> tuple[Numbers, Similarities]:
        """Return the words similar to a topic word, most similar first, and the similarities."""
        start, end = self.starts[topic_word : topic_word + 2]
        return self.words[start:end], self.similarities[start:end]


class NearnessBuilder:
    """Builds the index from parts of the table of all words and all topic words.

    Args:
        topic_words: their number.
    """

    def __init__(self, topic_words: int) -> None:
        self._topic_words = topic_words
        self._parts: list[tuple[Numbers, Numbers, Similarities]] = []
        self._entries = 0

    def add(self, words: npt.NDArray[np.integer], matrix: Floats) -> None:
        """Add rows of the table.

        Args:
            words: the numbers of the words.
            matrix: similarities, one row per word and one column per topic word.
        """
        # In one dimension it takes a tenth of the time.
        rows, columns = np.divmod(np.flatnonzero(np.ravel(matrix) > 0), self._topic_words)
        # A million entries, sorted by three keys: half of the bytes are half of the peak of a first start.
        found = matrix[rows, columns].astype(np.float32)
        self._parts.append((columns.astype(np.int32), words[rows].astype(np.int32), found))
        self._entries += len(rows)
        if self._entries > _MOST_ENTRIES:
            self._parts = [self._nearest()]
            self._entries = 0

    def index(self) -> Nearness:
        """Return the index of all added rows."""
        columns, words, values = self._nearest()
        return Nearness(np.searchsorted(columns, np.arange(self._topic_words + 1)), words, values)

    def _nearest(self) -> tuple[Numbers, Numbers, Similarities]:
        empty = np.empty(0, dtype=np.int32)
        parts = [(empty, empty, np.empty(0, dtype=np.float32)), *self._parts]
        return _nearest(*map(np.concatenate, zip(*parts, strict=True)))


def _nearest(columns: Numbers, words: Numbers, values: Similarities) -> tuple[Numbers, Numbers, Similarities]:
    """Entries sorted by column, then by similarity, at most `INDEXED` per column."""
    order = np.lexsort((words, -values, columns))
    columns, words, values = columns[order], words[order], values[order]
    rank = np.arange(len(columns)) - np.searchsorted(columns, columns)
    kept = rank < INDEXED
    return columns[kept], words[kept], values[kept]


class CompiledTable:
    """A compiled table; its index is read from the file on demand.

    Args:
        file: a table that `save_table` wrote.

    Attributes:
        values: what each word of the vocabulary adds to the sum of formula 3.
        masses: what it adds to the number that the sum is divided by, if that is not 1.
        level: what general text scores, see `background_level`; 0 if it is unknown.

    Raises:
        ValueError: the file is damaged or not such a table.
        OSError: the file cannot be read.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        with open_arrays(file, "a compiled table") as stored:
            words = unpacked_words(stored["words"])
            self.values: dict[str, float] = dict(zip(words, stored["values"].tolist(), strict=True))
            masses = stored["masses"].tolist()
            self.masses: dict[str, float] = {
                word: mass for word, mass in zip(words, masses, strict=True) if mass != 1
            }
            self.level = float(stored["level"])
            if not {"starts", "shares"} <= set(stored.files):
                raise ValueError("it lacks the index, or the frequencies of words")

    def shares(self) -> Floats:
        """Read the share of general documents that contain each word."""
        with open_arrays(self._file, "a compiled table") as stored:
            shares: Floats = stored["shares"]
            return shares

    def nearness(self) -> Nearness:
        """Read the inverted index."""
        with open_arrays(self._file, "a compiled table") as stored:
            return Nearness(stored["starts"], stored["near"], stored["similarities"])


def save_table(
    file: Path,
    vocabulary: Sequence[str],
    values: Floats,
    masses: Floats,
    nearness: Nearness,
    shares: Floats,
    level: float = 0.0,
) -> None:
    """Write a table atomically; safe for concurrent processes."""
    save_arrays(
        file,
        words=packed_words(vocabulary),
        values=values,
        masses=masses,
        starts=nearness.starts,
        near=nearness.words,
        similarities=nearness.similarities,
        shares=shares,
        level=np.array(level),
    )
