"""The compiled table of a topic: what each word of the vocabulary adds, and which topic words it is near."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from topiccrawl.text.files.atomic_write import atomic_replace

if TYPE_CHECKING:
    from topiccrawl.relevance.resources.packaged import Floats

INDEXED = 500
"""Words kept in the index for one topic word, at most: the nearest."""


@dataclass(frozen=True)
class Nearness:
    """The inverted index: for each topic word, the words of the vocabulary that are near it.

    Attributes:
        starts: where the entries of the n-th topic word start; one more than there are topic words.
        words: numbers of vocabulary words, nearest first within a topic word.
        similarities: algorithm 1's values, over 0.
    """

    starts: npt.NDArray[np.int64]
    words: npt.NDArray[np.int64]
    similarities: Floats

    @property
    def complete(self) -> bool:
        """Whether no topic word has more near words than are kept."""
        return bool((np.diff(self.starts) < INDEXED).all())

    def near(self, topic_word: int) -> tuple[npt.NDArray[np.int64], Floats]:
        """Words near a topic word, nearest first, and how near."""
        start, end = self.starts[topic_word : topic_word + 2]
        return self.words[start:end], self.similarities[start:end]

    def topic_words_of(self, word: int) -> list[tuple[int, float]]:
        """The topic words near a word of the vocabulary, and how near."""
        entries = np.flatnonzero(self.words == word)
        columns = np.searchsorted(self.starts, entries, side="right") - 1
        return list(zip(columns.tolist(), self.similarities[entries].tolist(), strict=True))


class NearnessBuilder:
    """Collects the index from parts of the table of all words against all topic words.

    Args:
        topic_words: how many there are.
    """

    def __init__(self, topic_words: int) -> None:
        self._topic_words = topic_words
        self._parts: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Floats]] = []

    def add(self, words: npt.NDArray[np.int64], matrix: Floats) -> None:
        """Rows of the table.

        Args:
            words: numbers of the rows' words.
            matrix: similarities, a row a word and a column a topic word.
        """
        rows, columns = np.nonzero(matrix)
        self._parts.append(_nearest(columns, words[rows], matrix[rows, columns]))

    def index(self) -> Nearness:
        """The index of all that was added."""
        empty = np.empty(0, dtype=np.int64)
        parts = [(empty, empty, np.empty(0)), *self._parts]
        columns, words, values = _nearest(*map(np.concatenate, zip(*parts, strict=True)))
        return Nearness(np.searchsorted(columns, np.arange(self._topic_words + 1)), words, values)


def _nearest(
    columns: npt.NDArray[np.int64], words: npt.NDArray[np.int64], values: Floats
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Floats]:
    """Entries by column, nearest first, at most `INDEXED` of a column."""
    order = np.lexsort((words, -values, columns))
    columns, words, values = columns[order], words[order], values[order]
    rank = np.arange(len(columns)) - np.searchsorted(columns, columns)
    kept = rank < INDEXED
    return columns[kept], words[kept], values[kept]


class CompiledTable:
    """A compiled table, its index read from the file only when it is asked for.

    Args:
        file: a table that `save_table` wrote.

    Attributes:
        values: what each word of the vocabulary adds to formula 3.

    Raises:
        ValueError: the file is not such a table, or broken.
        OSError: there is no such file.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            with file.open("rb") as opened, np.load(opened) as stored:
                words = stored["words"].tobytes().decode().split("\n")
                self.values: dict[str, float] = dict(zip(words, stored["values"].tolist(), strict=True))
                if "starts" not in stored.files:
                    raise ValueError("it lacks the index")
        except OSError:
            raise
        except Exception as error:  # a damaged archive can raise almost anything
            raise ValueError(f"{file}: not a compiled table ({error})") from error

    def nearness(self) -> Nearness:
        """The inverted index."""
        with self._file.open("rb") as opened, np.load(opened) as stored:
            return Nearness(stored["starts"], stored["near"], stored["similarities"])


def save_table(file: Path, vocabulary: Sequence[str], values: Floats, nearness: Nearness) -> None:
    """Write a table; atomic, so that two processes may do it at once."""
    with atomic_replace(file) as part, part.open("wb") as opened:
        np.savez(
            opened,
            words=np.frombuffer("\n".join(vocabulary).encode(), dtype=np.uint8),
            values=values,
            starts=nearness.starts,
            near=nearness.words,
            similarities=nearness.similarities,
        )
