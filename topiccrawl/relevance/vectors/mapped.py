"""Word vectors in two files: a list of words and a memory-mapped table.

They open without gensim, which takes longer to load than anything else at the start of a crawl.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from topiccrawl.errors import VectorFileError
from topiccrawl.text.files.atomic_write import atomic_replace
from topiccrawl.text.files.numpy_files import map_array

Table = npt.NDArray[np.float32]
_ROWS_AT_ONCE = 10_000


@dataclass(frozen=True)
class MappedVectors:
    """Vectors by word, with the attributes of gensim's KeyedVectors.

    Attributes:
        index_to_key: the words.
        vectors: one row per word.
    """

    index_to_key: Sequence[str]
    vectors: Table

    @cached_property
    def key_to_index(self) -> dict[str, int]:
        """The row number of each word."""
        return {word: number for number, word in enumerate(self.index_to_key)}

    @property
    def vector_size(self) -> int:
        """Length of a vector."""
        return int(self.vectors.shape[1])

    def __getitem__(self, word: str) -> Table:
        """Return the vector of a word; raises KeyError if there is none."""
        row: Table = self.vectors[self.key_to_index[word]]
        return row

    def save(self, path: Path) -> None:
        """Write the vectors to `path` and the words beside it; safe for concurrent processes."""
        # The outer file is put in place last: a process that finds the table finds both.
        with atomic_replace(path) as table, atomic_replace(words_file(path)) as words:
            # A word with a line break is never a word of a text, so changing it does no harm.
            lines = (word.replace("\n", "\u2424") for word in self.index_to_key)
            words.write_text("\n".join(lines), encoding="utf-8", errors="replace", newline="\n")
            with table.open("wb") as file:
                np.save(file, np.asarray(self.vectors, dtype=np.float32))

    @classmethod
    def load(cls, path: Path) -> MappedVectors:
        """Open what `save` wrote; the table stays on disk until it is read.

        Raises:
            OSError: a file is missing.
            ValueError: the files are damaged or do not match.
        """
        words = words_file(path).read_bytes().decode().split("\n")
        table: Table = map_array(path)
        if table.dtype != np.float32 or table.ndim != 2 or len(table) != len(words):
            raise ValueError(f"{path}: {table.shape} numbers for {len(words)} words")
        return cls(words, table)


def words_file(path: Path) -> Path:
    """Return the file of the words that belongs to a table."""
    return path.with_suffix(".words")


def check_finite(vectors: MappedVectors, source: object) -> None:
    """Check that all numbers are finite: one NaN would make every similarity to its word NaN.

    Raises:
        VectorFileError: names the source and the word.
    """
    for start in range(0, len(vectors.index_to_key), _ROWS_AT_ONCE):
        with np.errstate(over="ignore"):  # numbers too large for a float32 become infinite, and are refused
            rows = np.asarray(vectors.vectors[start : start + _ROWS_AT_ONCE], dtype=np.float32)
        broken = np.flatnonzero(~np.isfinite(rows).all(axis=1))
        if broken.size:
            word = vectors.index_to_key[start + int(broken[0])]
            raise VectorFileError(
                "{source}: the vector of {word!r} has a number that is not finite",
                source=source,
                word=word[:60],
            )
