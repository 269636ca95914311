"""Cilin with the share of the five levels that two senses have in common as similarity.

With Tian & Zhao (`cilin.py`) the distance between neighbours of one level can outweigh the level itself:
opposites that separate at level 4 may be more similar than near-synonyms that separate at level 5. On
labelled pairs of synonyms the level alone does better; see `benchmarks/relevance/similarity.py`.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from topiccrawl.relevance.contracts import Floats
from topiccrawl.relevance.thesauri.cilin import PREFIX_LENGTHS, Cilin


class CilinPath(Cilin):
    """Cilin with the similarity `common levels / 5`."""

    def __init__(self, lines: dict[str, list[str]]) -> None:
        super().__init__(lines)
        self.fingerprint = self.fingerprint.replace("cilin-", "cilin-path-", 1)

    @classmethod
    @lru_cache(maxsize=1)
    def load(cls) -> CilinPath:
        """Read the data file as `Cilin.load` does."""
        return cls(Cilin.load()._lines)

    def _sense_row(self, sense: int) -> Floats:
        row = np.zeros(len(self._codes))
        for level, length in enumerate(PREFIX_LENGTHS, 1):
            row[self._under(self._codes[sense][:length])] = level / len(PREFIX_LENGTHS)
        row[sense] = self._to_itself(sense)
        return row
