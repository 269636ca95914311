"""Number of pages over time and by site.

A page counts on its day of publication, else on that of fetching. Pages dated only by month or year have no
day; they are counted separately.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, func, select

from topiccrawl.newsroom.analysis.periods import Period, Step, span_of, step_of, steps
from topiccrawl.storage import schema
from topiccrawl.storage.rows.learned import is_set_aside
from topiccrawl.storage.schema.column_types import MYSQL

_INDEX = schema.page_index.c
_EXACT = 10
"""Length of a date that includes the day."""


@dataclass(frozen=True, slots=True)
class StepCount:
    """The pages of a step.

    Attributes:
        first: its first day.
        pages: pages published in it, copies included.
        copies: those that are duplicates.
    """

    first: date
    pages: int
    copies: int


@dataclass(frozen=True, slots=True)
class Volume:
    """The pages of a period.

    Attributes:
        steps: each step in order, also those without pages.
        vague: pages of a month or year that overlaps with the period, whose day is not known.
        before: pages of the period of the same length before it.
    """

    steps: tuple[StepCount, ...]
    vague: int
    before: int

    @property
    def pages(self) -> int:
        """Return the pages of all steps."""
        return sum(one.pages for one in self.steps)

    @property
    def change(self) -> float | None:
        """Return the relative change in pages from the period before; None if that had none."""
        return self.pages / self.before - 1 if self.before else None


@dataclass(frozen=True, slots=True)
class SiteCount:
    """The pages of a site.

    Attributes:
        host: its host.
        pages: pages of the period.
        before: pages of the period before it.
    """

    host: str
    pages: int
    before: int


def count_volume(connection: Connection, topic: str, period: Period, step: Step = "day") -> Volume:
    """Count the pages of a topic; only days in the period count, even if a step extends beyond it.

    Args:
        connection: of the database.
        topic: name of the topic.
        period: the days.
        step: what is counted together.
    """
    pages, copies = dict.fromkeys(steps(period, step), 0), dict.fromkeys(steps(period, step), 0)
    earlier = period.before()
    for day, count, marked in _days(connection, topic, period):
        start = step_of(day, step)
        pages[start] += count
        copies[start] += marked
    before = _count(connection, topic, within(earlier))
    vague_day = _INDEX.day.in_(_vague_dates(period))
    vague = _count(connection, topic, and_(vague_day, ~is_set_aside(_INDEX.page_id)))
    return Volume(tuple(StepCount(day, pages[day], copies[day]) for day in pages), vague, before)


def count_sites(connection: Connection, topic: str, period: Period, most: int = 50) -> list[SiteCount]:
    """Return the sites of a period, most pages first, with their pages of the period before."""
    host_by_host = connection.dialect.name == "sqlite"
    query = _host_by_host(topic, period) if host_by_host else _grouped(topic, period)
    found = connection.execute(query.order_by(query.selected_columns.pages.desc(), "host").limit(most))
    rows = [row for row in found if row.pages]
    earlier = select(_INDEX.host, func.count()).where(_INDEX.topic == topic, within(period.before()))
    of_these = earlier.where(_INDEX.host.in_([row.host for row in rows])).group_by(_INDEX.host)
    before = {host: int(count) for host, count in connection.execute(of_these)}
    return [SiteCount(row.host, int(row.pages), before.get(row.host, 0)) for row in rows]


def within(period: Period) -> ColumnElement[bool]:
    """Return the condition that a page of `page_index` is not set aside, and its day is in a period."""
    return and_(
        _INDEX.day >= str(period.first),
        _INDEX.day <= str(period.last),
        func.length(_INDEX.day) == _EXACT,
        ~is_set_aside(_INDEX.page_id),
    )


def pages_by_event(topic: str, period: Period) -> Select[tuple[int | None, int]]:
    """Return a query of the events of a period with their `pages`."""
    # Leaves out pages without an event, usually the majority, which the database would have to sort.
    own = (_INDEX.topic == topic, within(period), _INDEX.event_id.is_not(None))
    return select(_INDEX.event_id, func.count().label("pages")).where(*own).group_by(_INDEX.event_id)


def count_without_event(connection: Connection, topic: str, period: Period) -> int:
    """Return the number of pages of a period that belong to no event."""
    return _count(connection, topic, and_(within(period), _INDEX.event_id.is_(None)))


def newest_day(connection: Connection, topic: str, today: date) -> date:
    """Return the last day with pages that is not in the future; today if there is none."""
    query = select(func.max(_INDEX.day)).where(_INDEX.topic == topic, _INDEX.day <= str(today))
    span = span_of(connection.scalar(query) or "")
    return min(span[1], today) if span else today


def moving_mean(counts: Sequence[int], width: int = 7) -> list[float]:
    """Return the mean of each count and those before it, of `width` counts or as many as there are.

    >>> moving_mean([2, 4, 6], 2)
    [2.0, 3.0, 5.0]
    """
    windows = (counts[max(0, at - width + 1) : at + 1] for at in range(len(counts)))
    return [sum(window) / len(window) for window in windows]


def _host_by_host(topic: str, period: Period) -> Select[tuple[str, int]]:
    """Return a query of the `pages` of each host, also those without: each is a range of an index.

    SQLite sorts nothing for it. MariaDB would read all days of a host.
    """
    first = select(func.min(_INDEX.host).label("host")).where(_INDEX.topic == topic)
    hosts = first.cte("hosts", recursive=True)
    later = select(func.min(_INDEX.host)).where(_INDEX.topic == topic, _INDEX.host > hosts.c.host)
    hosts = hosts.union_all(select(later.correlate(hosts).scalar_subquery()).where(hosts.c.host.is_not(None)))
    own = select(func.count()).where(_INDEX.topic == topic, _INDEX.host == hosts.c.host, within(period))
    pages = own.correlate(hosts).scalar_subquery().label("pages")
    return select(hosts.c.host, pages).where(hosts.c.host.is_not(None))


def _grouped(topic: str, period: Period) -> Select[tuple[str, int]]:
    query = select(_INDEX.host, func.count().label("pages")).where(_INDEX.topic == topic, within(period))
    return query.group_by(_INDEX.host)


def _days(connection: Connection, topic: str, period: Period) -> list[tuple[date, int, int]]:
    """Return the days of a period with their pages and copies."""
    query = select(_INDEX.day, func.count(), func.sum(_INDEX.copied))
    query = _by_day(query.where(_INDEX.topic == topic, within(period)).group_by(_INDEX.day))
    rows = ((span_of(day), pages, int(copies)) for day, pages, copies in connection.execute(query))
    return [(span[0], pages, copies) for span, pages, copies in rows if span is not None]


def _count(connection: Connection, topic: str, condition: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(schema.page_index).where(_INDEX.topic == topic, condition)
    return connection.scalar(_by_day(query)) or 0


def _by_day(query: Select[Any]) -> Select[Any]:
    """Return a query that reads the index by day: for a year, MariaDB may read all of a topic by host."""
    for dialect in MYSQL:
        query = query.with_hint(schema.page_index, "FORCE INDEX (page_index_period)", dialect)
    return query


def _vague_dates(period: Period) -> list[str]:
    """Return the years and months that overlap with a period, as truncated dates."""
    months = [str(day)[: len("2024-05")] for day in steps(period, "month")]
    return [*dict.fromkeys(month[: len("2024")] for month in months), *months]
