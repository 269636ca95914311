"""Stored pages without a grade, those with the least certain verdicts first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from sqlalchemy import Connection, func, select, tuple_

from topiccrawl.corpus.labels import read_labels
from topiccrawl.storage import schema
from topiccrawl.storage.rows.row import url_hash

LOOKED_AT = 20_000
"""Kept pages, the newest ones, among which a page is chosen."""
_AT_ONCE = 200

_INDEX, _PAGES = schema.page_index.c, schema.pages.c


Place = tuple[float, int]
"""A page's place in the order of grading: its verdict, 0 if it was kept without one, and its id."""


def next_to_label(
    connection: Connection, topic: str, after: int = 0, waiting: Mapping[str, int | None] | None = None
) -> int | None:
    """Return the id of the next page without a grade, duplicates left out; None if there is none.

    Args:
        connection: of the database.
        topic: name of the topic.
        after: the page that was shown before: the next one of the order, although that page's grade may still
            wait for the crawl that writes the database. After the last one, the first follows.
        waiting: grades that are not stored yet, as in `count_grades`.
    """
    graded = {url_hash(url) for url in _grades(connection, topic, waiting)}
    place = _place_of(connection, after)
    found = _first(connection, topic, graded, place)
    if found is None and place is not None:
        found = _first(connection, topic, graded, None)
    return None if found == after else found


def count_grades(
    connection: Connection, topic: str, waiting: Mapping[str, int | None] | None = None
) -> Mapping[int, int]:
    """Return how many pages of a topic have each grade.

    Args:
        connection: of the database.
        topic: name of the topic.
        waiting: grades by URL that a running crawl has not stored yet; None takes one back.
    """
    return Counter(_grades(connection, topic, waiting).values())


def _grades(connection: Connection, topic: str, waiting: Mapping[str, int | None] | None) -> dict[str, int]:
    known = read_labels(connection, topic) | dict(waiting or {})
    return {url: grade for url, grade in known.items() if grade is not None}


def _first(connection: Connection, topic: str, graded: set[str], place: Place | None) -> int | None:
    newest = select(_INDEX.page_id).where(_INDEX.topic == topic).order_by(_INDEX.page_id.desc())
    looked = newest.limit(LOOKED_AT).subquery()
    relevance = func.coalesce(_INDEX.relevance, 0.0)
    query = (
        select(_INDEX.page_id, relevance.label("relevance"), _PAGES.url_hash)
        .join_from(looked, schema.page_index, _INDEX.page_id == looked.c.page_id)
        .join(schema.pages, _PAGES.id == _INDEX.page_id)
        .where(_INDEX.copied == 0)
        .order_by(relevance, _INDEX.page_id)
        .limit(_AT_ONCE)
    )
    while True:
        later = query
        if place is not None:
            later = query.where(tuple_(relevance, _INDEX.page_id) > place)
        rows = connection.execute(later).all()
        for row in rows:
            if row.url_hash not in graded:
                return int(row.page_id)
        if len(rows) < _AT_ONCE:
            return None
        place = rows[-1].relevance, rows[-1].page_id


def _place_of(connection: Connection, number: int) -> Place | None:
    query = select(func.coalesce(_INDEX.relevance, 0.0)).where(_INDEX.page_id == number)
    relevance = connection.scalar(query)
    return None if relevance is None else (relevance, number)
