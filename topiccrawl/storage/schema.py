"""The tables of the corpus: `runs`, `pages`, `drops`.

The same tables serve SQLite and MySQL or MariaDB. Text compares byte by byte in both, whatever the server's
default is. Names that topiccrawl gives (topics, extractors, stages) are short columns; whatever a page or a
server says is long text, so that no page is refused for a long title. No index is longer than 767 bytes,
which the oldest servers allow.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Dialect,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.dialects import mysql

TOPIC_LENGTH = 64
"""Longest name of a topic, in characters."""

_MYSQL = ("mysql", "mariadb")


class UtcDateTime(TypeDecorator[datetime]):
    """A moment: aware in Python, UTC without a zone and with microseconds in the database."""

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> Any:
        """DATETIME(6) on MySQL, which would round to seconds otherwise."""
        if dialect.name in _MYSQL:
            return dialect.type_descriptor(mysql.DATETIME(fsp=6))
        return dialect.type_descriptor(DateTime())

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To UTC; a time without a zone is a ValueError, as nobody knows what it means."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone: {value.isoformat()}")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Aware, in UTC."""
        return None if value is None else value.replace(tzinfo=UTC)


Key = BigInteger().with_variant(Integer(), "sqlite")  # SQLite numbers rows itself only in INTEGER keys
Hash = String(64).with_variant(mysql.CHAR(64, charset="ascii", collation="ascii_bin"), *_MYSQL)
Name = String(TOPIC_LENGTH)
LongText = Text().with_variant(mysql.LONGTEXT(), *_MYSQL)
LongBytes = LargeBinary().with_variant(mysql.LONGBLOB(), *_MYSQL)

TABLE_OPTIONS: dict[str, Any] = {
    f"{dialect}_{option}": value
    for dialect in _MYSQL
    for option, value in (
        ("engine", "InnoDB"),
        ("charset", "utf8mb4"),
        ("collate", "utf8mb4_bin"),
        ("row_format", "DYNAMIC"),  # many long texts in one row do not fit the older formats
    )
}
"""How tables are made on MySQL and MariaDB, whose servers may default to latin1."""

metadata = MetaData()

runs = Table(
    "runs",
    metadata,
    Column("id", Key, primary_key=True),
    Column("topic", Name, nullable=False),
    Column("started_at", UtcDateTime, nullable=False),
    Column("finished_at", UtcDateTime),
    Column("finish_reason", LongText),
    Column("settings", LongText, nullable=False, comment="JSON"),
    Column("stats", LongText, comment="JSON"),
    **TABLE_OPTIONS,
)

pages = Table(
    "pages",
    metadata,
    Column("id", Key, primary_key=True),
    Column("topic", Name, nullable=False),
    Column("url_hash", Hash, nullable=False, comment="sha256 of url, hexadecimal"),
    Column("url", LongText, nullable=False, comment="as fetched, after redirects"),
    Column("canonical_url", LongText),
    Column("run_id", BigInteger, nullable=False),
    Column("fetched_at", UtcDateTime, nullable=False),
    Column("status", Integer, nullable=False),
    Column("headers", LongText, nullable=False, comment="JSON"),
    Column("charset", Name),
    Column("charset_source", Name),
    Column("body_sha256", Hash),
    Column("raw_html", LongBytes, comment="the body as fetched, compressed with zlib"),
    Column("kind", Name),
    Column("extractor", Name),
    Column("title", LongText, nullable=False),
    Column("raw_title", LongText, nullable=False),
    Column("author", LongText),
    Column("published", Name, comment="ISO 8601, as exact as the page says"),
    Column("site", LongText),
    Column("raw_text", LongText, nullable=False, comment="before cleaning"),
    Column("text", LongText, nullable=False, comment="after cleaning"),
    Column("relevance", Double),
    Column("description_relevance", Double),
    Column("body_relevance", Double),
    Column("priority", Double),
    Column("priority_parts", LongText, nullable=False, comment="JSON"),
    Column("anchor", LongText),
    Column("parent_url", LongText),
    Column("depth", Integer),
    Column("duplicate_of", LongText, comment="url of the original"),
    Column("duplicate_kind", Name),
    UniqueConstraint("topic", "url_hash", name="pages_topic_url"),
    Index("pages_topic_id", "topic", "id"),
    **TABLE_OPTIONS,
)

drops = Table(
    "drops",
    metadata,
    Column("id", Key, primary_key=True),
    Column("topic", Name, nullable=False),
    Column("url_hash", Hash, nullable=False, comment="sha256 of url, hexadecimal"),
    Column("url", LongText, nullable=False),
    Column("stage", Name, nullable=False),
    Column("reason", LongText, nullable=False),
    Column("score", Double),
    Column("parent_url", LongText),
    Column("anchor", LongText),
    Column("run_id", BigInteger, nullable=False),
    Column("dropped_at", UtcDateTime, nullable=False),
    UniqueConstraint("topic", "url_hash", "stage", name="drops_topic_url_stage"),
    **TABLE_OPTIONS,
)
