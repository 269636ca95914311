"""The tables of pages that are watched for changes.

On SQLite `watched_pages` and `word_marks` are used in the file of notes, since a crawl's file has one writer.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Table, UniqueConstraint

from topiccrawl.storage.schema.column_types import (
    TABLE_OPTIONS,
    Hash,
    Key,
    LongText,
    Name,
    UtcDateTime,
    metadata,
)

watched_pages = Table(
    "watched_pages",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the watched page"),
    Column("topic", Name, nullable=False, doc="name of the topic whose crawls ask for it"),
    Column("url_hash", Hash, nullable=False, comment="sha256 of url, hexadecimal", doc="identifies the URL"),
    Column("url", LongText, nullable=False, doc="the URL"),
    Column("added_at", UtcDateTime, nullable=False, doc="when it was added"),
    UniqueConstraint("topic", "url_hash", name="watched_pages_topic_url"),
    info={"doc": "Pages that people want to be watched for changes."},
    **TABLE_OPTIONS,
)

word_marks = Table(
    "word_marks",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column("word", Name, primary_key=True, doc="the word"),
    Column("last_page", BigInteger, nullable=False, doc="pages up to this id were looked at"),
    info={"doc": "How far new pages were searched for words that people want to be told of."},
    **TABLE_OPTIONS,
)

watched_visits = Table(
    "watched_visits",
    metadata,
    Column("topic", Name, primary_key=True, doc="name of the topic"),
    Column(
        "url_hash", Hash, primary_key=True, comment="sha256 of url, hexadecimal", doc="identifies the URL"
    ),
    Column("checked_at", UtcDateTime, nullable=False, doc="when it was last asked for"),
    Column("problem", LongText, nullable=False, doc="why the last visit gave no page; empty: it gave one"),
    Column("etag", LongText, nullable=False, doc="header ETag of the last page; empty: none"),
    Column("last_modified", LongText, nullable=False, doc="header Last-Modified of the last page"),
    info={"doc": "The last visit of each watched page."},
    **TABLE_OPTIONS,
)

page_changes = Table(
    "page_changes",
    metadata,
    Column("id", Key, primary_key=True, doc="id of the version"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("url_hash", Hash, nullable=False, comment="sha256 of url, hexadecimal", doc="identifies the URL"),
    Column("seen_at", UtcDateTime, nullable=False, doc="when this version was first seen"),
    Column("title", LongText, nullable=False, doc="its title"),
    Column("text", LongText, nullable=False, doc="its text, a paragraph a line"),
    Column(
        "added", LongText, nullable=False, comment="JSON", doc="paragraphs that the version before had not"
    ),
    Column("removed", LongText, nullable=False, comment="JSON", doc="paragraphs that only that one had"),
    Index("page_changes_page", "topic", "url_hash", "id"),
    info={"doc": "Versions of watched pages; the first one of a page has neither added nor removed."},
    **TABLE_OPTIONS,
)
