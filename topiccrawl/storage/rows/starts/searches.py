"""Queries of meta-search and their results, inside a transaction."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from topiccrawl.storage import schema
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.row import Row, url_hash
from topiccrawl.storage.rows.upsert import upsert

_QUERIES, _RESULTS = schema.search_queries, schema.search_results

ABANDONED = timedelta(minutes=10)
"""Time after which an unanswered query is sent again, since its worker has probably died."""


@dataclass(frozen=True, slots=True)
class StoredQuery:
    """A query that was asked.

    Attributes:
        number: its id.
        text: the query as it was sent.
        words: its words.
        site: the only site that was searched; empty: all.
        results: number of its results.
        new: how many of them the crawl did not know.
        kept: how many of those were stored as pages of the topic.
    """

    number: int
    text: str
    words: tuple[str, ...]
    site: str
    results: int
    new: int
    kept: int


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A result of a query.

    Attributes:
        url: the URL.
        query: the query as it was sent.
        engine: the engine that found it.
        rank: its place among the results, from 1.
        title: its title.
        text: its summary.
        is_new: whether the crawl did not know the URL.
    """

    url: str
    query: str
    engine: str
    rank: int
    title: str
    text: str
    is_new: bool = True


def claim_query(
    connection: Connection,
    topic: str,
    service: str,
    text: str,
    words: Sequence[str],
    site: str,
    now: datetime,
) -> int | None:
    """Record that a query is being sent; return its id, or None if another worker has claimed it."""
    digest = sha256(f"{service}\n{text}".encode()).hexdigest()
    own = (_QUERIES.c.topic == topic, _QUERIES.c.query_hash == digest)
    abandoned = (_QUERIES.c.results.is_(None), _QUERIES.c.asked_at < now - ABANDONED)
    connection.execute(delete(_QUERIES).where(*own, *abandoned))
    if connection.scalar(select(_QUERIES.c.id).where(*own)) is not None:
        return None
    row: Row = {"topic": topic, "query_hash": digest, "service": service, "query": text, "site": site}
    row |= {"words": json.dumps(list(words), ensure_ascii=False), "asked_at": now}
    try:
        with connection.begin_nested():
            inserted = connection.execute(insert(_QUERIES).values(row))
    except IntegrityError:  # another worker has claimed it meanwhile
        return None
    key: Any = inserted.inserted_primary_key
    return int(key[0])


def release_query(connection: Connection, number: int) -> None:
    """Forget a query that got no answer, so that it is asked again."""
    connection.execute(delete(_QUERIES).where(_QUERIES.c.id == number))


def write_results(connection: Connection, topic: str, number: int, results: Sequence[StoredResult]) -> None:
    """Write the answer to a query."""
    rows: list[Row] = []
    for one in results:
        own = {name: getattr(one, name) for name in ("url", "engine", "title", "text", "is_new")}
        place = {"query_id": number, "url_hash": url_hash(one.url), "topic": topic, "place": one.rank}
        rows.append(own | place | {"kept": False})
    upsert(connection, _RESULTS, rows)
    counts = {"results": len(rows), "new_results": sum(one.is_new for one in results)}
    connection.execute(update(_QUERIES).where(_QUERIES.c.id == number).values(counts))


def mark_kept(connection: Connection, topic: str, urls: Collection[str]) -> None:
    """Record that new results were stored as pages of the topic."""
    for some in chunks([url_hash(url) for url in urls]):
        found = (_RESULTS.c.topic == topic, _RESULTS.c.url_hash.in_(some), _RESULTS.c.is_new)
        connection.execute(update(_RESULTS).where(*found).values(kept=True))


def read_queries(connection: Connection, topic: str) -> list[StoredQuery]:
    """Return the queries of a topic that were answered or are being asked, the first one first."""
    kept = select(_RESULTS.c.query_id, func.count().label("kept")).where(
        _RESULTS.c.topic == topic, _RESULTS.c.kept
    )
    counts = kept.group_by(_RESULTS.c.query_id).subquery()
    query = (
        select(_QUERIES, counts.c.kept)
        .outerjoin(counts, counts.c.query_id == _QUERIES.c.id)
        .where(_QUERIES.c.topic == topic)
        .order_by(_QUERIES.c.id)
    )
    found = []
    for row in connection.execute(query):
        numbers = (number or 0 for number in (row.results, row.new_results, row.kept))
        found.append(StoredQuery(row.id, row.query, tuple(json.loads(row.words)), row.site, *numbers))
    return found


def read_results(connection: Connection, topic: str, most: int) -> list[StoredResult]:
    """Return the latest results of a topic's queries, the latest first."""
    join = _RESULTS.join(_QUERIES, _QUERIES.c.id == _RESULTS.c.query_id)
    columns = (_RESULTS.c.url, _QUERIES.c.query, _RESULTS.c.engine, _RESULTS.c.place, _RESULTS.c.title)
    query = (
        select(*columns, _RESULTS.c.text, _RESULTS.c.is_new)
        .select_from(join)
        .where(_RESULTS.c.topic == topic)
        .order_by(_RESULTS.c.query_id.desc(), _RESULTS.c.place)
        .limit(most)
    )
    return [StoredResult(*row) for row in connection.execute(query)]


def read_relevant_texts(connection: Connection, topic: str, most: int, longest: int) -> Iterable[str]:
    """Return titles and beginnings of the pages of a topic that were stored last."""
    pages = schema.pages.c
    query = select(pages.title, func.substr(pages.text, 1, longest)).where(pages.topic == topic)
    rows = connection.execute(query.order_by(pages.id.desc()).limit(most))
    return [f"{title}\n{text}" for title, text in rows]
