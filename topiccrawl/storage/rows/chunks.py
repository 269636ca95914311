"""Long lists of keys in pieces that one query takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

LENGTH = 500
"""Values in a chunk."""


def chunks(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield the values in pieces of 500 at most.

    >>> [len(chunk) for chunk in chunks(range(1100))]
    [500, 500, 100]
    """
    for start in range(0, len(values), LENGTH):
        yield values[start : start + LENGTH]
