"""The table of grades that people gave pages."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, Table

from topiccrawl.storage.schema.column_types import (
    TABLE_OPTIONS,
    Hash,
    Key,
    LongText,
    Name,
    UtcDateTime,
    metadata,
)

labels = Table(
    "labels",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the label, in the order of storing"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("url_hash", Hash, nullable=False, doc="sha256 of url, hexadecimal"),
    Column("url", LongText, nullable=False, doc="the URL"),
    Column("grade", Integer, nullable=False, doc="2 relevant, 1 near, 0 not on the topic"),
    Column("labelled_at", UtcDateTime, nullable=False, doc="when"),
    Index("labels_topic_id", "topic", "id"),
    info={"doc": "Grades that people gave pages, from which crawls learn; the last one of a URL counts."},
    **TABLE_OPTIONS,
)
