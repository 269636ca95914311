"""A language model of characters and a classifier, small enough to be trained in seconds by numpy."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

ALPHABET = 21_000
"""Characters that a text may have: unseen ones share what is left for them equally."""
BREAK = "\n"
"""Stands between two texts."""
_ORDER = 5
_DISCOUNT = 0.75
_FEATURES = 4096
_STEPS = 100
_RATE = 20.0
_MOMENTUM = 0.9
_DECAY = 1e-4

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]


def normalised(text: str) -> str:
    """Return a text in compatibility forms, with single spaces between its words."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text)).strip()


class KneserNey:
    """Interpolated Kneser-Ney over five characters with a fixed discount.

    Args:
        texts: normalised texts to learn from.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        joined = BREAK.join(["", *texts, ""])
        self._number = {char: at for at, char in enumerate(sorted(set(joined)))}
        self._base = len(self._number) + 1  # the last number is that of unseen characters
        codes = np.array([self._number[char] for char in joined])
        self._grams: list[Ints] = []
        counts: list[Ints] = []
        prefixes = np.zeros(len(codes) + 1, np.int64)
        before = prefixes
        for order in range(_ORDER):
            at = len(codes) - order
            grams, first, prefixes, count = np.unique(
                prefixes[:at] * self._base + codes[order:],
                return_index=True, return_inverse=True, return_counts=True,
            )  # fmt: skip
            if order:  # shorter sequences count the different characters that they stand behind
                counts[-1] = np.bincount(before[first + 1], minlength=len(self._grams[-1]))
            self._grams.append(grams)
            counts.append(count)
            before = prefixes
        self._counts = counts
        contexts = [grams // self._base for grams in self._grams]
        sizes = [1, *map(len, self._grams[:-1])]
        known = zip(contexts, counts, sizes, strict=True)
        self._totals = [np.bincount(one, count, size) for one, count, size in known]
        known = zip(contexts, counts, sizes, strict=True)
        self._kinds = [np.bincount(one, count > 0, size) for one, count, size in known]

    def bits(self, text: str) -> float:
        """Return the bits that a normalised text takes."""
        padded = BREAK * (_ORDER - 1) + text
        codes = np.array([self._number.get(char, self._base - 1) for char in padded])
        chance = np.full(len(text), 1 / ALPHABET)
        found: Ints = np.zeros(len(codes) + 1, np.int64)  # the sequence at each place; -1: not seen
        for order in range(_ORDER):
            at = len(codes) - order
            context = found[:at]
            wanted = context * self._base + codes[order:]
            place = np.minimum(np.searchsorted(self._grams[order], wanted), len(self._grams[order]) - 1)
            seen = (context >= 0) & (self._grams[order][place] == wanted)
            found = np.where(seen, place, -1)
            own = slice(_ORDER - 1 - order, None)
            total = np.where(context >= 0, self._totals[order][context], 0)[own]
            count = np.where(seen, self._counts[order][place], 0)[own]
            left = _DISCOUNT * self._kinds[order][context][own]
            mixed = (np.maximum(count - _DISCOUNT, 0) + left * chance) / np.maximum(total, 1)
            chance = np.where(total > 0, mixed, chance)
        return float(-np.log2(chance).sum())


class Classifier:
    """Logistic regression on hashed pairs of characters; both classes weigh the same.

    Args:
        positive: normalised texts on the topic.
        negative: normalised texts off it.
    """

    def __init__(self, positive: Sequence[str], negative: Sequence[str]) -> None:
        rows = features([*positive, *negative])
        wanted = np.repeat([1.0, 0.0], [len(positive), len(negative)])
        share = np.repeat([0.5 / len(positive), 0.5 / len(negative)], [len(positive), len(negative)])
        self._weights, self._bias = np.zeros(_FEATURES, np.float32), 0.0
        step, shift = np.zeros(_FEATURES, np.float32), 0.0
        for _ in range(_STEPS):
            error = (share * (self._sigmoid(rows) - wanted)).astype(np.float32)
            step = _MOMENTUM * step - _RATE * (error @ rows + _DECAY * self._weights)
            shift = _MOMENTUM * shift - float(error.sum())
            self._weights += step
            self._bias += shift

    def are_positive(self, texts: Sequence[str]) -> Any:
        """Return whether each text is on the topic."""
        return self._sigmoid(features(texts)) > 0.5

    def _sigmoid(self, rows: Floats) -> Any:
        return 1 / (1 + np.exp(-(rows @ self._weights + self._bias)))


def features(texts: Sequence[str]) -> Any:
    """Return the hashed pairs of characters of each text, as roots of their counts with length one."""
    found = np.zeros((len(texts), _FEATURES), np.float32)
    for row, text in zip(found, texts, strict=True):
        pairs = [crc32(text[at : at + 2].encode()) % _FEATURES for at in range(len(text) - 1)]
        row += np.bincount(pairs, minlength=_FEATURES)
    found = np.sqrt(found)
    length = np.linalg.norm(found, axis=1, keepdims=True)
    return found / np.maximum(length, 1)
