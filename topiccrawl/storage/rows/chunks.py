"""Long lists of keys in pieces that one query takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection

from topiccrawl.storage.sqlite.statements import fetch, marks, padded

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


def fetch_by(connection: Connection, query: str, keys: Sequence[Any], *values: Any) -> Iterator[Any]:
    """Yield the rows of a query by keys, with one query for each of their pieces.

    Args:
        connection: of any database.
        query: SQL with `{}` in place of the marks of the keys, which come after all others.
        keys: the keys, in the driver's types.
        values: of the other marks.
    """
    for some in chunks(keys):
        listed = padded(some)
        yield from fetch(connection, query.format(marks(len(listed))), [*values, *listed])
