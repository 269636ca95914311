"""The tables of URL twins: forms of the URLs of pages, and habits of hosts that follow from them."""

from __future__ import annotations

from sqlalchemy import Column, Integer, Table

from topiccrawl.storage.schema.column_types import TABLE_OPTIONS, HostName, Key, LinkKey, Name, metadata

url_forms = Table(
    "url_forms",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column("form", LinkKey, primary_key=True, comment="hash of the URL without one of its variants"),
    Column("page_id", Key, primary_key=True, autoincrement=False, doc="the page", info={"to": "pages"}),
    info={"doc": "Shorter forms of the URLs of pages: pages with a form in common may be the same."},
    sqlite_with_rowid=False,
    **TABLE_OPTIONS,
)

url_habits = Table(
    "url_habits",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    # MySQL's keys may be too short for the three columns after it.
    Column("habit", LinkKey, primary_key=True, comment="hash of host, shape and rule"),
    Column("host", HostName, nullable=False, doc="the host"),
    Column("shape", Name, nullable=False, doc="kind of the URLs, without what differs from page to page"),
    Column("rule", Name, nullable=False, doc="what may be left out of such a URL, such as index:index.html"),
    Column("alike", Integer, nullable=False, doc="pairs of pages with the same text"),
    Column("unlike", Integer, nullable=False, doc="pairs of pages with different texts"),
    info={"doc": "Habits of hosts: URLs under which they serve the same pages, see docs/corpus.md."},
    **TABLE_OPTIONS,
)
