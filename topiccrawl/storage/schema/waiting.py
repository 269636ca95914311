"""The tables of pages with a later verdict: by the pages that they link to, or by what a crawl learns."""

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
    page_id,
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

page_models = Table(
    "page_models",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column("model", LongText, comment="JSON", doc="what was learned; null while it is too little"),
    Column("sample", LongBytes, nullable=False, comment="zlib of JSON", doc="the pages it is learned from"),
    Column("pages", Integer, nullable=False, doc="number of pages that it was learned from"),
    Column("learned_at", UtcDateTime, nullable=False, doc="when"),
    Column("page_groups", LongText, comment="JSON", doc="groups of kept pages: words, ids, whether far"),
    Column("grouped", Integer, doc="number of kept pages when they were grouped; null: never"),
    info={"doc": "What the crawls of a topic have learned about which pages are on it."},
    **TABLE_OPTIONS,
)

set_aside = Table(
    "set_aside",
    metadata,
    page_id("set_aside_page", "the page"),
    Column("reason", Name, nullable=False, doc="why: `undecided`, `off_topic` or `far_group`"),
    Column("probability", Double, doc="that it is on the topic; null before anything was learned"),
    info={"doc": "Stored pages that exports leave out unless a later verdict keeps them."},
    **TABLE_OPTIONS,
)
