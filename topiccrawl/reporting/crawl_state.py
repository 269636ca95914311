"""Progress of a topic's crawls, read from the database."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from topiccrawl.page.unread.counts import NotRead, read_unread
from topiccrawl.storage import schema
from topiccrawl.storage.rows.admin.run_figures import read_figures
from topiccrawl.storage.sqlite.file_lock import FileLock

_SILENCE = timedelta(seconds=60)
"""Seconds without new figures after which a run counts as stopped; a long crawl writes rows less often."""
_GROWTH = 0.01

WIDTH, HEIGHT = 600, 160
"""Size of the harvest curve."""


@dataclass(frozen=True)
class CrawlState:
    """The last run of a topic.

    Attributes:
        topic: name of the topic.
        run: its row of `runs`, without settings and stats; None: it was never crawled.
        state: `running`, `paused`, `closing`, `ended`, `broken` (it was killed) or `new`.
        figures: its last row of `run_figures`; zeros without one.
        curve: points of the harvest curve, for an SVG of `WIDTH` times `HEIGHT`.
        rate: pages fetched a minute, over the last rows.
    """

    topic: str
    run: dict[str, Any] | None
    state: str
    figures: dict[str, Any] = field(default_factory=dict)
    curve: str = ""
    rate: float = 0.0

    @property
    def is_alive(self) -> bool:
        """Return whether the crawl is running or paused."""
        return self.state in ("running", "paused", "closing")

    @property
    def harvest(self) -> float:
        """Return the share of fetched pages that are on the topic."""
        fetched = self.figures["fetched"]
        return (self.figures["kept"] + self.figures["duplicates"]) / fetched if fetched else 0.0


_RUNS = 20
"""Number of a topic's latest runs that are searched for a crawl."""
_NOTHING = dict.fromkeys(("fetched", "kept", "duplicates", "dropped", "errors", "waiting"), 0)


def crawl_state(
    connection: Connection, topic: str, *, points: int = 5_000, among: Collection[int] = ()
) -> CrawlState:
    """Return the state of the last crawl of a topic; commands such as `clean` and `stories` have runs too.

    Args:
        connection: of the database.
        topic: name of the topic.
        points: maximum number of figure rows to read; the curve needs many, everything else only the last.
        among: ids of the runs to consider; empty: all.
    """
    runs = schema.runs.c
    query = select(runs.id, runs.started_at, runs.finished_at, runs.finish_reason, runs.settings)
    query = query.where(runs.topic == topic)
    if among:
        query = query.where(runs.id.in_(among))
    last = [dict(row) for row in connection.execute(query.order_by(runs.id.desc()).limit(_RUNS)).mappings()]
    own = [row for row in last if "command" not in json.loads(row.pop("settings") or "{}")]
    run = next(iter(own or last), None)
    if run is None:
        return CrawlState(topic, None, "new", dict(_NOTHING))
    rows = read_figures(connection, run["id"], points)
    figures = rows[-1] if rows else dict(_NOTHING)
    state = _state(run, rows, datetime.now(UTC))
    if state != "ended" and not _may_be_written(connection):
        state = "broken"
    return CrawlState(topic, run, state, figures, _curve(rows), _rate(rows))


def unread_of_run(connection: Connection, run_id: int) -> tuple[NotRead, ...]:
    """Return what a run did not read; nothing while it runs, and after a kill."""
    stats = connection.scalar(select(schema.runs.c.stats).where(schema.runs.c.id == run_id))
    found = json.loads(stats or "{}")
    return read_unread(found) if isinstance(found, dict) else ()


def finish_reason(connection: Connection, topic: str, since: datetime) -> str:
    """Return Scrapy's finish reason of the last run of a topic since a time; empty: none has ended."""
    runs = schema.runs.c
    query = select(runs.finish_reason).where(
        runs.topic == topic, runs.started_at >= since, runs.finished_at.is_not(None)
    )
    return connection.scalar(query.order_by(runs.id.desc()).limit(1)) or ""


def _state(run: dict[str, Any], rows: list[dict[str, Any]], now: datetime) -> str:
    if run["finished_at"] is not None:
        return "ended"
    seen = rows[-1]["at"] if rows else run["started_at"]
    allowed = max(_SILENCE, 2 * _GROWTH * (now - run["started_at"]))
    if now - seen > allowed:
        return "broken"
    return str(rows[-1]["state"]) if rows else "running"


def _may_be_written(connection: Connection) -> bool:
    """Return whether a process may write the database: a crawl holds its SQLite file as long as it lives."""
    url = connection.engine.url
    return url.get_backend_name() != "sqlite" or not url.database or FileLock.is_held(Path(url.database))


def _rate(rows: list[dict[str, Any]]) -> float:
    some = rows[-15:]
    if len(some) < 2:
        return 0.0
    seconds = (some[-1]["at"] - some[0]["at"]).total_seconds()
    return 60.0 * (some[-1]["fetched"] - some[0]["fetched"]) / seconds if seconds > 0 else 0.0


def _curve(rows: list[dict[str, Any]]) -> str:
    """Return kept pages over fetched pages, as points of a polyline."""
    if not rows or not rows[-1]["fetched"]:
        return ""
    step = max(1, len(rows) // 300)
    chosen = [*rows[::step], rows[-1]]
    most = rows[-1]["fetched"]
    return " ".join(
        f"{WIDTH * row['fetched'] / most:.1f},"
        f"{HEIGHT - HEIGHT * (row['kept'] + row['duplicates']) / most:.1f}"
        for row in chosen
    )
