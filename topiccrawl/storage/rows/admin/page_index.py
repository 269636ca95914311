"""Rows of `page_index`, written in the transaction that stores the pages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Connection, delete, func, select, union

from topiccrawl.storage import schema
from topiccrawl.storage.rows.admin.page_marks import refresh_marks
from topiccrawl.storage.rows.row import Row
from topiccrawl.storage.rows.upsert import upsert

_CHINA = timedelta(hours=8)
_TITLE = 200
_HOST = 255
_PAGES, _INDEX = schema.pages.c, schema.page_index.c


def write_index(
    connection: Connection, pages: Mapping[int, Mapping[str, Any]], copies: Collection[int] | None = None
) -> None:
    """Write the rows of pages, by their ids, in the caller's transaction.

    Args:
        connection: of the database.
        pages: rows of `pages`.
        copies: which of them are duplicates; None: the caller refreshes the marks.
    """
    rows = [_row(number, page) for number, page in pages.items()]
    if copies is not None:
        rows = [{**one, "copied": int(one["page_id"] in copies)} for one in rows]
    upsert(connection, schema.page_index, rows)


def index_more(connection: Connection, most: int, after: int = 0) -> tuple[int, int]:
    """Write the rows of pages that have none, in the caller's transaction.

    Args:
        connection: of the database.
        most: the largest number of pages.
        after: id of the page after which to begin.

    Returns:
        How many were written, and the id of the last one.
    """
    names = ("id", "topic", "url", "published", "fetched_at", "relevance", "title")
    joined = schema.pages.outerjoin(schema.page_index, _INDEX.page_id == _PAGES.id)
    query = select(*(_PAGES[name] for name in names)).select_from(joined)
    query = query.where(_PAGES.id > after, _INDEX.page_id.is_(None)).order_by(_PAGES.id).limit(most)
    found = {int(row["id"]): dict(row) for row in connection.execute(query).mappings()}
    write_index(connection, found)
    refresh_marks(connection, list(found))
    return len(found), max(found, default=after)


def clear_index(connection: Connection) -> None:
    """Delete all rows, in the caller's transaction."""
    connection.execute(delete(schema.page_index))


def count_unindexed(connection: Connection) -> int:
    """Return how many pages have no row."""
    pages = connection.scalar(select(func.count()).select_from(schema.pages)) or 0
    return pages - (connection.scalar(select(func.count()).select_from(schema.page_index)) or 0)


def count_some_unindexed(connection: Connection, among: int = 1_000) -> int:
    """Return how many of the oldest and of the newest pages have no row: counting all takes seconds.

    The oldest are those of an older version, the newest those of crawls that index nothing.
    """
    ends = (
        select(_PAGES.id).order_by(order).limit(among).subquery() for order in (_PAGES.id, _PAGES.id.desc())
    )
    some = union(*(select(end.c.id) for end in ends)).subquery()
    missing = select(func.count()).outerjoin_from(some, schema.page_index, _INDEX.page_id == some.c.id)
    return connection.scalar(missing.where(_INDEX.page_id.is_(None))) or 0


def host_of(url: str) -> str:
    """Return the host of a URL as the index stores it.

    >>> host_of("http://WWW.Example.cn:8000/1.html"), host_of("http://[broken")
    ('www.example.cn', '')
    """
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return host.encode("ascii", "backslashreplace").decode()[:_HOST]


def _row(number: int, page: Mapping[str, Any]) -> Row:
    fetched = page["fetched_at"]
    assert isinstance(fetched, datetime)
    return {
        "page_id": number,
        "topic": page["topic"],
        "host": host_of(str(page["url"])),
        "day": _day(str(page["published"] or "")) or f"{fetched + _CHINA:%Y-%m-%d}",
        "relevance": page["relevance"],
        "title": str(page["title"])[:_TITLE],
    }


def _day(published: str) -> str:
    """Return the date in a time of ISO 8601 that may be less exact; empty if it is none."""
    day = published[:10]
    return day if day[:4].isdigit() and day.isascii() else ""
