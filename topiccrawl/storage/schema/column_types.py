"""Types of columns, and the options by which all servers store tables alike.

The migrations use these types as well, so a type that a released table uses never changes; a new table may
get a new type.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    text,
)
from sqlalchemy.dialects import mysql

TOPIC_LENGTH = 64
"""Longest name of a topic, in characters."""

TERM_LENGTH = 64
"""Longest word of a title that is counted, in characters."""
KEY_BYTES = 64
"""Longest key of a link, in bytes."""

MYSQL = ("mysql", "mariadb")
"""The dialects of SQLAlchemy for the two servers."""


class UtcDateTime(TypeDecorator[datetime]):
    """A time: aware in Python, in the database UTC without a zone, with microseconds."""

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> Any:
        """Choose DATETIME(6) on MySQL, which would otherwise round to seconds."""
        if dialect.name in MYSQL:
            return dialect.type_descriptor(mysql.DATETIME(fsp=6))
        return dialect.type_descriptor(DateTime())

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC; a time without a zone is a ValueError."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone: {value.isoformat()}")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Make the time aware, in UTC."""
        return None if value is None else value.replace(tzinfo=UTC)


def check_topic_name(topic: str) -> None:
    """Check the length of a topic's name.

    >>> check_topic_name("")
    Traceback (most recent call last):
    ValueError: the topic's name '' must be 1 to 64 characters long
    """
    if not 0 < len(topic) <= TOPIC_LENGTH:
        raise ValueError(f"the topic's name {topic!r} must be 1 to {TOPIC_LENGTH} characters long")


Key = BigInteger().with_variant(Integer(), "sqlite")  # SQLite assigns ids only in INTEGER columns
Hash = String(64).with_variant(mysql.CHAR(64, charset="ascii", collation="ascii_bin"), *MYSQL)
Day = String(10).with_variant(mysql.CHAR(10, charset="ascii", collation="ascii_bin"), *MYSQL)
HostName = String(255).with_variant(mysql.VARCHAR(255, charset="ascii", collation="ascii_bin"), *MYSQL)
LinkKey = LargeBinary(KEY_BYTES).with_variant(mysql.VARBINARY(KEY_BYTES), *MYSQL)
Name = String(TOPIC_LENGTH)
Term = String(TERM_LENGTH)
LongText = Text().with_variant(mysql.LONGTEXT(), *MYSQL)
LongBytes = LargeBinary().with_variant(mysql.LONGBLOB(), *MYSQL)

TABLE_OPTIONS: dict[str, Any] = {
    f"{dialect}_{option}": value
    for dialect in MYSQL
    for option, value in (
        ("engine", "InnoDB"),
        ("charset", "utf8mb4"),
        ("collate", "utf8mb4_bin"),
        ("row_format", "DYNAMIC"),  # many long texts in one row do not fit the older formats
    )
}
"""Options of tables on MySQL and MariaDB, whose servers may default to latin1."""

metadata = MetaData()
"""All tables; complete once `topiccrawl.storage.schema` is imported."""


ZERO = text("0")


def table(name: str, doc: str, *parts: Any, **options: Any) -> Table:
    """Return a table of `metadata` with its description."""
    return Table(name, metadata, *parts, info={"doc": doc}, **TABLE_OPTIONS, **options)


def column(name: str, kind: Any, doc: str, *, to: str = "", **options: Any) -> Column[Any]:
    """Return a column that is never null.

    Args:
        name: its name.
        kind: its type.
        doc: its description.
        to: the table whose ids it has without a foreign key.
        options: of SQLAlchemy's column.
    """
    return Column(name, kind, doc=doc, info={"to": to} if to else {}, **{"nullable": False} | options)


def optional(name: str, kind: Any, doc: str, *, to: str = "") -> Column[Any]:
    """Return a column that may be null."""
    return column(name, kind, doc, to=to, nullable=True)


def key(name: str, kind: Any, doc: str, *, to: str = "") -> Column[Any]:
    """Return a column of the primary key whose values the rows bring."""
    return column(name, kind, doc, to=to, primary_key=True, autoincrement=False)


def row_id(doc: str) -> Column[int]:
    """Return the column `id`, which the database assigns."""
    return Column("id", Key, primary_key=True, doc=doc)


def topic() -> Column[str]:
    """Return the column `topic`."""
    return column("topic", Name, "name of the topic")


def topic_key() -> Column[str]:
    """Return the column `topic` as the beginning of the primary key."""
    return key("topic", Name, "name of the topic")


def page_id(constraint: str, doc: str) -> Column[int]:
    """Return a column `page_id` of the key that refers to `pages`; its rows are deleted with the page.

    Args:
        constraint: name of the foreign key, unique in the whole database as MySQL requires.
        doc: the column's description.
    """
    target = ForeignKey("pages.id", name=constraint, ondelete="CASCADE")
    return Column("page_id", Key, target, primary_key=True, autoincrement=False, doc=doc)
