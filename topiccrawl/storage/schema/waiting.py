"""The tables of pages whose verdict waits for the pages that they link to."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, Integer, Table, UniqueConstraint

from topiccrawl.storage.schema.column_types import (
    TABLE_OPTIONS,
    Hash,
    Key,
    LongBytes,
    LongText,
    Name,
    UtcDateTime,
    metadata,
)

waiting_pages = Table(
    "waiting_pages",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the page, in the order of storing"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("url_hash", Hash, nullable=False, doc="identifies the page"),
    Column("url", LongText, nullable=False, doc="the URL"),
    Column("run_id", BigInteger, nullable=False, info={"to": "runs"}, doc="the run that fetched it"),
    Column("fetched_at", UtcDateTime, nullable=False, doc="when it was fetched"),
    Column("status", Integer, nullable=False, doc="HTTP status"),
    Column("headers", LongText, nullable=False, doc="response headers that matter"),
    Column("raw_html", LongBytes, nullable=False, doc="the body as fetched, compressed"),
    Column("why", LongText, nullable=False, doc="JSON: anchor text, parent page, parts of the score"),
    Column("similarity", Double, nullable=False, doc="its own similarity to the topic"),
    Column("expected", Integer, nullable=False, doc="children it waits for; 0: the end of the crawl"),
    Column("weak_before", Integer, nullable=False, doc="weak pages in a row on the way to it"),
    Column("links", LongText, nullable=False, doc="links that may be children"),
    UniqueConstraint("topic", "url_hash", name="waiting_pages_topic_url"),
    info={"doc": "Pages whose verdict waits for the pages that they link to."},
    **TABLE_OPTIONS,
)

waiting_children = Table(
    "waiting_children",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the child, in the order of storing"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("page_hash", Hash, nullable=False, doc="sha256 of page_url, hexadecimal"),
    Column("url_hash", Hash, nullable=False, doc="identifies the child"),
    Column("page_url", LongText, nullable=False, doc="the page that waits"),
    Column("url", LongText, nullable=False, doc="the URL of the child"),
    Column("similarity", Double, nullable=False, doc="similarity of the child to the topic"),
    UniqueConstraint("topic", "page_hash", "url_hash", name="waiting_children_page_url"),
    info={"doc": "Fetched pages that waiting pages link to."},
    **TABLE_OPTIONS,
)
