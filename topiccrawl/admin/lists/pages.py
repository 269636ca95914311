"""Stored pages found by site, date and verdict, newest first; quick for a million pages."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, func, select

from topiccrawl.access.tls.problems import TLS_HEADER
from topiccrawl.admin.lists.page_filter import PageFilter as PageFilter
from topiccrawl.admin.lists.page_filter import fitting
from topiccrawl.priority.link_context import FOUND_HEADER
from topiccrawl.storage import schema
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.learned import GRADED
from topiccrawl.storage.rows.row import url_hash

_INDEX = schema.page_index.c
_ASIDE = schema.set_aside.c
_EVERY = 2**31 - 1
_PAGES, _MARKS, _LABELS, _EVENTS = schema.pages.c, schema.duplicates.c, schema.labels.c, schema.events.c


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A page in a list.

    Attributes:
        number: its id.
        title: the beginning of its title.
        host: its host.
        day: date of publication, else of fetching.
        relevance: the verdict; None if it was kept without one.
        copy: whether it is a duplicate.
        aside: whether it is set aside, and left out of exports.
        grade: the grade that a person gave; None: none.
    """

    number: int
    title: str
    host: str
    day: str
    relevance: float | None
    copy: bool = False
    grade: int | None = None
    aside: bool = False


def find_pages(connection: Connection, chosen: PageFilter, most: int, before: int = 0) -> list[ListedPage]:
    """Return pages, newest first.

    Args:
        connection: of the database.
        chosen: which pages.
        most: the largest number.
        before: only pages with smaller ids; 0: all.
    """
    return listed(connection, chosen.topic, find_numbers(connection, chosen, most, before))


def find_numbers(connection: Connection, chosen: PageFilter, most: int, before: int = 0) -> list[int]:
    """Return the ids of pages as `find_pages` does; only indexes are read for them."""
    return list(connection.scalars(fitting(chosen, before).limit(most)))


def count_pages(connection: Connection, chosen: PageFilter, most: int) -> int:
    """Return the number of pages, but no more than `most`."""
    some = fitting(chosen).order_by(None).limit(most).subquery()
    return connection.scalar(select(func.count()).select_from(some)) or 0


def count_set_aside(connection: Connection, topic: str) -> dict[str, int]:
    """Return how many pages of a topic are set aside and not listed, by reason."""
    pages = schema.set_aside.join(schema.pages, _PAGES.id == _ASIDE.page_id)
    query = (
        select(_ASIDE.reason, func.count())
        .select_from(pages)
        .where(_PAGES.topic == topic, _ASIDE.reason != GRADED)
    )
    return {row[0]: row[1] for row in connection.execute(query.group_by(_ASIDE.reason))}


def hosts_of(connection: Connection, topic: str, most: int = 500) -> list[tuple[str, int]]:
    """Return the hosts of a topic's pages with their numbers of pages, most pages first."""
    count = func.count().label("pages")
    query = select(_INDEX.host, count).where(_INDEX.topic == topic).group_by(_INDEX.host)
    rows = connection.execute(query.order_by(count.desc(), _INDEX.host).limit(most))
    return [(row.host, row.pages) for row in rows]


def read_page(connection: Connection, number: int) -> dict[str, Any] | None:
    """Return the columns of a page, with its grade, its original and its copies; None if there is none.

    `aside` is why it is set aside, `parts` are the parts of its link's priority, `tls` says why its server
    was not verified, `original` and `copies` are pages as id, URL and title, `event` has id and name of the
    event that it reports.
    """
    found = connection.execute(select(schema.pages).where(_PAGES.id == number)).mappings().first()
    if found is None:
        return None
    page = dict(found)
    page["parts"] = json.loads(page["priority_parts"] or "{}")
    page["found"] = json.loads(page["headers"] or "{}").get(FOUND_HEADER, "")
    page["tls"] = json.loads(page["headers"] or "{}").get(TLS_HEADER, "")
    page["grade"] = _grades(connection, page["topic"], [page["url_hash"]]).get(page["url_hash"])
    mark = connection.execute(select(schema.duplicates).where(_MARKS.page_id == number)).mappings().first()
    page["mark"] = None if mark is None else dict(mark)
    page["original"] = None if mark is None else _page_of(connection, page["topic"], mark["original_hash"])
    page["copies"] = _copies(connection, page["topic"], page["url_hash"])
    page["event"] = event_of(connection, number)
    page["aside"] = connection.scalar(select(_ASIDE.reason).where(_ASIDE.page_id == number))
    return page


