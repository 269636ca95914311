"""Prepares a frontier: its tables, the leases of a dead process, and emptying it."""

from __future__ import annotations

import sqlite3
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from topiccrawl.storage.frontier.contract import PASSING, Inheritance, State
from topiccrawl.storage.frontier.sqlite.batch import COUNT_HOSTS
from topiccrawl.storage.frontier.sqlite.reader import HELD
from topiccrawl.storage.migrations import upgrade_within
from topiccrawl.storage.sqlite.statements import write_rows
from topiccrawl.storage.sqlite.writer import SqliteWriter

_OPEN_BY_KEY = "SELECT id, host_id, state FROM links WHERE topic = ? AND key = ? AND state < 2"

LINKS_AT_ONCE = 20_000
"""Number of rows changed per transaction; limits how long other writes wait."""


@dataclass(frozen=True, slots=True)
class Reclaimed:
    """What was done with the leases of a dead process.

    Attributes:
        waiting: links that wait again, on probation.
        dead: links given up because of too many crashes.
    """

    waiting: int = 0
    dead: int = 0


def make_tables(writer: SqliteWriter) -> None:
    """Create the tables of the file if they are missing, or bring them up to date.

    Raises:
        StorageError: tables of these names have other columns or a newer version.
    """
    writer.transact(upgrade_within)


def reclaim(writer: SqliteWriter, topic: str, max_attempts: int, inherited: Inheritance) -> Reclaimed:
    """Requeue the links leased by a dead process; those with too many crashes become dead letters.

    Args:
        writer: of the file.
        topic: name of the topic.
        max_attempts: crashes that a link may have taken part in.
        inherited: pages that are known to have killed the process become dead letters at once, and its
            death is not counted against the others.
    """

    def reclaim_all(connection: sqlite3.Connection) -> Reclaimed:
        changes = _Changes()
        for key, reason in inherited.condemned.items():
            for number, host, state in connection.execute(_OPEN_BY_KEY, (topic, key)).fetchall():
                changes.add(number, host, state, State.DEAD, None, reason)
        for number, host, state, _, attempts in connection.execute(HELD, (topic,)).fetchall():
            if state != State.LEASED or number in changes.of_links:
                continue
            if inherited.condemned:
                changes.add(number, host, state, State.WAITING, 0.0 if attempts <= 1 else attempts)
            elif attempts >= max_attempts:
                changes.add(number, host, state, State.DEAD, None, f"took part in {attempts:g} crashes")
            else:
                changes.add(number, host, state, State.WAITING)
        changes.write(connection)
        after = [state for state, *_ in changes.of_links.values()]
        return Reclaimed(after.count(State.WAITING), after.count(State.DEAD))

    return writer.submit(reclaim_all).result()


class _Changes:
    """New states of links, with the changes of the hosts' counts."""

    def __init__(self) -> None:
        self.of_links: dict[int, tuple[int, float | None, str | None]] = {}
        self._of_hosts: dict[int, list[int]] = defaultdict(lambda: [0] * len(State))

    def add(
        self,
        number: int,
        host: int,
        before: int,
        after: State,
        attempts: float | None = None,
        reason: str = "",
    ) -> None:
        self.of_links[number] = after, attempts, reason or None
        self._of_hosts[host][before] -= 1
        self._of_hosts[host][after] += 1

    def write(self, connection: sqlite3.Connection) -> None:
        connection.executemany(
            "UPDATE links SET state = ?, attempts = ifnull(?, attempts), reason = ? WHERE id = ?",
            [(*change, number) for number, change in self.of_links.items()],
        )
        rows = ((host, *changes) for host, changes in self._of_hosts.items())
        write_rows(connection, COUNT_HOSTS, rows)


def requeue_passing(writer: SqliteWriter, topic: str, age: float) -> int:
    """Requeue dead letters with a transient cause.

    Args:
        writer: of the file.
        topic: name of the topic.
        age: seconds since they became dead letters, at least.

    Returns:
        How many there were.
    """
    query = (
        "SELECT id, host_id FROM links INDEXED BY links_dead WHERE topic = ? AND state = 3 "
        "AND coalesce(dead_since, 0) <= ? AND reason GLOB ? LIMIT ?"
    )
    given = (topic, time.time() - age, f"{PASSING}*", LINKS_AT_ONCE)

    def some(connection: sqlite3.Connection) -> int:
        return let_wait(connection, connection.execute(query, given).fetchall())

    requeued = 0
    while found := writer.submit(some).result():
        requeued += found
    return requeued


def let_wait(connection: sqlite3.Connection, links: Sequence[tuple[int, int]]) -> int:
    """Requeue dead letters within the caller's transaction; return their number.

    Args:
        connection: of the file.
        links: their ids, and those of their hosts.
    """
    connection.executemany(
        "UPDATE links SET state = 0, attempts = 0, reason = NULL, dead_since = NULL WHERE id = ?",
        [(number,) for number, _ in links],
    )
    changes = Counter(host for _, host in links)
    write_rows(connection, COUNT_HOSTS, ((host, count, 0, 0, -count) for host, count in changes.items()))
    return len(links)


def empty(writer: SqliteWriter, topic: str) -> None:
    """Forget every link of a topic, in one transaction."""

    def delete(connection: sqlite3.Connection) -> None:
        others = "SELECT 1 FROM links WHERE topic < ? UNION ALL SELECT 1 FROM links WHERE topic > ? LIMIT 1"
        if connection.execute(others, (topic, topic)).fetchone() is None:
            connection.execute("DELETE FROM links")  # without a condition SQLite drops whole pages
        else:
            connection.execute("DELETE FROM links WHERE topic = ?", (topic,))
        connection.execute("DELETE FROM hosts WHERE topic = ?", (topic,))

    writer.submit(delete).result()
