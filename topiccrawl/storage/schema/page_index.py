"""The table for finding pages: a short row per page, and its words for the full-text search."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Dialect, Double, Index, Integer, String, Table, Text, text
from sqlalchemy.dialects import mysql

from topiccrawl.storage.schema.column_types import (
    MYSQL,
    TABLE_OPTIONS,
    HostName,
    LongText,
    Name,
    metadata,
    page_id,
)

Day = String(10).with_variant(mysql.CHAR(10, charset="ascii", collation="ascii_bin"), *MYSQL)
AsciiText = Text().with_variant(mysql.LONGTEXT(charset="ascii", collation="ascii_bin"), *MYSQL)

page_index = Table(
    "page_index",
    metadata,
    page_id("page_index_page", "the page"),
    Column("topic", Name, nullable=False, doc="name of the topic"),
    Column("host", HostName, nullable=False, doc="host of the URL"),
    Column("day", Day, nullable=False, doc="date of publication, else of fetching"),
    Column("relevance", Double, doc="the verdict's value in [0, 1]"),
    Column("title", LongText, nullable=False, doc="the beginning of the title"),
    Column(
        "tokens",
        AsciiText,
        nullable=False,
        comment="ASCII words, see topiccrawl.text.search_tokens",
        doc="title and beginning of the text",
    ),
    # Repeated from `duplicates` and `event_pages`, see topiccrawl.storage.rows.admin.page_marks.
    Column("copied", Integer, nullable=False, server_default=text("0"), doc="1 for a duplicate, else 0"),
    Column("event_id", BigInteger, info={"to": "events"}, doc="the event that the page reports"),
    # They hold what lists are filtered by, so that only the rows that are shown are read.
    Index("page_index_list", "topic", "page_id", "host", "day", "relevance"),
    # The analysis counts the pages of a period by day and event, and those of each site.
    Index("page_index_period", "topic", "day", "page_id", "host", "copied", "event_id"),
    Index("page_index_site", "topic", "host", "day", "copied"),
    info={
        "doc": "What the administration pages list and search; on SQLite `page_words` is its full-text index."
    },
    **TABLE_OPTIONS,
)


def _is_server(*ddl: object, dialect: Dialect, **options: object) -> bool:
    return dialect.name in MYSQL


_tokens = Index("page_index_tokens", page_index.c.tokens, mysql_prefix="FULLTEXT", mariadb_prefix="FULLTEXT")
_tokens.ddl_if(callable_=_is_server)
