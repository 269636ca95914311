"""Lists of synonyms, one set per line, as a thesaurus beside Cilin or HowNet.

Such a list has names, terms and new words that dictionaries lack, but no degrees: words of one line are
synonyms, others are not. The packaged list is the part of the optional package `cnsyn` that was drawn from
the Chinese Wikipedia.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib import metadata
from itertools import islice
from pathlib import Path

import numpy as np

from topiccrawl.errors import ResourceError
from topiccrawl.relevance.contracts import Floats
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.text.files.utf8 import decode_utf8
from topiccrawl.text.normalise import normalise

SYNONYM_PACKAGE = "cnsyn"
SYNONYMS = "wikipedia-synonyms"
"""Their name in topics and fingerprints."""
_FILE = "cnsyn/chinese_dictionary/sim_words.txt"
_WIKIPEDIA_LINES = 28_043
"""Lines of the packaged file that are from Wikipedia; the rest is Cilin without its levels."""
LONGEST_LINE = 19
"""Words. Longer lines are enumerations (all colours, all hexagrams): of their pairs of words in Cilin, 4 %
are similar there, against 30 to 50 % in shorter lines."""


class SynonymLines:
    """Word similarity: 1 if two words share a line, else 0.

    Args:
        lines: sets of synonyms; those longer than `LONGEST_LINE` are skipped.
        name: name of the list; the fingerprint starts with it.

    Attributes:
        words: the vocabulary, sorted.
        fingerprint: changes with any line.
    """

    def __init__(self, lines: Iterable[Sequence[str]], name: str = "synonyms") -> None:
        self._lines: list[tuple[str, ...]] = []
        self._by_word: dict[str, list[int]] = {}
        for line in lines:
            words = tuple(dict.fromkeys(normalise(word) for word in line))
            if 2 <= len(words) <= LONGEST_LINE:
                for word in words:
                    self._by_word.setdefault(word, []).append(len(self._lines))
                self._lines.append(words)
        self.words: tuple[str, ...] = tuple(sorted(self._by_word))
        content = "\n".join(map(" ".join, self._lines))
        self.fingerprint = f"{name}-{sha256(content.encode()).hexdigest()[:16]}"

    @classmethod
    def load(cls, path: str | Path) -> SynonymLines:
        """Read a UTF-8 file: one set of synonyms per line, separated by white space; `#` starts a comment.

        Raises:
            ResourceError: not UTF-8, or no line with two words; names the file and the line.
            OSError: the file cannot be read.
        """
        path = Path(path)
        text = decode_utf8(read_bounded(path), path, ResourceError)
        found = cls(line.split("#", 1)[0].split() for line in text.splitlines())
        if not found.words:
            raise ResourceError(
                "{path}:1: expected lines of synonyms separated by spaces, found none with two words",
                path=path,
            )
        return found

    @classmethod
    @lru_cache(maxsize=1)
    def packaged(cls) -> SynonymLines:
        """Read the synonyms from the Chinese Wikipedia in the installed package.

        Raises:
            importlib.metadata.PackageNotFoundError: it is not installed.
        """
        file = Path(str(metadata.distribution(SYNONYM_PACKAGE).locate_file(_FILE)))
        with file.open(encoding="utf-8") as lines:
            found = cls((line.split() for line in islice(lines, _WIKIPEDIA_LINES)), SYNONYMS)
        found.fingerprint = packaged_synonyms_fingerprint()
        return found

    def __contains__(self, word: str) -> bool:
        return word in self._by_word

    def similarity(self, a: str, b: str) -> float | None:
        """Return 1 for words of one line, else 0; None if one is unknown.

        >>> SynonymLines([["大夫", "医生"], ["苹果", "苹果树"]]).similarity("大夫", "医生")
        1.0
        """
        if a not in self._by_word or b not in self._by_word:
            return None
        return float(a == b or not set(self._by_word[a]).isdisjoint(self._by_word[b]))

    def row(self, word: str) -> Floats:  # noqa: D102 (see `contracts`)
        row = np.zeros(len(self.words))
        for line in self._by_word.get(word, ()):
            for other in self._lines[line]:
                row[bisect_left(self.words, other)] = 1.0
        return row


def packaged_synonyms_fingerprint() -> str:
    """Return the fingerprint of `SynonymLines.packaged()` by the package's version, without reading the file.

    Raises:
        importlib.metadata.PackageNotFoundError: the package is not installed.
    """
    return f"{SYNONYMS}-{metadata.version(SYNONYM_PACKAGE)}"
