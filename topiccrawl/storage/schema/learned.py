"""The tables of what a crawl learns about pages: the model, and the stored pages that it leaves out."""

from __future__ import annotations

from sqlalchemy import Column, Double, Integer, Table

from topiccrawl.storage.schema.column_types import (
    TABLE_OPTIONS,
    LongBytes,
    LongText,
    Name,
    UtcDateTime,
    metadata,
    page_id,
)

page_models = Table(
    "page_models",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column("model", LongText, comment="JSON", doc="what was learned; null while it is too little"),
    Column("sample", LongBytes, nullable=False, comment="zlib of JSON", doc="the pages it is learned from"),
    Column("pages", Integer, nullable=False, doc="number of pages that it was learned from"),
    Column("learned_at", UtcDateTime, nullable=False, doc="when"),
    info={"doc": "What the crawls of a topic have learned about which pages are on it."},
    **TABLE_OPTIONS,
)

set_aside = Table(
    "set_aside",
    metadata,
    page_id("set_aside_page", "the page"),
    Column("reason", Name, nullable=False, doc="why: `undecided` or `off_topic`"),
    Column("probability", Double, doc="that it is on the topic; null before anything was learned"),
    info={"doc": "Stored pages that exports leave out unless a later verdict keeps them."},
    **TABLE_OPTIONS,
)
