"""How word vectors are trained."""

from __future__ import annotations

import os
from dataclasses import dataclass

from topiccrawl.errors import ResourceError


@dataclass(frozen=True)
class TrainingParameters:
    """How vectors are trained.

    Attributes:
        dimensions: length of a vector.
        window: words on either side that count as the context of a word.
        least: occurrences that a word needs.
        epochs: times that the corpus is gone through.
        skip_gram: rather than a continuous bag of words: better for rare words, several times slower.
        workers: threads.
        vocabulary: words at most, the most frequent ones; bounds the memory of training.
    """

    dimensions: int = 200
    window: int = 5
    least: int = 5
    epochs: int = 5
    skip_gram: bool = True
    workers: int = max(1, (os.cpu_count() or 2) - 1)
    vocabulary: int = 400_000

    def __post_init__(self) -> None:
        for name in ("dimensions", "window", "least", "epochs", "workers", "vocabulary"):
            if getattr(self, name) < 1:
                raise ResourceError(f"{name} = {getattr(self, name)!r} is under 1")
