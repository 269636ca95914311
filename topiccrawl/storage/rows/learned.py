"""What a crawl has learned about pages, and the stored pages that exports leave out."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, exists, func, or_, select, update

from topiccrawl.storage import schema
from topiccrawl.storage.rows.chunks import fetch_by
from topiccrawl.storage.rows.upsert import delete_of_pages, pages_in, upsert

_PAGES, _ASIDE, _MODELS = schema.pages.c, schema.set_aside, schema.page_models
GRADED = "graded"
"""Why a page is set aside that exports had until a person graded it as off the topic."""


@dataclass(frozen=True, slots=True)
class StoredText:
    """A stored page as the learner judges it.

    Attributes:
        number: its id.
        url: its URL.
        title: its title.
        text: its text.
        relevance: the verdict's value.
        reason: why it is set aside; None: it is not.
        is_copied: whether a stored page repeats it and is not set aside.
    """

    number: int
    url: str
    title: str
    text: str
    relevance: float | None
    reason: str | None
    is_copied: bool = False


@dataclass(frozen=True, slots=True)
class NewVerdict:
    """A later verdict on a stored page.

    Attributes:
        number: its id.
        relevance: the verdict's value.
        reason: why it is set aside; None: it is kept.
    """

    number: int
    relevance: float
    reason: str | None


def is_set_aside(key: ColumnElement[int], *, by_grade: bool = True) -> ColumnElement[bool]:
    """Return the condition that a page is set aside, by its id; `by_grade`: or `GRADED`."""
    query = select(_ASIDE.c.page_id).where(_ASIDE.c.page_id == key)
    return (query if by_grade else query.where(_ASIDE.c.reason != GRADED)).exists()


def write_set_aside(connection: Connection, pages: Mapping[int, tuple[str | None, float | None]]) -> None:
    """Set pages aside, or take them back, in the caller's transaction; `GRADED` pages stay set aside.

    Args:
        connection: of the database.
        pages: reason and probability by id; without a reason a page is not set aside.
    """
    rows: list[dict[str, Any]] = [
        {"page_id": number, "reason": reason, "probability": value}
        for number, (reason, value) in pages.items()
        if reason is not None
    ]
    back = [number for number, (reason, _) in pages.items() if reason is None]
    graded = frozenset(_graded(connection, back))
    delete_of_pages(connection, _ASIDE, [number for number in back if number not in graded])
    upsert(connection, _ASIDE, rows)


def _graded(connection: Connection, pages: Sequence[int]) -> Iterator[int]:
    query = "SELECT page_id FROM set_aside WHERE reason = ? AND page_id IN ({})"
    yield from (number for (number,) in fetch_by(connection, query, pages, GRADED))


def set_aside_by_grade(connection: Connection, off: Sequence[int], others: Sequence[int]) -> None:
    """Set pages aside whose grade is off the topic, and take others back, in the caller's transaction."""
    known = pages_in(connection, _ASIDE, off)
    write_set_aside(connection, {page: (GRADED, None) for page in off if page not in known})
    delete_of_pages(connection, _ASIDE, list(_graded(connection, others)))


def take_back_originals(connection: Connection, copies: Sequence[int]) -> None:
    """Take back the originals that were set aside and are repeated, in the caller's transaction.

    Exports leave out the copies: without its original, the story would be in none.

    Args:
        connection: of the database.
        copies: ids of duplicates that are not set aside.
    """
    query = (
        "SELECT original.id FROM duplicates JOIN pages copy ON copy.id = duplicates.page_id "
        "JOIN pages original ON original.topic = copy.topic "
        "AND original.url_hash = duplicates.original_hash WHERE duplicates.page_id IN ({})"
    )
    originals = {number: (None, None) for (number,) in fetch_by(connection, query, copies)}
    write_set_aside(connection, originals)


def write_verdicts(connection: Connection, verdicts: list[NewVerdict]) -> None:
    """Store later verdicts on pages in the caller's transaction."""
    for one in verdicts:
        statement = update(schema.pages).where(_PAGES.id == one.number)
        connection.execute(statement.values(relevance=one.relevance))
    write_set_aside(connection, {one.number: (one.reason, one.relevance) for one in verdicts})


