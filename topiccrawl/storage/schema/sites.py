"""The table of the lines that pages of a host share."""

from __future__ import annotations

from sqlalchemy import Column, Table

from topiccrawl.storage.schema.columns import TABLE_OPTIONS, HostName, LongBytes, Name, UtcDateTime, metadata

site_lines = Table(
    "site_lines",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column("host", HostName, primary_key=True, doc="the host"),
    Column("line_counts", LongBytes, nullable=False, doc="how many of its pages have which line, packed"),
    Column("changed_at", UtcDateTime, nullable=False, doc="when it was last changed"),
    info={"doc": "The site memory: lines that pages of a host share, by which boilerplate is recognised."},
    **TABLE_OPTIONS,
)
