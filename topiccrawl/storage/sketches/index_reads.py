"""What one transaction reads of sketches and of their index: each list of pages, and each sketch, only once.

The pages that one transaction stores have words and passages in common, and nothing changes the sketches of
their topic before all of them are decided. What is read is kept in memory up to a bound.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache

import numpy as np
from sqlalchemy import Connection

from topiccrawl.storage.rows.chunks import chunks, fetch_by
from topiccrawl.storage.rows.sketch_runs import ROLES, Numbers, read_runs
from topiccrawl.storage.rows.sketches import HashOf, StoredSketch, stored_sketch
from topiccrawl.storage.sqlite.statements import fetch, marks, padded

_MOST_SKETCHES = 2000
"""Sketches that are kept: some 3 kB each."""

_MOST_ROWS = 1_000_000
"""Pages in the lists that are kept: 8 bytes each."""

_MOST_AT_ONCE = 20_000
"""Rows of one query; where there are more, the lists of single hashes are read."""

_NONE: Numbers = np.empty(0, np.int64)


class IndexReads:
    """Reads of one transaction, in which sketches do not change.

    Args:
        connection: in the transaction.
        topics: the topics of the pages.
    """

    def __init__(self, connection: Connection, topics: Iterable[str] = ()) -> None:
        self.connection = connection
        self._runs = [runs for topic in sorted(set(topics)) if (runs := read_runs(connection, topic))]
        self._asked: set[int] = set()
        self._first: dict[int, Numbers] = {}
        self._lists: dict[tuple[int, HashOf], tuple[Numbers | None, int]] = {}
        self._rows = 0
        self._sketches: dict[int, StoredSketch] = {}

    def first(self, hashes: Collection[int], most: int) -> dict[int, Numbers]:
        """Return the first rows of each hash that has some, always as many: see `pages_of`."""
        if not self._asked.issuperset(hashes):
            self._make_room()
            for some in chunks(sorted(set(hashes) - self._asked)):
                self._asked.update(some)
                self._first.update(self._read_first(some, most))
        known = self._first
        return {value: known[value] for value in hashes if value in known}

    def _read_first(self, hashes: Sequence[int], most: int) -> Iterator[tuple[int, Numbers]]:
        """Yield the first rows of those hashes that have some; the hashes are ascending."""
        listed = padded(hashes)
        lists = fetch(self.connection, _beginning(len(listed)), [*listed, _MOST_AT_ONCE])
        if sum(count for _, count, _ in lists) == _MOST_AT_ONCE:
            lists = fetch(self.connection, _listing(len(hashes)), _with_limits(hashes, most))
            lists = [(hashes[at], count, some) for at, count, some in lists if count]
        behind = [_numbers(some) for _, _, some in lists]
        values = np.repeat([value for value, _, _ in lists], [len(some) for some in behind])
        rows = np.stack([values.astype(np.int64), np.concatenate([_NONE, *behind])], 1)
        for runs in self._runs:
            found = runs.find(np.array(hashes, np.int64))
            rows = np.concatenate([rows, np.stack(found, 1)])
        if not len(rows):
            return
        rows = rows[np.lexsort((rows[:, 1], rows[:, 0]))]
        # What is on its way from the runs to the table is in both.
        rows = rows[np.concatenate(([True], (rows[1:] != rows[:-1]).any(1)))]
        starts = np.flatnonzero(np.concatenate(([True], rows[1:, 0] != rows[:-1, 0])))
        self._rows += len(rows)
        for value, own in zip(rows[starts, 0].tolist(), np.split(rows[:, 1], starts[1:]), strict=True):
            yield value, own[:most]

    def _in_runs(self, value: int, what: HashOf) -> Numbers:
        """Return the pages that have a hash by the runs."""
        found = [runs.find(np.array([value], np.int64)).behind for runs in self._runs]
        return distinct(merged([pages_of(rows, what) for rows in found]))

    def whole(self, hashes: Iterable[int], what: HashOf, most: int) -> list[Numbers | None]:
        """Return the pages of each hash; None where there are more than `most`.

        Args:
            hashes: hashes.
            what: what they are the hashes of.
            most: longest list.
        """
        keys = [(value, what) for value in hashes]
        self._make_room()
        # A list that was too long is tried again only for a much longer one.
        unknown = [key for key in keys if key not in self._lists or self._is_too_short(key, most)]
        if unknown:
            self._read_lists(unknown, what, most)
        return [self._lists[key][0] for key in keys]

    def having(self, value: int, what: HashOf, numbers: Numbers) -> Numbers:
        """Return which of some pages have a hash, without reading all that have it."""
        known, _ = self._lists.get((value, what), (None, 0))
        if known is not None:
            return common(known, numbers)
        found: list[int] = common(self._in_runs(value, what), numbers).tolist()
        query = f"SELECT page_id FROM sketch_hashes WHERE hash = ? AND roles & {what:d} <> 0 "  # noqa: S608
        query += "AND page_id IN ({})"
        found += (row[0] for row in fetch_by(self.connection, query, numbers.tolist(), value))
        return distinct(np.array(sorted(found), np.int64))

    def having_both(self, word: int, body: int) -> Numbers:
        """Return the pages that have a word in their titles and a band under them; for long lists."""
        rows = fetch(self.connection, _HAVING_BOTH, [word, body])
        # Of a page in the runs, the table may have one of the two already.
        with_word = self.having(body, HashOf.TITLED_BODY, self._in_runs(word, HashOf.TITLE_WORD))
        with_body = self.having(word, HashOf.TITLE_WORD, self._in_runs(body, HashOf.TITLED_BODY))
        return distinct(merged([np.array([row[0] for row in rows], np.int64), with_word, with_body]))

    def all_of(self, value: int, what: HashOf, most: int = 2**62) -> Numbers:
        """Return the first pages that have a hash."""
        rows = fetch(self.connection, _all_of(what), [value, most])
        found = [np.array([number for (number,) in rows], np.int64), self._in_runs(value, what)]
        return distinct(merged(found))[:most]

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
        for number, *columns in fetch_by(self.connection, _SKETCHES, unknown):
            found[number] = self._sketches[number] = stored_sketch(*columns)
        return found

    def titles(self, numbers: Sequence[int]) -> dict[int, bytes]:
        """Return the packed titles of pages."""
        found = {number: one.title_words for number in numbers if (one := self._sketches.get(number))}
        unknown = [number for number in numbers if number not in found]
        found.update((row[0], row[1]) for row in fetch_by(self.connection, _TITLES, unknown))
        return found

    def _make_room(self) -> None:
        if self._rows > _MOST_ROWS:
            self._asked.clear()
            self._first.clear()
            self._lists.clear()
            self._rows = 0

    def _is_too_short(self, key: tuple[int, HashOf], most: int) -> bool:
        numbers, tried = self._lists[key]
        return numbers is None and most >= 2 * tried

    def _read_lists(self, keys: Sequence[tuple[int, HashOf]], what: HashOf, most: int) -> None:
        for some in chunks(keys):
            values = _with_limits([one for one, _ in some], most + 1)
            for at, count, listed in fetch(self.connection, _whole(len(some), what), values):
                numbers = _numbers(listed) if count <= most else None
                if numbers is not None and len(numbers) < count:  # the server cuts such long strings
                    numbers = None
                if numbers is not None:
                    numbers = distinct(merged([numbers, self._in_runs(some[at][0], what)]))
                    numbers, count = (None, count) if len(numbers) > most else (numbers, len(numbers))
                self._lists[some[at]] = numbers, most
                self._rows += 0 if numbers is None else count


def _numbers(listed: str | bytes | None) -> Numbers:
    """Return the ids in a list with commas, ascending."""
    found: Numbers = np.fromstring(listed or "", np.int64, sep=",")
    found.sort()
    return found


def pages_of(rows: Numbers, what: HashOf) -> Numbers:
    """Return the pages in rows of `IndexReads.first` whose roles have a kind, in their order.

    >>> pages_of(np.array([7 * 16 + 3, 9 * 16 + 2]), HashOf.NEAR_BODY).tolist()
    [7]
    """
    found: Numbers = rows[rows & int(what) != 0] // ROLES  # as an IntEnum it takes numpy much longer
    return found


def common(one: Numbers, other: Numbers) -> Numbers:
    """Return the numbers that are in both; those of the shorter list as often as it has them.

    >>> common(np.array([1, 3, 7]), np.array([2, 3, 4, 5, 7])).tolist()
    [3, 7]
    """
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    if not len(short):
        return short
    places = np.searchsorted(long, short)
    places[places == len(long)] = 0
    found: Numbers = short[long[places] == short]
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


# One row for each list: a row takes longer than an id in it.


@cache
def _beginning(count: int) -> str:
    return (
        "SELECT hash, COUNT(*) AS pages, GROUP_CONCAT(listed) AS listed FROM "  # noqa: S608
        f"(SELECT hash, page_id * {ROLES} + roles AS listed FROM sketch_hashes "
        f"WHERE hash IN ({marks(count)}) LIMIT ?) AS some GROUP BY hash"
    )


@cache
def _all_of(what: HashOf) -> str:
    return (
        f"SELECT page_id FROM sketch_hashes WHERE hash = ? AND roles & {what:d} <> 0 "  # noqa: S608
        "ORDER BY page_id LIMIT ?"
    )


@cache
def _listing(count: int) -> str:
    return _concatenated(count, f"page_id * {ROLES} + roles")


@cache
def _whole(count: int, what: HashOf) -> str:
    return _concatenated(count, "page_id", f"AND roles & {what:d} <> 0 ")


def _concatenated(count: int, value: str, condition: str = "") -> str:
    return " UNION ALL ".join(
        f"SELECT {at} AS place, COUNT(*) AS pages, GROUP_CONCAT(listed) AS listed FROM "  # noqa: S608
        f"(SELECT {value} AS listed FROM sketch_hashes WHERE hash = ? {condition}"
        "ORDER BY page_id LIMIT ?) AS first_pages"
        for at in range(count)
    )


def _with_limits(hashes: Sequence[int], most: int) -> list[int]:
    """Return the values of such a query: limits within its text would make each a new one."""
    return [value for one in hashes for value in (one, most)]


_HAVING_BOTH = (
    "SELECT word.page_id FROM sketch_hashes word "  # noqa: S608
    "JOIN sketch_hashes body ON body.page_id = word.page_id "
    f"WHERE word.hash = ? AND word.roles & {HashOf.TITLE_WORD:d} <> 0 "
    f"AND body.hash = ? AND body.roles & {HashOf.TITLED_BODY:d} <> 0 ORDER BY word.page_id"
)
_SKETCHES = "SELECT page_id, title_words, digest, shingles, body_hashes FROM sketches WHERE page_id IN ({})"
_TITLES = "SELECT page_id, title_words FROM sketches WHERE page_id IN ({})"
