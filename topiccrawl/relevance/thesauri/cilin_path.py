"""Cilin with the share of the five levels that two senses have in common as similarity.

With Tian & Zhao (`cilin.py`) the distance between neighbours of one level can outweigh the level itself:
opposites that separate at level 4 may be more similar than near-synonyms that separate at level 5. On
labelled pairs of synonyms the level alone does better; see `benchmarks/relevance/similarity.py`.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

import numpy as np

from topiccrawl.relevance.contracts import Floats
from topiccrawl.relevance.thesauri.cilin import PREFIX_LENGTHS, SAME_BUT_UNLIKE, Cilin


class CilinPath(Cilin):
    """Cilin with the similarity `common levels / 5`."""

    def __init__(self, lines: dict[str, list[str]]) -> None:
        super().__init__(lines)
        self.fingerprint = self.fingerprint.replace("cilin-", "cilin-path-", 1)

    @classmethod
    @lru_cache(maxsize=1)
    def load(cls) -> CilinPath:
        """Read the data file as `Cilin.load` does."""
        whole = Cilin.load()
        lines: dict[str, list[str]] = {}
        for word, senses in whole._by_word.items():
            for sense in senses:
                lines.setdefault(whole._codes[sense], []).append(word)
        return cls(lines)

    def _sense_similarity(self, i: int, j: int) -> float:
        a, b = self._codes[i], self._codes[j]
        if i == j:
            return SAME_BUT_UNLIKE if a.endswith("#") else 1.0
        return sum(a[:length] == b[:length] for length in PREFIX_LENGTHS) / len(PREFIX_LENGTHS)

    def _sense_row(self, sense: int) -> Floats:
        """Similarity of one sense to all others; senses below one node are adjacent in the order of codes."""
        row = np.zeros(len(self._codes))
        code = self._codes[sense]
        for level, length in enumerate(PREFIX_LENGTHS, 1):
            start = bisect_left(self._codes, code[:length])
            end = bisect_left(self._codes, code[:length] + "\uffff")
            row[start:end] = level / len(PREFIX_LENGTHS)
        row[sense] = self._sense_similarity(sense, sense)
        return row
