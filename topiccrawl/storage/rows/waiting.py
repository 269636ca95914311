"""Rows of pages whose verdict waits, and of the pages that they wait for."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, select

from topiccrawl.storage.records import SettledRecord, WaitingChildRecord, WaitingRecord
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.row import url_hash
from topiccrawl.storage.schema.crawl import waiting_children, waiting_pages

_OF_CHILD = ("topic", "page_url", "url", "similarity")


@dataclass(frozen=True)
class StoredWaiting:
    """Waiting pages and children that were stored after others.

    Attributes:
        pages: without `raw_html`, in the order of storing.
        children: in the order of storing.
        last_page: id of the last page, or as given if there is none.
        last_child: id of the last child, or as given if there is none.
    """

    pages: tuple[WaitingRecord, ...]
    children: tuple[WaitingChildRecord, ...]
    last_page: int
    last_child: int


def end_waiting(connection: Connection, one: SettledRecord) -> bool:
    """Delete a waiting page and its children; return whether the page was there."""
    deleted = _delete(connection, waiting_pages, one.topic, waiting_pages.c.url_hash, one.url)
    _delete(connection, waiting_children, one.topic, waiting_children.c.page_hash, one.canonical_url)
    return bool(deleted)


def read_children(connection: Connection, topic: str, page_url: str) -> dict[str, float]:
    """Return the similarities of a page's children by their canonical URL."""
    columns = waiting_children.c
    query = select(columns.url, columns.similarity).where(
        columns.topic == topic, columns.page_hash == url_hash(page_url)
    )
    return {one.url: one.similarity for one in connection.execute(query)}


def read_waiting_page(connection: Connection, topic: str, url: str) -> WaitingRecord | None:
    """Return a waiting page with its body; None if it does not wait any more."""
    query = select(waiting_pages).where(
        waiting_pages.c.topic == topic, waiting_pages.c.url_hash == url_hash(url)
    )
    found = connection.execute(query).mappings().first()
    return None if found is None else _page_record(found, zlib.decompress(found["raw_html"]))


def read_waiting(connection: Connection, topic: str, after_page: int, after_child: int) -> StoredWaiting:
    """Return what was stored after the given ids."""
    columns = [column for column in waiting_pages.c if column.name != "raw_html"]
    pages, children = waiting_pages.c, waiting_children.c
    page_query = select(*columns).where(pages.topic == topic, pages.id > after_page).order_by(pages.id)
    found = connection.execute(page_query).mappings().all()
    child_query = select(waiting_children).where(children.topic == topic, children.id > after_child)
    own = connection.execute(child_query.order_by(children.id)).mappings().all()
    return StoredWaiting(
        tuple(_page_record(one, b"") for one in found),
        tuple(WaitingChildRecord(**{name: one[name] for name in _OF_CHILD}) for one in own),
        max((one["id"] for one in found), default=after_page),
        max((one["id"] for one in own), default=after_child),
    )


def delete_waiting(connection: Connection, topic: str) -> None:
    """Delete all waiting pages of a topic."""
    for table in (waiting_pages, waiting_children):
        connection.execute(delete(table).where(table.c.topic == topic))


def delete_orphans(connection: Connection, topic: str) -> None:
    """Delete the children of a topic if none of its pages waits; otherwise leave them to a later call."""
    pages, children = waiting_pages.c, waiting_children.c
    # Children first: each was written after its page, so a page that is not there has ended its waiting.
    ids = list(connection.scalars(select(children.id).where(children.topic == topic)))
    if connection.scalar(select(pages.id).where(pages.topic == topic).limit(1)) is None:
        for some in chunks(ids):
            connection.execute(delete(waiting_children).where(children.id.in_(some)))


def _page_record(found: Any, raw_html: bytes) -> WaitingRecord:
    known = {name: value for name, value in found.items() if name not in ("id", "url_hash")}
    parsed = {name: json.loads(found[name]) for name in ("headers", "links")}
    return WaitingRecord(**known | parsed | {"raw_html": raw_html})


def _delete(connection: Connection, table: Any, topic: str, column: Any, url: str) -> int:
    """Delete the rows of a URL; return how many this connection deleted."""
    # By id: on MySQL, deleting rows that do not exist would lock out other workers.
    ids = list(connection.scalars(select(table.c.id).where(table.c.topic == topic, column == url_hash(url))))
    return sum(connection.execute(delete(table).where(table.c.id.in_(some))).rowcount for some in chunks(ids))
