"""The compiled table of a topic: the value of each word of the vocabulary."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np
import numpy.typing as npt

from topiccrawl.relevance.contracts import Floats
from topiccrawl.text.files.numpy_files import open_arrays, packed_words, save_arrays, unpacked_words

Rows = npt.NDArray[np.int64]


class CompiledTable:
    """A compiled table: words are found by their hashes, as a dictionary of them takes .03 s and 25 MB.

    Args:
        file: a table that `write_table` wrote.

    Attributes:
        values: what each word of the vocabulary adds to the sum of formula 3.
        masses: what it adds to the number that the sum is divided by.
        level: what general text scores, see `background_level`; 0 if it is unknown.

    Raises:
        ValueError: the file is damaged or not such a table.
        OSError: the file cannot be read.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        with open_arrays(file, "a compiled table") as stored:
            self.values: Floats = stored["values"]
            self.masses: Floats = stored["masses"]
            self._hashes: npt.NDArray[np.uint64] = stored["hashes"]
            self._order: npt.NDArray[np.uint32] = stored["order"]
            self.level = float(stored["level"])
            if "shares" not in stored.files:
                raise ValueError("it lacks the frequencies of words")
        if len({len(self.values), len(self.masses), len(self._hashes), len(self._order)}) > 1:
            raise ValueError("its columns have several lengths")

    def rows(self, words: Sequence[str]) -> Rows:
        """Return the row of each word; -1 for those outside the vocabulary."""
        if not len(self._hashes):
            return np.full(len(words), -1)
        sought = _hashes(words)
        places = np.minimum(self._hashes.searchsorted(sought), len(self._hashes) - 1)
        return np.where(self._hashes[places] == sought, self._order[places].astype(np.int64), -1)

    def words_and_shares(self) -> tuple[list[str], Floats]:
        """Read the words of the vocabulary, and the share of general documents that contain each of them."""
        with open_arrays(self._file, "a compiled table") as stored:
            shares: Floats = stored["shares"]
            return unpacked_words(stored["words"]) if len(shares) else [], shares


def write_table(
    file: Path, vocabulary: Sequence[str], values: Floats, masses: Floats, shares: Floats, level: float
) -> None:
    """Write a compiled table atomically; safe for concurrent processes."""
    hashes = _hashes(vocabulary)
    order = np.argsort(hashes, kind="stable").astype(np.uint32)
    arrays = {"values": values, "masses": masses, "shares": shares, "level": np.array(level)}
    save_arrays(file, words=packed_words(vocabulary), hashes=hashes[order], order=order, **arrays)


def _hashes(words: Sequence[str]) -> npt.NDArray[np.uint64]:
    digests = [blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest() for word in words]
    return np.frombuffer(b"".join(digests), dtype="<u8")
