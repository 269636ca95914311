"""Parameters of training word vectors."""

from __future__ import annotations

import os
from dataclasses import dataclass

from topiccrawl.errors import ResourceError
from topiccrawl.parameter_checks import check_interval


@dataclass(frozen=True)
class TrainingParameters:
    """Parameters of training.

    Attributes:
        dimensions: length of a vector.
        window: words on either side that form the context of a word.
        least: minimum occurrences of a word.
        epochs: passes over the corpus.
        skip_gram: instead of a continuous bag of words: better for rare words, several times slower.
        workers: threads.
        vocabulary: maximum number of words, the most frequent ones; limits the memory of training.
    """

    dimensions: int = 200
    window: int = 5
    least: int = 5
    epochs: int = 5
    skip_gram: bool = True
    workers: int = max(1, (os.cpu_count() or 2) - 1)
    vocabulary: int = 400_000

    def __post_init__(self) -> None:
        names = ("dimensions", "window", "least", "epochs", "workers", "vocabulary")
        check_interval(self, "[1, inf)", *names, error=ResourceError)
