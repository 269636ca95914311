"""What crawls saw of each source, inside a transaction: rows of `source_visits`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, case, delete, func, or_, select

from topiccrawl.storage import schema
from topiccrawl.storage.rows.upsert import upsert

_CHINA = timedelta(hours=8)
KEPT = timedelta(days=35)
"""Five weeks say how often a source has something new: the last ones, and those before a silence."""
_TABLE = schema.source_visits.c


class SourceVisit(NamedTuple):
    """What one crawl saw of one source, a host whose lists are requested again.

    Attributes:
        at: when the crawl ended.
        lists: lists, sitemaps and feeds that were requested.
        answered: how many of them answered, 304 included.
        lists_read: how many of them were sent and read.
        links: links to articles on those.
        fresh: new ones among them.
        texts: articles behind them that had a text.
        textless: articles behind them that had none, or hardly any.
        problem: empty, `moved`, `gone` or `failed`: what became of most of the lists.
        place: the host that they lead to, or the status of the answers.
    """

    at: datetime
    lists: int
    answered: int
    lists_read: int
    links: int
    fresh: int
    texts: int
    textless: int
    problem: str = ""
    place: str = ""


def write_source_visits(
    connection: Connection, topic: str, run_id: int, visits: Mapping[str, SourceVisit]
) -> None:
    """Write what a run saw of its sources, by host, and delete the rows that are too old.

    Of each source the five weeks before its last new article are kept: else the rhythm of one that publishes
    seldom would be forgotten before its silence is told. One that was not asked for five weeks is forgotten.
    """
    rows = [{"topic": topic, "host": host, "run_id": run_id, **one._asdict()} for host, one in visits.items()]
    upsert(connection, schema.source_visits, rows)
    if not rows:
        return
    own, newest = _TABLE.topic == topic, max(one.at for one in visits.values())
    last = func.max(case((_TABLE.fresh > 0, _TABLE.at)))
    asked = select(_TABLE.host, last).where(own).group_by(_TABLE.host)
    asked = asked.having(func.max(_TABLE.at) >= newest - KEPT)
    begins = [{"name": host, "since": at, "first": at - KEPT} for host, at in connection.execute(asked) if at]
    old = delete(schema.source_visits).where(own, _TABLE.at < newest - KEPT)
    connection.execute(old.where(_TABLE.host.not_in([one["name"] for one in begins])))
    if begins:
        is_old = or_(_TABLE.at > bindparam("since"), _TABLE.at < bindparam("first"))
        connection.execute(old.where(_TABLE.host == bindparam("name"), is_old), begins)


def read_source_visits(connection: Connection, topic: str) -> dict[str, list[SourceVisit]]:
    """Return what the crawls of the last weeks saw of each source of a topic, by host, oldest first."""
    columns = [_TABLE[name] for name in SourceVisit._fields]
    query = select(_TABLE.host, *columns).where(_TABLE.topic == topic).order_by(_TABLE.host, _TABLE.run_id)
    found: dict[str, list[SourceVisit]] = {}
    for host, *values in connection.execute(query):
        found.setdefault(host, []).append(SourceVisit(*values))
    return found


def read_hours(connection: Connection, topic: str) -> list[float]:
    """Return which share of the new articles of a day each hour has, in China time; the sum is 1.

    Hours in which no crawl of the last weeks ended have as many as the others.
    """
    counts, crawls = [0.0] * 24, [0] * 24
    newest = connection.scalar(select(func.max(_TABLE.at)).where(_TABLE.topic == topic))
    query = select(_TABLE.at, func.sum(_TABLE.fresh)).where(_TABLE.topic == topic)
    query = query.where(_TABLE.at >= newest - KEPT) if newest else query
    for at, fresh in connection.execute(query.group_by(_TABLE.run_id, _TABLE.at)):
        counts[(at + _CHINA).hour] += float(fresh)
        crawls[(at + _CHINA).hour] += 1
    mean = (sum(counts) + 1) / (sum(crawls) + 1)
    rates = [(count + mean) / (number + 1) for count, number in zip(counts, crawls, strict=True)]
    return [rate / sum(rates) for rate in rates]