def read_texts(
    connection: Connection, topic: str, after: int, most: int, *, duplicates: bool
) -> list[StoredText]:
    """Return stored pages of a topic in the order of their ids.

    Args:
        connection: of the database.
        topic: name of the topic.
        after: id after which they begin.
        most: number of pages.
        duplicates: whether those that repeat another page are read, or the others.
    """
    marks, copies, aside = schema.duplicates.alias(), schema.pages.alias(), _ASIDE.alias()
    is_duplicate = exists().where(marks.c.page_id == _PAGES.id)
    is_copied = exists(
        select(marks.c.page_id)
        .select_from(marks.join(copies, copies.c.id == marks.c.page_id))
        .outerjoin(aside, aside.c.page_id == marks.c.page_id)
        .where(marks.c.original_hash == _PAGES.url_hash, copies.c.topic == topic, aside.c.page_id.is_(None))
    )
    query = (
        select(_PAGES.id, _PAGES.url, _PAGES.title, _PAGES.text, _PAGES.relevance, _ASIDE.c.reason, is_copied)
        .select_from(schema.pages.outerjoin(_ASIDE, _ASIDE.c.page_id == _PAGES.id))
        .where(_PAGES.topic == topic, _PAGES.id > after, is_duplicate if duplicates else ~is_duplicate)
    )
    return [StoredText(*row) for row in connection.execute(query.order_by(_PAGES.id).limit(most))]


def read_model(connection: Connection, topic: str) -> tuple[dict[str, Any] | None, list[Any]]:
    """Return model and sample of a topic as they were written; None and nothing without them."""
    row = connection.execute(
        select(_MODELS.c.model, _MODELS.c.sample).where(_MODELS.c.topic == topic)
    ).first()
    if row is None:
        return None, []
    return (json.loads(row.model) if row.model else None), json.loads(zlib.decompress(row.sample))


def write_model(
    connection: Connection, topic: str, model: Mapping[str, Any] | None, sample: list[Any]
) -> None:
    """Store model and sample of a topic, in JSON's types, in the caller's transaction."""
    text = None if model is None else json.dumps(model, ensure_ascii=False)
    packed = zlib.compress(json.dumps(sample, ensure_ascii=False).encode())
    row = {"topic": topic, "model": text, "sample": packed, "pages": len(sample)}
    upsert(connection, _MODELS, [row | {"learned_at": datetime.now(UTC)}])


def count_kept(connection: Connection, topic: str) -> int:
    """Return the number of pages of a topic that are neither duplicates nor set aside."""
    marks = schema.duplicates.c
    pages = schema.pages.outerjoin(_ASIDE, _ASIDE.c.page_id == _PAGES.id)
    pages = pages.outerjoin(schema.duplicates, marks.page_id == _PAGES.id)
    query = select(func.count()).select_from(pages).where(_PAGES.topic == topic)
    return connection.scalar(query.where(_ASIDE.c.page_id.is_(None), marks.page_id.is_(None))) or 0


def read_groups(connection: Connection, topic: str) -> tuple[int | None, list[dict[str, Any]]]:
    """Return how many pages were kept when they were grouped, None if never, and the groups."""
    query = select(_MODELS.c.grouped, _MODELS.c.page_groups).where(_MODELS.c.topic == topic)
    row = connection.execute(query).first()
    return (None, []) if row is None else (row.grouped, json.loads(row.page_groups or "[]"))


def write_groups(
    connection: Connection, topic: str, kept: int, groups: Sequence[Mapping[str, Any]], before: int | None
) -> bool:
    """Store the groups of kept pages in the caller's transaction.

    Args:
        connection: of the database.
        topic: name of the topic, about which crawls have learned something.
        kept: number of pages that were kept.
        groups: in JSON's types.
        before: only if they were last grouped with fewer pages; None: in any case.

    Returns:
        Whether they were written: another worker may have done it.
    """
    due = () if before is None else (or_(_MODELS.c.grouped.is_(None), _MODELS.c.grouped < before),)
    text = json.dumps(groups, ensure_ascii=False)
    statement = update(_MODELS).where(_MODELS.c.topic == topic, *due)
    return connection.execute(statement.values(page_groups=text, grouped=kept)).rowcount > 0
