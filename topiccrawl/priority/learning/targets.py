"""The links that wait, with their features as arrays, so that all can be scored at once."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
import numpy.typing as npt

from topiccrawl.priority.learning.features import GROUPS, NUMBERS
from topiccrawl.priority.learning.linear_model import WIDTH, Example, LinearModel
from topiccrawl.priority.learning.yields import Yields

_MAXIMA = slice(1, 4)
"""Scores of a link: of all links to a target the best one counts."""
_LINKS = NUMBERS.index("links")

_ADDED_AT_ONCE = 8
"""Numbers that NumPy adds side by side: over multiples of it sums are the same to the last bit."""

_SLOPE, _EVEN = 8.0, 0.6
"""The log-odds before any lesson are `_SLOPE * (p - _EVEN)`, where p is formula 5."""


class Targets:
    """Features of the URLs that wait, gathered over all links to each.

    Args:
        empty: position of a hashed feature without a weight, for rows with fewer than `WIDTH`.
        capacity: maximum number of URLs; the oldest are forgotten first and keep their last scores.
    """

    def __init__(self, empty: int, capacity: int = 200_000) -> None:
        self._rows: dict[str, int] = {}
        self._keys: list[str] = []  # by row
        self._free: list[int] = []
        self._capacity, self._empty = capacity, empty
        self._numbers = np.zeros((1024, len(NUMBERS)), np.float32)
        self._groups = np.zeros((1024, len(GROUPS)), np.int32)
        self._hashed = np.full((1024, WIDTH), empty, np.int32)
        self._counts = np.zeros(1024, np.int32)
        self._last = np.full(1024, -1.0)
        self._in_use = np.zeros(1024, np.bool_)

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, key: str) -> bool:
        return key in self._rows

    def add(self, key: str, numbers: Sequence[float], groups: Sequence[int], hashed: frozenset[int]) -> None:
        """Add a link to a URL; the best scores of all links count, and the words of all."""
        row = self._rows.get(key)
        if row is None:
            row = self._new_row(key)
            self._numbers[row] = numbers
            self._groups[row] = groups
            self._hashed[row] = self._empty
            known: set[int] = set()
        else:
            own = self._numbers[row]
            if numbers[1] > own[1]:  # the parent of the best link
                self._groups[row] = groups
            own[_MAXIMA] = np.maximum(own[_MAXIMA], numbers[_MAXIMA])
            own[_LINKS] = math.log1p(math.expm1(own[_LINKS]) + 1)
            own[_LINKS + 1 :] = np.maximum(own[_LINKS + 1 :], numbers[_LINKS + 1 :])
            known = set(self._hashed[row, : self._counts[row]].tolist())
        added = sorted(hashed - known)[: WIDTH - len(known)]
        self._hashed[row, len(known) : len(known) + len(added)] = added
        self._counts[row] = len(known) + len(added)

    def example(self, key: str, yields: Yields) -> tuple[Example, npt.NDArray[np.int32]] | None:
        """Return the features of a URL as they stand now, and its groups; None when it is not known."""
        row = self._rows.get(key)
        if row is None:
            return None
        numbers = self._dense(slice(row, row + 1), yields)[0]
        hashed = self._hashed[row, : self._counts[row]].copy()
        offset = _SLOPE * (float(self._numbers[row, 1]) - _EVEN)
        return Example(offset, numbers, hashed), self._groups[row].copy()

    def score(self, key: str, model: LinearModel, yields: Yields) -> float:
        """Return the log-odds of a URL as it stands now, those of its `example`."""
        row = self._rows[key]
        numbers, dense = self._numbers[row], model.dense
        odds = yields.log_odds_of(self._groups[row].tolist())
        learned: float = sum(map(operator.mul, odds, dense[len(numbers) :].tolist()))
        hashed = model.weights_of(self._hashed[row, : self._counts[row]])
        offset = _SLOPE * (float(numbers[1]) - _EVEN)
        return offset + float(numbers @ dense[: len(numbers)]) + learned + float(hashed.sum())

    def count_link(self, key: str, priority: float = 0.0) -> float | None:
        """Count a repeated link; return the last log-odds of its URL, None when it is not known.

        A link with a higher priority than all before is no repetition.
        """
        row = self._rows.get(key)
        if row is None or priority > self._numbers[row, 1]:
            return None
        self._numbers[row, _LINKS] = math.log1p(math.expm1(self._numbers[row, _LINKS]) + 1)
        return float(self._last[row])

    def remove(self, key: str) -> None:
        """Forget a URL."""
        row = self._rows.pop(key, None)
        if row is not None:
            self._free.append(row)
            self._in_use[row] = False

    def rescore(
        self, model: LinearModel, yields: Yields, least: float = 0.0, near: int = 0, among: int = 0
    ) -> Iterator[tuple[str, float]]:
        """Yield URLs with new log-odds.

        Args:
            model: scores the features.
            yields: of the groups.
            least: least change since a URL was last scored.
            near: number of best URLs; those that are not among them, and were not, keep their scores. 0: all.
            among: number of URLs with the best last scores; others are not looked at. 0: all are.
        """
        rows = np.flatnonzero(self._in_use)
        if 0 < among < len(rows):
            rows = rows[np.argpartition(self._last[rows], -among)[-among:]]
        if not len(rows):
            return
        scores = _SLOPE * (self._numbers[rows, 1].astype(np.float64) - _EVEN)
        scores = scores + self._dense(rows, yields) @ model.dense
        most = int(self._counts[rows].max())
        width = most + -most % _ADDED_AT_ONCE  # columns behind it are empty in all rows
        scores += model.weights_of(self._hashed[rows, :width]).sum(axis=1)
        last = self._last[rows]
        changed = np.abs(scores - last) >= least
        if 0 < near < len(rows):
            limit = np.partition(scores, -near)[-near]
            changed &= (scores >= limit) | (last >= limit)
        self._last[rows[changed]] = scores[changed]
        for row, score in zip(rows[changed].tolist(), scores[changed].tolist(), strict=True):
            yield self._keys[row], score

    def scored(self, key: str, score: float) -> None:
        """Record the score of a URL; a frontier keeps the highest until the URL is rescored."""
        row = self._rows[key]
        self._last[row] = max(score, self._last[row])

    def _dense(self, rows: slice | npt.NDArray[np.int64], yields: Yields) -> npt.NDArray[np.float32]:
        odds = yields.log_odds(self._groups[rows])
        return np.concatenate([self._numbers[rows], odds.astype(np.float32)], axis=1)

    def _new_row(self, key: str) -> int:
        if len(self._rows) >= self._capacity:
            some = 1 + self._capacity // 100  # one by one takes ten times as long
            for oldest in list(islice(self._rows, some)):
                self.remove(oldest)
        if self._free:
            row = self._free.pop()
            self._keys[row] = key
        else:
            row = len(self._keys)
            self._keys.append(key)
            if row == len(self._numbers):
                self._grow()
        self._rows[key] = row
        self._in_use[row] = True
        self._last[row] = -math.inf
        return row

    def _grow(self) -> None:
        for name in ("_numbers", "_groups", "_hashed", "_counts", "_last", "_in_use"):
            array = getattr(self, name)
            setattr(self, name, np.concatenate([array, np.zeros_like(array)]))
