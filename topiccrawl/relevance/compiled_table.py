"""The compiled table of a topic: the value of each word of the vocabulary."""

from __future__ import annotations

from pathlib import Path

from topiccrawl.relevance.contracts import Floats
from topiccrawl.text.files.numpy_files import open_arrays, unpacked_words


class CompiledTable:
    """A compiled table.

    Args:
        file: a table that `Relevance` wrote.

    Attributes:
        values: what each word of the vocabulary adds to the sum of formula 3.
        masses: what it adds to the number that the sum is divided by, in the same order.
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
            self.masses: dict[str, float] = dict(zip(words, stored["masses"].tolist(), strict=True))
            self.level = float(stored["level"])
            if "shares" not in stored.files:
                raise ValueError("it lacks the frequencies of words")

    def shares(self) -> Floats:
        """Read the share of general documents that contain each word."""
        with open_arrays(self._file, "a compiled table") as stored:
            shares: Floats = stored["shares"]
            return shares
