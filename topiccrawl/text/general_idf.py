"""General rarity of words (idf), as shipped with jieba: a table that opens at once.

Reading jieba's list of 270,000 words as a dictionary takes .2 s and 30 MB in every process that compares
titles. So the hashes of its words and their values are kept as sorted arrays in the user's cache.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt

from topiccrawl.text.files.numpy_files import open_arrays, save_arrays
from topiccrawl.text.kept import kept

Floats = npt.NDArray[np.float64]

INFORMATION = f"jieba-idf-{metadata.version('jieba')}"
"""Which list it is; changes with its content."""
_FORMAT = 1
"""Part of the file's name: increase it with every change to the arrays."""
_FREQUENT = 60_000
"""Words that `general_words` returns."""
_CACHED = 50_000
"""Words whose idf is remembered, some 100 bytes each: every page asks for that of all its words."""
_READING = Lock()
"""Lock: with a cache alone, threads that start at the same time would each read the table."""


class IdfTable:
    """Words by their 64-bit hashes, with their idf.

    Args:
        hashes: of the words, sorted.
        values: the idf of each.

    Attributes:
        unknown: the idf of words that it lacks: the median, as in jieba.

    Raises:
        ValueError: it has no words, or not a value for each word.
    """

    def __init__(self, hashes: npt.NDArray[np.uint64], values: Floats) -> None:
        if not len(values) or len(hashes) != len(values):
            raise ValueError(f"{len(values)} values for {len(hashes)} words")
        self._hashes = hashes
        self._values = values
        self.unknown = float(np.median(values))

    @classmethod
    def of(cls, words: Sequence[str], values: Sequence[float] | Floats) -> IdfTable:
        """Return the table of words with their values; the last value of a repeated word counts."""
        last = dict(zip(words, values, strict=True))
        hashes = np.frombuffer(b"".join(map(_digest, last)), dtype="<u8")
        order = np.argsort(hashes, kind="stable")
        return cls(hashes[order], np.array(list(last.values()))[order])

    def idf(self, word: str) -> float:
        """Return the idf of a word, above 0."""
        sought = np.frombuffer(_digest(word), dtype="<u8")[0]
        place = int(self._hashes.searchsorted(sought))
        known = place < len(self._hashes) and self._hashes[place] == sought
        return float(self._values[place]) if known else self.unknown

    def known(self, words: Sequence[str]) -> Floats:
        """Return the idf of each word, 0 for those that the table lacks."""
        sought = np.frombuffer(b"".join(map(_digest, words)), dtype="<u8")
        places = np.minimum(self._hashes.searchsorted(sought), len(self._hashes) - 1)
        return np.where(self._hashes[places] == sought, self._values[places], 0.0)

    def save(self, file: Path) -> None:
        """Write the table atomically; safe for concurrent processes."""
        save_arrays(file, hashes=self._hashes, values=self._values)

    @classmethod
    def load(cls, file: Path) -> IdfTable:
        """Read what `save` wrote.

        Raises:
            OSError: the file cannot be read.
            ValueError: it is damaged.
        """
        with open_arrays(file, "a table of idf values") as stored:
            return cls(stored["hashes"], stored["values"])


@lru_cache(maxsize=_CACHED)
def general_idf(word: str) -> float:
    """Return the idf in a large general corpus, which is shipped with jieba."""
    return _table_once().idf(word)


def word_information(words: Collection[str]) -> dict[str, float]:
    """Return the idf of those of the words that the table has, divided by its median.

    So 1 is right for a word that the table lacks.
    """
    listed = tuple(words)
    information, shares = information_and_shares(listed)
    return {
        word: value
        for word, value, share in zip(listed, information.tolist(), shares.tolist(), strict=True)
        if share
    }


def information_and_shares(words: Sequence[str]) -> tuple[Floats, Floats]:
    """Return the information of each word, and the share of general Chinese documents that contain it.

    For a word that the table lacks these are 1 and 0.
    """
    table = _table_once()
    found = table.known(words)
    listed = found > 0
    return np.where(listed, found / table.unknown, 1.0), np.where(listed, np.exp(-found), 0.0)


@cache
def words_in_more_than(share: float) -> frozenset[str]:
    """Return the words that more than this share of general Chinese documents contain."""
    # Line by line: all of the list as a dictionary takes 50 MB.
    with _file().open(encoding="utf-8") as lines:
        rows = (line.rpartition(" ") for line in lines)
        return frozenset(word for word, space, value in rows if space and math.exp(-float(value)) > share)


@cache
def general_words() -> tuple[tuple[str, ...], Floats]:
    """Return the most frequent words of that corpus, with their shares; takes .2 s."""
    words, values = _list()
    order = np.argsort(values, kind="stable")[:_FREQUENT]
    shares = np.exp(-values[order])
    return tuple(words[place] for place in order), shares / shares.sum()


def _table_once() -> IdfTable:
    with _READING:
        return _table()


@cache
def _table() -> IdfTable:
    name = f"idf-{metadata.version('jieba')}-{_FORMAT}.npz"
    return kept(name, IdfTable.load, lambda: IdfTable.of(*_list()))


def _file() -> Traversable:
    return resources.files("jieba") / "analyse" / "idf.txt"


def _list() -> tuple[list[str], Floats]:
    fields = _file().read_text(encoding="utf-8").split()
    return fields[::2], np.array(fields[1::2], np.float64)


def _digest(word: str) -> bytes:
    return blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
