"""Word vectors in two files, a list of words and a table that is memory-mapped: opened without gensim.

Loading gensim takes longer than anything else at the start of a crawl, which needs no more than this.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from topiccrawl.text.files.atomic_write import atomic_replace
from topiccrawl.text.files.numpy_files import map_array

Table = npt.NDArray[np.float32]


@dataclass(frozen=True)
class MappedVectors:
    """Vectors by word, as gensim's KeyedVectors has them.

    Attributes:
        index_to_key: the words.
        vectors: a row per word.
    """

    index_to_key: Sequence[str]
    vectors: Table

    @cached_property
    def key_to_index(self) -> dict[str, int]:
        """The number of each word's row."""
        return {word: number for number, word in enumerate(self.index_to_key)}

    @property
    def vector_size(self) -> int:
        """Length of a vector."""
        return int(self.vectors.shape[1])

    def __getitem__(self, word: str) -> Table:
        """The vector of a word; raises KeyError when there is none."""
        row: Table = self.vectors[self.key_to_index[word]]
        return row

    def save(self, path: Path) -> None:
        """Write the vectors to `path` and the words beside it; two processes may do it at once."""
        # The outer one is put in its place last: who finds the table finds both.
        with atomic_replace(path) as table, atomic_replace(words_file(path)) as words:
            # a word may hold a line break, and is then none that a text is cut into
            lines = (word.replace("\n", "\u2424") for word in self.index_to_key)
            words.write_text("\n".join(lines), encoding="utf-8", errors="replace", newline="\n")
            with table.open("wb") as file:
                np.save(file, np.asarray(self.vectors, dtype=np.float32))

    @classmethod
    def load(cls, path: Path) -> MappedVectors:
        """What `save` wrote; the table stays on disk until it is read.

        Raises:
            OSError: a file is missing.
            ValueError: they are damaged, or do not belong together.
        """
        words = words_file(path).read_bytes().decode().split("\n")
        table: Table = map_array(path)
        if table.dtype != np.float32 or table.ndim != 2 or len(table) != len(words):
            raise ValueError(f"{path}: {table.shape} numbers for {len(words)} words")
        return cls(words, table)


def words_file(path: Path) -> Path:
    """The file of the words beside that of the numbers."""
    return path.with_suffix(".words")
