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
    Text,
    TypeDecorator,
)
from sqlalchemy.dialects import mysql

TOPIC_LENGTH = 64
"""Longest name of a topic, in characters."""

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
HostName = String(255).with_variant(mysql.VARCHAR(255, charset="ascii", collation="ascii_bin"), *MYSQL)
LinkKey = LargeBinary(KEY_BYTES).with_variant(mysql.VARBINARY(KEY_BYTES), *MYSQL)
Name = String(TOPIC_LENGTH)
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


def page_id(constraint: str, doc: str, *, primary_key: bool = True) -> Column[int]:
    """Return a column `page_id` that refers to `pages`; its rows are deleted with the page.

    Args:
        constraint: name of the foreign key, unique in the whole database as MySQL requires.
        doc: the column's description.
        primary_key: whether the column is (part of) the table's key.
    """
    target = ForeignKey("pages.id", name=constraint, ondelete="CASCADE")
    return Column("page_id", Key, target, primary_key=primary_key, autoincrement=False, doc=doc)
