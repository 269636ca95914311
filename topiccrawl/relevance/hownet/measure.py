"""Similarity of sememes and senses after Liu & Li 2002 (基于《知网》的词汇语义相似度计算).

There are two readings. `paper` is the printed text. `program` is what the authors' program does, which
reproduces most of the paper's figures: similarities of roles and signs are multiplied, and those that only
one of the senses has are ignored.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Literal, TypeVar

import numpy as np
import numpy.typing as npt

from topiccrawl.relevance.hownet.definition import Definition, Features

Mode = Literal["paper", "program"]
Number = TypeVar("Number", float, npt.NDArray[np.float64])

_ALPHA = 1.6
"""Distance at which sememes have similarity .5."""
_DIFFERENT_TREES = 20
_GAMMA = 0.2
"""Similarity of a sememe and a plain word."""
_DELTA = 0.2
"""Similarity of a value and a missing value."""
BETA = (0.5, 0.2, 0.17, 0.13)
"""Weights of the primary sememe, the other sememes, the roles and the signs."""


class SememeTree:
    """Distances and similarities of sememes.

    Args:
        sememes: name and position of the parent of each; a root is its own parent. A name may occur several
            times.
    """

    def __init__(self, sememes: Sequence[tuple[str, int]]) -> None:
        self._sememes = sememes
        self._places: dict[str, list[int]] = {}
        for place, (name, _) in enumerate(sememes):
            self._places.setdefault(name, []).append(place)
        self._paths: dict[int, tuple[int, ...]] = {}
        self._known: dict[tuple[str, str], float] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._places

    def distance(self, a: str, b: str) -> int:
        """Return the distance of two sememes in their tree, 20 for different trees (the authors' value).

        If a name occurs several times, the smallest distance counts.

        Raises:
            KeyError: one of them is not a sememe.
        """
        return min(self._steps(i, j) for i in self._places[a] for j in self._places[b])

    def _steps(self, a: int, b: int) -> int:
        here, there = self._path(a), self._path(b)
        if here[0] != there[0]:
            return _DIFFERENT_TREES
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(here, there, strict=False)))
        return len(here) + len(there) - 2 * shared

    def _path(self, place: int) -> tuple[int, ...]:
        """The positions from the root to this one."""
        path = self._paths.get(place)
        if path is None:
            parent = self._sememes[place][1]
            path = self._paths[place] = (place,) if parent == place else (*self._path(parent), place)
        return path

    def similarity(self, a: str, b: str) -> float:
        """Return the similarity in [0, 1] of two values: sememes, plain words, or nothing (empty)."""
        if a == b:
            return 1.0
        value = self._known.get((a, b))
        if value is None:
            value = self._known[a, b] = self._known[b, a] = self._compute(a, b)
        return value

    def _compute(self, a: str, b: str) -> float:
        if not a or not b:
            return _DELTA
        sememes = (a in self) + (b in self)
        if sememes == 2:
            return _ALPHA / (_ALPHA + self.distance(a, b))
        return _GAMMA if sememes else 0.0


class SenseMeasure:
    """Similarity of senses.

    Args:
        tree: of the sememes.
        mode: the reading.
    """

    def __init__(self, tree: SememeTree, mode: Mode) -> None:
        self.tree = tree
        self._multiplied = mode == "program"

    def similarity(self, a: Definition, b: Definition) -> float:
        """Return `sum_i b_i * prod_{j<=i} Sim_j` in [0, 1]; 0 for a function word and a content word.

        >>> tree = SememeTree([("人", 0), ("性别", 1), ("男", 1), ("女", 1)])
        >>> man, woman = Definition("人", ("男",)), Definition("人", ("女",))
        >>> round(SenseMeasure(tree, "paper").similarity(man, woman), 4)
        0.7222
        """
        if a.function != b.function:
            return 0.0
        return weighted(
            self.tree.similarity(a.first, b.first),
            self.of_sets(a.others, b.others),
            self.of_features(a.relations, b.relations),
            self.of_features(a.symbols, b.symbols),
        )

    def of_sets(self, a: tuple[str, ...], b: tuple[str, ...]) -> float:
        """Return the mean over the best pairs of two sets; unpaired values are compared with nothing."""
        if not a and not b:
            return 1.0
        # Ties are ordered by the values, so that the similarity is symmetric.
        pairs = sorted(
            (-self.tree.similarity(x, y), min(x, y), max(x, y), n, m)
            for n, x in enumerate(a)
            for m, y in enumerate(b)
        )
        used_a: set[int] = set()
        used_b: set[int] = set()
        total = 0.0
        for value, _, _, n, m in pairs:
            if n not in used_a and m not in used_b:
                used_a.add(n)
                used_b.add(m)
                total -= value
        longer, shorter = max(len(a), len(b)), min(len(a), len(b))
        return (total + _DELTA * (longer - shorter)) / longer

    def of_features(self, a: Features, b: Features) -> float:
        """Return the similarity of the values of the same roles, or of the same signs."""
        here, there = dict(a), dict(b)
        values = [self.of_sets(here[key], there[key]) for key in sorted(here.keys() & there.keys())]
        if self._multiplied:
            product = 1.0
            for value in values:
                product *= value
            return product
        keys = len(here.keys() | there.keys())
        return (sum(values) + _DELTA * (keys - len(values))) / keys if keys else 1.0


def weighted(first: Number, others: Number, relations: Number, symbols: Number) -> Number:
    """Return `b_1 S_1 + b_2 S_1 S_2 + b_3 S_1 S_2 S_3 + b_4 S_1 S_2 S_3 S_4`, of numbers or arrays."""
    b1, b2, b3, b4 = BETA
    return first * (b1 + others * (b2 + relations * (b3 + symbols * b4)))
