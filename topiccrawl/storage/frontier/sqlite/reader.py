"""Reads a frontier's file; each query uses an index and returns a bounded number of rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from topiccrawl.errors import StorageError
from topiccrawl.storage.damage import check_file, decode_text
from topiccrawl.storage.database_folder import why_missing
from topiccrawl.storage.errors import translate
from topiccrawl.storage.frontier.heads import Place

_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""The second one, when an error of SQLite quotes a damaged name."""

LINK_COLUMNS = "id, key, host_id, state, score, attempts, url, why, reason, payload"

# The indexes are named, since SQLite without statistics does not always choose the smallest.
_OPEN_OF_HOST = "FROM links INDEXED BY links_queue WHERE host_id = ? AND state < 2"
BEST_OF_HOST = f"SELECT score, id {_OPEN_OF_HOST} ORDER BY score DESC, id LIMIT ?"
AMONG_EQUALS = f"SELECT score, id {_OPEN_OF_HOST} AND score = ? AND id > ? ORDER BY id LIMIT ?"
WORSE_OF_HOST = f"SELECT score, id {_OPEN_OF_HOST} AND score < ? ORDER BY score DESC, id LIMIT ?"
BEST_OF_HOSTS = (
    "SELECT h.id, l.score, l.id FROM hosts h JOIN links l ON l.id = ("
    "SELECT q.id FROM links q INDEXED BY links_queue WHERE q.host_id = h.id AND q.state < 2 "
    "ORDER BY q.score DESC, q.id LIMIT 1) WHERE h.topic = ?"
)
BY_KEY = f"SELECT {LINK_COLUMNS} FROM links WHERE topic = ? AND key = ?"  # noqa: S608 - a constant
STATE_BY_KEY = "SELECT state, score FROM links WHERE topic = ? AND key = ?"
HELD = (
    "SELECT id, host_id, state, score, attempts FROM links INDEXED BY links_held "
    "WHERE topic = ? AND state < 2 AND attempts > 0"
)
HOSTS = "SELECT id, name, waiting, leased, done, dead FROM hosts WHERE topic = ?"


class FrontierReader:
    """Reads the tables of a frontier over a read-only connection.

    Args:
        path: the file; it must exist.
        topic: name of the topic.

    Raises:
        DamagedFileError: the file is damaged.
        StorageError: the file cannot be read.
    """

    def __init__(self, path: Path, topic: str) -> None:
        self.topic = topic
        self._path = path
        if not path.is_file():
            raise StorageError("{path}: {reason}", path=path, reason=why_missing(path))
        check_file(path, str(path))
        file = f"{path.resolve().as_uri()}?mode=ro"
        try:  # ten seconds for a lock, which is rare in write-ahead mode
            self._connection = sqlite3.connect(
                file, timeout=10.0, uri=True, isolation_level=None, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise translate(error, str(path)) from error
        self._connection.text_factory = decode_text
        try:
            self.query("PRAGMA cache_size=-8192")
        except BaseException:
            self.close()
            raise
        self.largest = self._connection.getlimit(sqlite3.SQLITE_LIMIT_LENGTH)

    def close(self) -> None:
        """Close the file; may be called twice."""
        self._connection.close()

    def query(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """Return all rows of a query.

        Raises:
            StorageError: the file cannot be read.
        """
        try:
            return self._connection.execute(statement, values).fetchall()
        except _ERRORS as error:
            raise translate(error, str(self._path)) from error

    def first(self, statement: str, values: Sequence[Any] = ()) -> Any:
        """Return the first row of a query, or None; raises as `query` does."""
        try:
            return self._connection.execute(statement, values).fetchone()
        except _ERRORS as error:
            raise translate(error, str(self._path)) from error

    def places(self, host_number: int, after: Place | None, most: int) -> list[Place]:
        """Return places of a host's waiting and leased links, best first, after a given place."""
        if after is None:
            rows = self.query(BEST_OF_HOST, (host_number, most))
        else:
            # Two queries, as one condition would read all links with the same score.
            score, number = -after[0], after[1]
            rows = self.query(AMONG_EQUALS, (host_number, score, number, most))
            if len(rows) < most:
                rows += self.query(WORSE_OF_HOST, (host_number, score, most - len(rows)))
        return [(-score, number) for score, number in rows]

    def best_places(self) -> Iterator[tuple[int, Place]]:
        """Yield id and best place of each host with waiting or leased links."""
        for host, score, number in self.query(BEST_OF_HOSTS, (self.topic,)):
            yield host, (-score, number)

    def by_keys(self, keys: Sequence[bytes]) -> list[Any]:
        """Return the rows of links by their keys, with `LINK_COLUMNS`, in any order."""
        return self.query(by_key(len(keys)), (self.topic, *keys))

    def links(self, numbers: Sequence[int]) -> list[Any]:
        """Return the rows of links, with `LINK_COLUMNS`, in any order."""
        return self.query(by_id(len(numbers)), numbers)


@cache
def by_id(count: int) -> str:
    """Return the query for a number of links by their ids."""
    return f"SELECT {LINK_COLUMNS} FROM links WHERE id IN ({', '.join('?' * count)})"  # noqa: S608 - marks


@cache
def by_key(count: int) -> str:
    """Return the query for a number of links by their keys."""
    return f"SELECT {LINK_COLUMNS} FROM links WHERE topic = ? AND key IN ({', '.join('?' * count)})"  # noqa: S608
