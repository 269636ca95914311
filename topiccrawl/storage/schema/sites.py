"""The tables of what is known about sites: lines that pages share, and sections that were worth a visit."""

from __future__ import annotations

from sqlalchemy import Column, Integer, Table

from topiccrawl.storage.schema.column_types import (
    TABLE_OPTIONS,
    HostName,
    LongBytes,
    Name,
    UtcDateTime,
    metadata,
)

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

url_sections = Table(
    "url_sections",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column("host", HostName, primary_key=True, doc="the host"),
    Column(
        "directory",
        Name,
        primary_key=True,
        comment="first directory, digits as one 0",
        doc="the first directory, each run of digits as one 0",
    ),
    Column("accepted", Integer, nullable=False, doc="how many of its pages were accepted; originals only"),
    Column("visited", Integer, nullable=False, doc="how many of its pages were judged"),
    info={"doc": "Sections of hosts: how many of their pages were worth a visit, for the order of links."},
    **TABLE_OPTIONS,
)
