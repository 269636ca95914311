"""Regular crawls, stored in a file of the application."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from topiccrawl.admin.crawls.timetable import next_start
from topiccrawl.errors import AdminError

MOST = 500
"""Maximum number of schedules."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS timetables (
    number INTEGER PRIMARY KEY AUTOINCREMENT, topic TEXT NOT NULL, cron TEXT NOT NULL,
    pages INTEGER NOT NULL, paused INTEGER NOT NULL DEFAULT 0,
    next_at REAL NOT NULL, last_at REAL, result TEXT NOT NULL DEFAULT '', job TEXT NOT NULL DEFAULT '',
    once INTEGER NOT NULL DEFAULT 0);
"""
_EARLIER = """
BEGIN IMMEDIATE;
INSERT INTO timetables (topic, cron, pages, paused, next_at, last_at, result, job, once)
SELECT topic, CASE WHEN seconds > 43200 THEN '0 3 * * *'
    WHEN seconds > 0 THEN '0 */' || max(1, CAST(seconds / 3600 AS INTEGER)) || ' * * *'
    ELSE (minute % 60) || ' ' || (minute / 60) || ' * * ' || ifnull(weekday + 1, '*') END,
    pages, paused, next_at, last_at, result, job, once FROM schedules;
DROP TABLE schedules;
COMMIT;
"""
"""Takes over what a version without cron has stored, at once: killed in between, none is there twice."""
_SELECT = "SELECT number, topic, cron, pages, paused, next_at, last_at, result, job, once FROM timetables "


@dataclass(frozen=True, slots=True)
class Schedule:
    """A regular crawl.

    Attributes:
        number: its id.
        topic: name of the topic.
        cron: when it starts.
        pages: pages after which a crawl ends; 0: no limit.
        paused: whether it is switched off.
        next_at: its next start; if in the past, it is due or was missed.
        last_at: when it was last started; None: never.
        result: empty, `started`, `left_out` (a crawl of the topic ran), `waits` (another crawl holds the
            file),
            `exit` and the exit code, `end` and Scrapy's finish reason, `error` and a message.
        job: id of its last job on a scrapyd server; empty: none.
        once: 1: it starts as soon as no other crawl holds the file, and is then removed; 2: also forgets the
            links of earlier crawls; 0: it is regular.
    """

    number: int
    topic: str
    cron: str
    pages: int
    paused: bool
    next_at: datetime
    last_at: datetime | None
    result: str
    job: str
    once: int = 0


class Schedules:
    """The schedules in a SQLite file; every method may run in any thread.

    Args:
        file: the file; it is made when it is missing.

    Raises:
        AdminError: the file cannot be used.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with self._connection() as connection:
                connection.executescript(_SCHEMA)
                columns = [row[1] for row in connection.execute("PRAGMA table_info(schedules)")]
                if columns and "once" not in columns:
                    connection.execute("ALTER TABLE schedules ADD COLUMN once INTEGER NOT NULL DEFAULT 0")
                if columns:
                    connection.executescript(_EARLIER)
        except (OSError, sqlite3.Error) as error:
            raise AdminError("{file}: cannot hold the schedules: {error}", file=file, error=error) from error

    def all(self) -> list[Schedule]:
        """Return the schedules, ordered by their next start."""
        with self._connection() as connection:
            rows = connection.execute(_SELECT + "ORDER BY paused, next_at, number")
            return [_schedule(row) for row in rows]

    def add(self, topic: str, cron: str, pages: int, now: datetime, *, once: int = 0) -> int:
        """Store a schedule and return its id; a start that waits is due now.

        Raises:
            AdminError: there are too many, or the timetable cannot be read.
        """
        first = now if once else next_start(cron, now)
        with self._connection() as connection:
            if connection.execute("SELECT count(*) FROM timetables").fetchone()[0] >= MOST:
                raise AdminError("there are {most} schedules; remove one first", most=MOST)
            added = connection.execute(
                "INSERT INTO timetables (topic, cron, pages, next_at, once) VALUES (?, ?, ?, ?, ?)",
                (topic, cron, pages, first.timestamp(), once),
            )
            return int(added.lastrowid or 0)

    def remove(self, number: int) -> None:
        """Delete a schedule if it exists; a crawl that it started continues."""
        self._write("DELETE FROM timetables WHERE number = ?", number)

    def pause(self, number: int) -> None:
        """Switch a schedule off."""
        self._write("UPDATE timetables SET paused = 1 WHERE number = ?", number)

    def resume(self, number: int, now: datetime) -> None:
        """Switch a schedule on; starts missed in the meantime are not made up for."""
        for one in self.all():
            if one.number == number and one.paused:
                following = next_start(one.cron, now).timestamp()
                self._write(
                    "UPDATE timetables SET paused = 0, next_at = ? WHERE number = ?", following, number
                )

    def claim(self, one: Schedule, now: datetime, result: str, *, started: bool) -> bool:
        """Set the next start of a due schedule; return False if another process did so first.

        Args:
            one: the schedule, as it was read.
            now: the time.
            result: outcome of this start.
            started: whether the crawl is started; otherwise this start is skipped.
        """
        last = now if started else one.last_at
        following, stored = next_start(one.cron, now).timestamp(), last.timestamp() if last else None
        changed = self._write(
            "UPDATE timetables SET next_at = ?, last_at = ?, result = ?, job = '' "
            "WHERE number = ? AND abs(next_at - ?) < 0.001 AND NOT paused",
            *(following, stored, result, one.number, one.next_at.timestamp()),
        )
        return changed == 1

    def note(self, number: int, result: str, job: str = "") -> None:
        """Store the outcome of the last start."""
        statement = (
            "UPDATE timetables SET result = ?, job = CASE ? WHEN '' THEN job ELSE ? END WHERE number = ?"
        )
        self._write(statement, result[:500], job, job, number)

    def _write(self, statement: str, *values: object) -> int:
        """Run a statement; return the number of changed rows."""
        with self._connection() as connection:
            return connection.execute(statement, values).rowcount

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._file, timeout=10.0)) as connection, connection:
            yield connection


def _schedule(row: tuple[Any, ...]) -> Schedule:
    number, topic, cron, pages, paused, next_at, last_at, result, job, once = row
    last = None if last_at is None else datetime.fromtimestamp(last_at, UTC)
    following = datetime.fromtimestamp(next_at, UTC)
    return Schedule(number, topic, cron, pages, bool(paused), following, last, result, job, once)
