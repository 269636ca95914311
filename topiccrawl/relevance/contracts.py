"""Protocols of thesauri and vectors, the sources of similarity, and their lazy opening."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Vector = npt.NDArray[np.float32]


class Thesaurus(Protocol):
    """Source of SimH: HowNet in paper A, Cilin by default."""

    words: tuple[str, ...]
    """The vocabulary, sorted."""
    fingerprint: str
    """A name and digests; changes whenever a value could."""

    def __contains__(self, word: str) -> bool: ...

    def similarity(self, a: str, b: str) -> float | None:
        """Return the similarity of two words in [0, 1], or None if one is unknown."""

    def row(self, word: str) -> Floats:
        """Return the similarity of `word` to each of `words`, in their order; zeros if it is unknown."""


class Vectors(Protocol):
    """Source of SimD."""

    words: tuple[str, ...]
    """The vocabulary; empty if any text has a vector."""
    fingerprint: str
    """A name and digests; changes whenever a value could."""

    def centred(self) -> Vectors:
        """Return the vectors by which words are compared with a topic, see `CentredVectors`."""

    def matrix(self, words: tuple[str, ...]) -> Vector:
        """Return the vectors of `words`, one per row; zeros where there is none and none can be composed.

        The length of a row, at most 1, says how far it can be trusted: 1 for a word of the set.
        """


Opened = TypeVar("Opened", covariant=True)


@dataclass(frozen=True)
class Unopened(Generic[Opened]):
    """A resource that is opened when it is first needed.

    Opening takes a second or more, and a crawl with a compiled topic may never need it. So the fingerprint
    is known without opening.

    Attributes:
        fingerprint: that of the opened resource, or another that changes with it.
        open: opens the resource.
    """

    fingerprint: str
    open: Callable[[], Opened]


def resource_name(fingerprint: str) -> str:
    """Return a fingerprint without its digests: which resource it is, not which content.

    >>> resource_name("hownet-program-0123456789abcdef01234567")
    'hownet-program'
    """
    return re.sub(r"-[0-9a-f]{16,}", "", fingerprint)
