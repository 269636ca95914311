"""A view of the frontier in a SQLite file, also while a crawl writes it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from functools import partial
from heapq import nsmallest
from itertools import islice
from pathlib import Path
from typing import Any

from topiccrawl.errors import StorageError
from topiccrawl.messages import message
from topiccrawl.storage.frontier.contract import Counts, State
from topiccrawl.storage.frontier.sqlite.reader import BY_KEY, HOSTS, LINK_COLUMNS, FrontierReader
from topiccrawl.storage.frontier.sqlite.recovery import let_wait, make_tables
from topiccrawl.storage.frontier.view import ALL, FrontierLink, is_of_reason
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.sqlite.writer import SqliteWriter

_CHUNK = 1_000

BEST_WAITING_OF_HOSTS = (
    "SELECT h.id, l.score, l.id FROM hosts h JOIN links l ON l.id = ("
    "SELECT q.id FROM links q INDEXED BY links_queue WHERE q.host_id = h.id AND q.state < 2 AND q.state = 0 "
    "ORDER BY q.score DESC, q.id LIMIT 1) WHERE h.topic = ?"
)
WAITING_OF_HOST = (
    "SELECT score, id FROM links INDEXED BY links_queue "
    "WHERE host_id = ? AND state < 2 AND state = 0 ORDER BY score DESC, id LIMIT ?"
)
_WITHOUT_PAYLOAD = LINK_COLUMNS.replace("payload", "NULL")
DEAD = (
    f"SELECT {_WITHOUT_PAYLOAD} FROM links "  # noqa: S608 - a constant
    "WHERE topic = ? AND state = 3 ORDER BY id LIMIT ?"
)
LEASED = (
    f"SELECT {_WITHOUT_PAYLOAD} FROM links INDEXED BY links_held "  # noqa: S608 - a constant
    "WHERE topic = ? AND state < 2 AND attempts > 0 AND state = 1 ORDER BY id LIMIT ?"
)
NEWEST = (
    f"SELECT {_WITHOUT_PAYLOAD} FROM (SELECT * FROM links ORDER BY id DESC LIMIT {{looked_at}}) "  # noqa: S608
    "WHERE topic = ? AND state = 0 ORDER BY id DESC LIMIT ?"
).format(looked_at=_CHUNK)
DEAD_IDS = "SELECT id, host_id FROM links WHERE topic = ? AND state = 3 LIMIT ?"
DEAD_ID = "SELECT id, host_id FROM links WHERE topic = ? AND key = ? AND state = 3"


class SqliteFrontierView:
    """See `FrontierView`.

    Args:
        path: the file of the frontier.
        topic: name of the topic.

    Raises:
        StorageError: there is no such file, or no frontier of this topic in it.
    """

    def __init__(self, path: Path | str, topic: str) -> None:
        self._path = Path(path)
        self._topic = topic
        self._reader = FrontierReader(self._path, topic)
        try:
            self._check()
        except BaseException:
            self._reader.close()
            raise

    def counts(self) -> Counts:
        row = self._reader.first(
            "SELECT coalesce(sum(waiting), 0), coalesce(sum(leased), 0), coalesce(sum(done), 0), "
            "coalesce(sum(dead), 0) FROM hosts WHERE topic = ?",
            (self._topic,),
        )
        return Counts(*row)

    def hosts(self, most: int) -> list[tuple[str, Counts]]:
        rows = self._reader.query(
            "SELECT name, waiting, leased, done, dead FROM hosts WHERE topic = ? "
            "ORDER BY waiting DESC, name LIMIT ?",
            (self._topic, most),
        )
        return [(name, Counts(*counts)) for name, *counts in rows]

    def top(self, most: int) -> list[FrontierLink]:
        best = nsmallest(
            most, ((-score, number, host) for host, score, number in self._query_topic(BEST_WAITING_OF_HOSTS))
        )
        places = (
            (-score, number)
            for _, _, host in best
            for score, number in self._reader.query(WAITING_OF_HOST, (host, most))
        )
        numbers = [number for _, number in nsmallest(most, places)]
        names = self._names()
        rows = {row[0]: row for some in chunks(numbers) for row in self._reader.links(some)}
        links = [_link(rows[number], names) for number in numbers if number in rows]
        return [link for link in links if link.state is State.WAITING]  # one may have been leased meanwhile

    def newest(self, most: int) -> list[FrontierLink]:
        names = self._names()
        rows = self._reader.query(LEASED, (self._topic, most))
        rows += self._reader.query(NEWEST, (self._topic, most - len(rows)))
        # A crawl may add a host between the queries.
        return [_link(row, names) for row in rows if row[2] in names]

    def dead(self, most: int, *, reason: str = "", host: str = "") -> list[FrontierLink]:
        names = self._names()
        rows = self._reader.query(DEAD, (self._topic, ALL if reason or host else most))
        links = (_link(row, names) for row in rows)
        chosen = (link for link in links if is_of_reason(link, reason) and host in ("", link.host))
        return list(islice(chosen, most))

    def find(self, key: bytes) -> FrontierLink | None:
        row = self._reader.first(BY_KEY, (self._topic, key))
        return None if row is None else _link(row, self._names(), with_payload=True)

    def requeue(self, keys: Iterable[bytes] | None = None) -> int:
        """See `FrontierView.requeue`.

        Raises:
            StorageError: a crawl writes the file; it must end first.
        """
        with SqliteWriter(self._path) as writer:
            make_tables(writer)  # it may be a file of an older version
            if keys is None:
                changed = 0
                while some := writer.submit(self._requeue_some).result():
                    changed += some
                return changed
            return sum(writer.submit(partial(self._requeue, some)).result() for some in chunks([*keys]))

    def close(self) -> None:
        self._reader.close()

    def _check(self) -> None:
        try:
            rows = self._reader.query("SELECT DISTINCT topic FROM hosts ORDER BY topic")
        except StorageError as error:
            raise StorageError("{path}: holds no frontier ({error})", path=self._path, error=error) from error
        topics = [topic for (topic,) in rows]
        if self._topic not in topics:
            found = message("there are {topics}", topics=", ".join(topics))
            there = found if topics else message("it is empty")
            raise StorageError(
                "{path}: holds no frontier of {topic!r}; {there}",
                path=self._path,
                topic=self._topic,
                there=there,
            )

    def _query_topic(self, statement: str) -> list[Any]:
        return self._reader.query(statement, (self._topic,))

    def _names(self) -> dict[int, str]:
        return {number: name for number, name, *_ in self._query_topic(HOSTS)}

    def _requeue_some(self, connection: sqlite3.Connection) -> int:
        return let_wait(connection, connection.execute(DEAD_IDS, (self._topic, _CHUNK)).fetchall())

    def _requeue(self, keys: Sequence[bytes], connection: sqlite3.Connection) -> int:
        rows = [connection.execute(DEAD_ID, (self._topic, key)).fetchone() for key in dict.fromkeys(keys)]
        return let_wait(connection, [row for row in rows if row is not None])


def _link(row: Sequence[Any], names: dict[int, str], *, with_payload: bool = False) -> FrontierLink:
    _, key, host, state, score, attempts, url, why, reason, payload = row
    sent = payload if with_payload else None
    return FrontierLink(key, url, names[host], score, State(state), attempts, reason, sent, why)
