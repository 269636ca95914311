"""Training data of a strategy: pages fetched by a topic's crawls, and grades."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, Subquery, and_, func, select

from topiccrawl.page.canonical_url import url_key
from topiccrawl.storage import schema
from topiccrawl.storage.rows.chunks import chunks

_PAGES, _DROPS, _LABELS = schema.pages.c, schema.drops.c, schema.labels.c
_LINKS, _LISTS = schema.links.c, schema.revisits.c

_JUDGED = ("download", "gate", "cleaning", "verdict", "pipeline")
"""Stages in which a page that was requested is dropped."""

_LOOKED_AT = 10
"""Number of rows read per requested link: most drops were never fetched, and imported pages have no link."""

_LIST = "list"
"""Kind of the visits of list pages."""

_OVERLAP = 200
"""Number of last rows that are read again, since servers may commit rows in another order than their ids."""


@dataclass(frozen=True, slots=True)
class FetchedLink:
    """A link that was fetched.

    Attributes:
        url: its URL.
        anchor: its anchor text.
        parent_url: the page it stands on; empty when it is not known.
        description: relevance of that page's description, in [0, 1].
        relevance: the verdict's value; None when there was no verdict.
        fetched_at: when it was fetched, or graded.
        grade: the grade that a person gave; None: none.
        why: JSON on the link's origin, as in the frontier; empty when it is not known.
        title: of a graded page that is stored.
        text: of a graded page that is stored.
    """

    url: str
    anchor: str
    parent_url: str
    description: float
    relevance: float | None
    fetched_at: datetime
    grade: int | None = None
    why: str = field(default="", compare=False)
    title: str = field(default="", compare=False)
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Position:
    """The ids of the last rows that were read, of each table."""

    page: int = 0
    drop: int = 0
    label: int = 0


def last_position(connection: Connection) -> Position:
    """Return the position after all rows; labels are always read from the start."""
    page, drop = (connection.scalar(select(func.max(column))) or 0 for column in (_PAGES.id, _DROPS.id))
    return Position(page, drop)


def read_fetched(connection: Connection, topic: str, most: int) -> list[FetchedLink]:
    """Return the links of a topic that were fetched last, the oldest first; seeds are left out.

    List pages are among them, which leave no row of a page or drop: their last visits are known.
    """
    drops = _last_drops(topic, _LOOKED_AT * most).c
    looked_at = select(_PAGES.id).where(_PAGES.topic == topic).order_by(_PAGES.id.desc())
    first = select(func.min(looked_at.limit(_LOOKED_AT * most).subquery().c.id)).scalar_subquery()
    kept = _kept(topic).where(_PAGES.id >= first).order_by(_PAGES.id.desc()).limit(most)
    dropped = _dropped(topic, drops).where(drops.topic == topic).order_by(drops.id.desc()).limit(most)
    judged = [_fetched(row) for query in (kept, dropped) for row in connection.execute(query).mappings()]
    lists = [_fetched_list(row) for row in connection.execute(_last_lists(topic, most)).mappings()]
    known = {link.url for link in judged}
    found = [*judged, *(link for link in lists if link.url not in known)]
    last = sorted(found, key=lambda link: link.fetched_at)[-most:]
    return _with_origins(connection, topic, last)


def _last_lists(topic: str, most: int) -> Select[Any]:
    # The texts are read of the last ones only: a topic may have many lists.
    last = select(_LISTS.url_hash).where(_LISTS.topic == topic, _LISTS.kind == _LIST)
    last_hashes = last.order_by(_LISTS.visited_at.desc()).limit(most).subquery()
    query = select(_LISTS.url, _LISTS.why, _LISTS.visited_at)
    return query.join(last_hashes, last_hashes.c.url_hash == _LISTS.url_hash).where(_LISTS.topic == topic)


def _fetched_list(row: RowMapping) -> FetchedLink:
    return FetchedLink(row["url"], "", "", 0.0, None, row["visited_at"], why=row["why"])


def _with_origins(connection: Connection, topic: str, links: list[FetchedLink]) -> list[FetchedLink]:
    """Return links with all that the frontier has kept of where they stood."""
    keys = {link.url: url_key(link.url) for link in links if not link.why}
    origins: dict[bytes, str] = {}
    for some in chunks([*keys.values()]):
        query = select(_LINKS.key, _LINKS.why).where(_LINKS.topic == topic, _LINKS.key.in_(some))
        origins.update((bytes(key), why) for key, why in connection.execute(query))
    return [replace(link, why=link.why or origins.get(keys.get(link.url, b""), "")) for link in links]


def read_new(
    connection: Connection, topic: str, run_id: int, after: Position, most: int, *, pages: bool
) -> tuple[list[FetchedLink], Position]:
    """Return what other runs fetched and people graded after a position, and the new position.

    Links that were read before may come once more. With more links than `most`, the oldest come first.

    Args:
        connection: of the database.
        topic: name of the topic.
        run_id: the run whose own rows are left out.
        after: what was read before.
        most: number of rows of each table.
        pages: whether other runs fetch pages; otherwise only grades are read.
    """
    graded = [*connection.execute(_graded(topic, after.label, most)).mappings()]
    found = [_fetched(row) for row in graded]
    label = graded[-1]["id"] if graded else after.label
    if not pages:
        return found, Position(after.page, after.drop, label)
    last = last_position(connection)
    # No index fits a text that is computed, so the few new rows are read from the end of the table.
    drops = select(schema.drops).where(_DROPS.id > after.drop - _OVERLAP, _DROPS.id <= last.drop).subquery().c
    kept = _kept(topic).where(_PAGES.id > after.page - _OVERLAP, _PAGES.run_id != run_id).order_by(_PAGES.id)
    dropped = (
        _dropped(topic, drops)
        .where(drops.topic.concat("") == topic, drops.run_id != run_id)
        .order_by(drops.id)
    )
    rows: list[Sequence[RowMapping]] = [
        connection.execute(query.limit(most)).mappings().all() for query in (kept, dropped)
    ]
    last_page, last_drop = (
        one[-1]["id"] if len(one) == most else end
        for one, end in zip(rows, (last.page, last.drop), strict=True)
    )
    others = sorted((_fetched(row) for one in rows for row in one), key=lambda link: link.fetched_at)
    return [*others, *found], Position(last_page, last_drop, label)


def _kept(topic: str) -> Select[Any]:
    columns = [_PAGES[name] for name in ("id", "url", "anchor", "parent_url", "relevance")]
    query = select(*columns, _PAGES.priority_parts.label("parts"), _PAGES.fetched_at.label("at"))
    return query.where(_PAGES.topic == topic, _PAGES.parent_url.is_not(None))


def _dropped(topic: str, drops: Any) -> Select[Any]:
    columns = [drops[name] for name in ("id", "url", "anchor", "parent_url", "score", "stage")]
    query = select(*columns, drops.score_parts.label("parts"), drops.dropped_at.label("at"))
    return query.where(drops.stage.in_(_JUDGED), drops.parent_url.is_not(None))


def _graded(topic: str, after: int, most: int) -> Select[Any]:
    """Return the query of grades, with the link that led to the page as far as it is known."""
    pages = schema.labels.outerjoin(
        schema.pages, and_(_PAGES.topic == _LABELS.topic, _PAGES.url_hash == _LABELS.url_hash)
    )
    grades = (_LABELS.id, _LABELS.url, _LABELS.grade, _LABELS.labelled_at.label("at"))
    link = (_PAGES.anchor, _PAGES.parent_url, _PAGES.priority_parts.label("parts"))
    query = select(*grades, *link, _PAGES.title, _PAGES.text).select_from(pages)
    return query.where(_LABELS.topic == topic, _LABELS.id > after).order_by(_LABELS.id).limit(most)


def _last_drops(topic: str, most: int) -> Subquery:
    """Return the drops that a topic's crawls wrote last.

    An index on topics would have all drops of the topic sorted, and a start would take longer with every
    crawl. No index fits a text that is computed, so the rows are read from the end.
    """
    drops = schema.drops
    query = select(drops).where(drops.c.topic.concat("") == topic)
    return query.order_by(drops.c.id.desc()).limit(most).subquery()


def _fetched(row: RowMapping) -> FetchedLink:
    parts = json.loads(row["parts"] or "{}")
    # The score of a drop is the verdict's only if the verdict dropped it.
    judged = "relevance" if "relevance" in row else "score" if row.get("stage") == "verdict" else ""
    return FetchedLink(
        url=row["url"],
        anchor=row["anchor"] or "",
        parent_url=row["parent_url"] or "",
        description=parts.get("description", 0.0),
        relevance=row[judged] if judged else None,
        fetched_at=row["at"],
        grade=row.get("grade"),
        title=row.get("title") or "",
        text=row.get("text") or "",
    )
