"""The table of what the pages of a site have in common."""

from __future__ import annotations

from sqlalchemy import Column, String, Table
from sqlalchemy.dialects import mysql

from topiccrawl.storage.schema_columns import MYSQL, TABLE_OPTIONS, LongBytes, Name, UtcDateTime, metadata

HostName = String(255).with_variant(mysql.VARCHAR(255, charset="ascii", collation="ascii_bin"), *MYSQL)

site_lines = Table(
    "site_lines",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column("host", HostName, primary_key=True, doc="the host"),
    Column("line_counts", LongBytes, nullable=False, doc="how many of its pages have which line, packed"),
    Column("changed_at", UtcDateTime, nullable=False, doc="when it was last changed"),
    info={"doc": "Lines that pages of a host have in common: the site memory, by which furniture is told."},
    **TABLE_OPTIONS,
)