def event_of(connection: Connection, number: int) -> dict[str, Any] | None:
    """Return id and name of the event that a page reports; None if it reports none."""
    query = select(_EVENTS.id, _EVENTS.name).join_from(
        schema.event_pages, schema.events, _EVENTS.id == schema.event_pages.c.event_id
    )
    row = connection.execute(query.where(schema.event_pages.c.page_id == number).limit(1)).mappings().first()
    return None if row is None else dict(row)


def exported_pages(connection: Connection, chosen: PageFilter) -> tuple[int, ...] | None:
    """Return the ids of all pages of a list, for an export of the same pages; None: all of the topic.

    Copies and pages that are set aside are among them: the export leaves them out by its own options.
    """
    every = replace(chosen, copies=True, aside=True)
    if every == PageFilter(topic=chosen.topic, aside=True):
        return None
    return tuple(find_numbers(connection, every, _EVERY))


def newest_page(connection: Connection) -> int:
    """Return the id of the page that was stored last; 0 without pages."""
    return connection.scalar(select(func.max(_PAGES.id))) or 0


def event_named(connection: Connection, topic: str, number: int) -> str | None:
    """Return the name of an event of a topic; None if there is none."""
    return connection.scalar(select(_EVENTS.name).where(_EVENTS.id == number, _EVENTS.topic == topic))


def page_at(connection: Connection, topic: str, url: str) -> int | None:
    """Return the id of the page of a URL; None if it is not stored."""
    query = select(_PAGES.id).where(_PAGES.topic == topic, _PAGES.url_hash == url_hash(url))
    return connection.scalar(query)


def listed(connection: Connection, topic: str, numbers: list[int]) -> list[ListedPage]:
    """Return the pages of a topic with these ids, in this order; those that are not stored are left out."""
    query = (
        select(_INDEX.page_id, _INDEX.title, _INDEX.host, _INDEX.day, _INDEX.relevance, _PAGES.url_hash)
        .join_from(schema.page_index, schema.pages, _PAGES.id == _INDEX.page_id)
        .where(_INDEX.page_id.in_(numbers))
    )
    rows = {row.page_id: row for row in connection.execute(query)}
    marked = set(connection.scalars(select(_MARKS.page_id).where(_MARKS.page_id.in_(numbers))))
    aside = set(connection.scalars(select(_ASIDE.page_id).where(_ASIDE.page_id.in_(numbers))))
    grades = _grades(connection, topic, [row.url_hash for row in rows.values()])
    return [
        ListedPage(
            number,
            rows[number].title,
            rows[number].host,
            rows[number].day,
            rows[number].relevance,
            number in marked,
            grades.get(rows[number].url_hash),
            number in aside,
        )
        for number in numbers
        if number in rows
    ]


def _grades(connection: Connection, topic: str, hashes: list[str]) -> dict[str, int]:
    labels = select(_LABELS.url_hash, _LABELS.grade)
    chosen = labels.where(_LABELS.topic == topic, _LABELS.url_hash.in_(hashes)).order_by(_LABELS.id)
    return {row.url_hash: row.grade for row in connection.execute(chosen)}


def _page_of(connection: Connection, topic: str, digest: str) -> dict[str, Any] | None:
    query = select(_PAGES.id, _PAGES.url, _PAGES.title)
    row = connection.execute(query.where(_PAGES.topic == topic, _PAGES.url_hash == digest)).mappings().first()
    return None if row is None else dict(row)


def _copies(connection: Connection, topic: str, digest: str, most: int = 50) -> list[dict[str, Any]]:
    # Two queries: as one, SQLite goes through all pages of the topic.
    numbers = connection.scalars(select(_MARKS.page_id).where(_MARKS.original_hash == digest)).all()
    query = select(_PAGES.id, _PAGES.url, _PAGES.title, _MARKS.kind, _MARKS.similarity)
    query = query.join_from(schema.pages, schema.duplicates, _PAGES.id == _MARKS.page_id)
    found: list[dict[str, Any]] = []
    for some in chunks(numbers):
        if len(found) < most:
            own = query.where(_PAGES.id.in_(some), _PAGES.topic == topic).order_by(_PAGES.id)
            found += map(dict, connection.execute(own.limit(most - len(found))).mappings())
    return found
