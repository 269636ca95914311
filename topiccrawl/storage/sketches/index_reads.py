"""What one transaction reads of sketches and of their index: each list of pages, and each sketch, only once.

The pages that one transaction stores have words and passages in common, and nothing changes the sketches of
their topic before all of them are decided. What is read is kept in memory up to a bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.sketches import HashOf, StoredSketch, stored_sketch

Numbers = NDArray[np.int64]
"""Ids of pages, ascending."""

MOST_LISTED = 2000
"""Pages that are listed for one hash."""

_MOST_SKETCHES = 2000
"""Sketches that are kept: some 3 kB each."""

_MOST_ROWS = 1_000_000
"""Pages in the lists that are kept: 8 bytes each."""

_AHEAD = 250
"""Hashes in one query."""

_ROLES = 16
"""Above the sum of all `HashOf`."""


class IndexReads:
    """Reads of one transaction, in which sketches do not change.

    Args:
        connection: in the transaction.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        is_sqlite = connection.dialect.name == "sqlite"
        self._sqlite = connection.connection.driver_connection if is_sqlite else None
        self._first: dict[int, Numbers] = {}
        self._rows = 0
        self._sketches: dict[int, StoredSketch] = {}

    def first(self, hashes: Sequence[int]) -> dict[int, Numbers]:
        """Return the first rows of each hash, see `pages_of`."""
        if self._rows > _MOST_ROWS:
            self._first.clear()
            self._rows = 0
        unknown = [value for value in hashes if value not in self._first]
        if unknown:
            found = self._fetch(_listing(len(unknown)), unknown)
            lists = _lists([listed for _, listed in found])
            for (at, _), rows in zip(found, lists, strict=True):
                self._first[unknown[at]] = rows
                self._rows += len(rows)
        return {value: self._first[value] for value in hashes}

    def read_ahead(self, hashes: Sequence[int]) -> None:
        """Read the first rows of many hashes in few queries, where each is a round trip to a server."""
        if self._sqlite is None:
            for start in range(0, len(hashes), _AHEAD):
                self.first(hashes[start : start + _AHEAD])

    def sketches(self, numbers: Iterable[int]) -> dict[int, StoredSketch]:
        """Return the sketches of pages; rows of the index may lead to pages that have none."""
        found, unknown = {}, []
        for number in numbers:
            if (known := self._sketches.get(number)) is not None:
                found[number] = known
            else:
                unknown.append(number)
        if len(self._sketches) + len(unknown) > _MOST_SKETCHES:
            self._sketches.clear()
        for some in chunks(unknown):
            padded = _padded(some)
            for number, *columns in self._fetch(_sketches(len(padded)), padded):
                found[number] = self._sketches[number] = stored_sketch(*columns)
        return found

    def _fetch(self, query: str, values: Sequence[int]) -> Sequence[Any]:
        """Return the rows of a query with question marks."""
        if self._sqlite is not None:  # without SQLAlchemy, which takes longer than SQLite does
            return self._sqlite.execute(query, values).fetchall()  # type: ignore[no-any-return]
        return self.connection.exec_driver_sql(query.replace("?", "%s"), tuple(values)).all()


def _lists(listed: Sequence[str | bytes | None]) -> list[Numbers]:
    """Return the ids of several lists with commas, each ascending; parsed at once, since most are short."""
    texts = [one.decode() if isinstance(one, bytes) else one or "" for one in listed]
    numbers: Numbers = np.fromstring(",".join(filter(None, texts)), np.int64, sep=",")
    found, start = [], 0
    for text in texts:
        end = start + (text.count(",") + 1 if text else 0)
        one = numbers[start:end]
        one.sort()
        found.append(one)
        start = end
    return found


def pages_of(rows: Numbers, what: HashOf) -> Numbers:
    """Return the pages in rows of `IndexReads.first` whose roles have a kind, in their order.

    >>> pages_of(np.array([7 * 16 + 3, 9 * 16 + 2]), HashOf.NEAR_BODY).tolist()
    [7]
    """
    found: Numbers = rows[rows & int(what) != 0] // _ROLES  # as an IntEnum it takes numpy much longer
    return found


def merged(lists: Sequence[Numbers]) -> Numbers:
    """Return the numbers of all lists, ascending.

    >>> merged([np.array([3, 7]), np.array([1, 3])]).tolist()
    [1, 3, 3, 7]
    """
    found: Numbers = np.concatenate([np.array([], np.int64), *lists])
    found.sort()
    return found


def distinct(numbers: Numbers) -> Numbers:
    """Return ascending numbers, each once.

    >>> distinct(np.array([1, 3, 3, 7])).tolist()
    [1, 3, 7]
    """
    if not len(numbers):
        return numbers
    found: Numbers = numbers[np.concatenate(([True], numbers[1:] != numbers[:-1]))]
    return found


def _padded(numbers: Sequence[int]) -> Sequence[int]:
    """Return numbers, the last of them repeated, so that queries have few different lengths."""
    length = 4
    while length < len(numbers):
        length *= 2
    return [*numbers, *[numbers[-1]] * (length - len(numbers))]


# Plain SQL: these run for every page, and SQLAlchemy takes longer to make them than SQLite to run them.


@cache
def _listing(count: int) -> str:
    # One row for each list: a row takes longer than an id in it.
    return " UNION ALL ".join(
        f"SELECT {at} AS place, GROUP_CONCAT(listed) AS listed FROM "  # noqa: S608
        f"(SELECT page_id * {_ROLES} + roles AS listed FROM sketch_hashes WHERE hash = ? "
        f"ORDER BY page_id LIMIT {MOST_LISTED}) AS first_pages"
        for at in range(count)
    )


@cache
def _sketches(count: int) -> str:
    return (
        "SELECT page_id, title_words, digest, shingles, body_hashes FROM sketches "  # noqa: S608
        f"WHERE page_id IN ({', '.join('?' * count)})"
    )
