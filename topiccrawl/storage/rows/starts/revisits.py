"""Pages to re-visit, inside a transaction: lists, sitemaps and feeds."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, func, select

from topiccrawl.storage import schema
from topiccrawl.storage.records import RevisitRecord
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.row import url_hash

_TABLE = schema.revisits
_ARTICLE = "article"
_LEAST_CHILDREN = 2
"""Pages that a page must have led to in order to count as a list."""


def read_revisits(connection: Connection, topic: str) -> list[RevisitRecord]:
    """Return the pages of a topic to re-visit, in the order of their last visits."""
    query = select(_TABLE).where(_TABLE.c.topic == topic).order_by(_TABLE.c.visited_at)
    return [
        RevisitRecord(**{name: value for name, value in found.items() if name != "url_hash"})
        for found in connection.execute(query).mappings()
    ]


def read_parents(connection: Connection, topic: str) -> list[str]:
    """Return the pages that led to several pages of the corpus and are no articles themselves.

    Short lists are not always recognised as lists when they are fetched.
    """
    pages = schema.pages.c
    parents = select(pages.parent_url).where(pages.topic == topic, pages.parent_url.is_not(None))
    grouped = parents.group_by(pages.parent_url).having(func.count() >= _LEAST_CHILDREN)
    found = {url_hash(url): url for url in connection.scalars(grouped)}
    for some in chunks([*found]):
        own: Any = (pages.topic == topic, pages.url_hash.in_(some), pages.kind == _ARTICLE)
        for digest in connection.scalars(select(pages.url_hash).where(*own)):
            del found[digest]
    return [*found.values()]
