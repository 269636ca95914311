"""Similarity of one sense of HowNet to all others; each distinct set of features is compared only once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Generic, TypeVar

import numpy as np

from topiccrawl.relevance.contracts import Floats
from topiccrawl.relevance.hownet.definition import Definition
from topiccrawl.relevance.hownet.measure import SenseMeasure, weighted

Part = TypeVar("Part", bound=Hashable)

_MOST_CACHED = 200
"""Maximum number of cached rows per part."""


class SenseRows:
    """Rows of the similarity matrix of all senses.

    Args:
        definitions: the senses, in the order of the columns.
        measure: of their similarity.
    """

    def __init__(self, definitions: Sequence[Definition], measure: SenseMeasure) -> None:
        self._function = np.array([definition.function for definition in definitions])
        self._first = _PartRows([d.first for d in definitions], measure.tree.similarity)
        self._others = _PartRows([d.others for d in definitions], measure.of_sets)
        self._relations = _PartRows([d.relations for d in definitions], measure.of_features)
        self._symbols = _PartRows([d.symbols for d in definitions], measure.of_features)

    def row(self, sense: Definition) -> Floats:
        """Return `SenseMeasure.similarity` of `sense` and every definition."""
        values = weighted(
            self._first.row(sense.first),
            self._others.row(sense.others),
            self._relations.row(sense.relations),
            self._symbols.row(sense.symbols),
        )
        values[self._function != sense.function] = 0.0
        return values


class _PartRows(Generic[Part]):
    """One part of all definitions: its distinct values, and the value of each definition."""

    def __init__(self, parts: list[Part], compare: Callable[[Part, Part], float]) -> None:
        number: dict[Part, int] = {}
        self._which = np.array([number.setdefault(part, len(number)) for part in parts], dtype=np.int64)
        self._distinct = tuple(number)
        self._compare = compare
        self._values = lru_cache(maxsize=_MOST_CACHED)(self._compared)

    def row(self, part: Part) -> Floats:
        row: Floats = self._values(part)[self._which]
        return row

    def _compared(self, part: Part) -> Floats:
        return np.array([self._compare(part, other) for other in self._distinct])
