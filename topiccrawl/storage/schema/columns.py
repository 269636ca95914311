"""What the tables are made of: types of columns, and the options that make all servers store them alike.

The migrations use these types as well, so a type that a released table uses never changes: a table that needs
another one gets a new type.
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
"""Longest key of a link."""

MYSQL = ("mysql", "mariadb")
"""The dialects of SQLAlchemy for the two servers."""


class UtcDateTime(TypeDecorator[datetime]):
    """A moment: aware in Python, UTC without a zone and with microseconds in the database."""

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> Any:
        """DATETIME(6) on MySQL, which would round to seconds otherwise."""
        if dialect.name in MYSQL:
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


def check_topic_name(topic: str) -> None:
    """Check the length of a topic's name.

    >>> check_topic_name("")
    Traceback (most recent call last):
    ValueError: the topic's name '' must be 1 to 64 characters long
    """
    if not 0 < len(topic) <= TOPIC_LENGTH:
        raise ValueError(f"the topic's name {topic!r} must be 1 to {TOPIC_LENGTH} characters long")


Key = BigInteger().with_variant(Integer(), "sqlite")  # SQLite numbers rows itself only in INTEGER keys
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
"""How tables are made on MySQL and MariaDB, whose servers may default to latin1."""

metadata = MetaData()
"""All tables; complete once `topiccrawl.storage.schema.pages` is imported."""


def page_id(constraint: str, doc: str, *, primary_key: bool = True) -> Column[int]:
    """A column `page_id` that points to `pages`, whose rows go when the page goes.

    Args:
        constraint: name of the foreign key, which MySQL wants to be unique in the whole database.
        doc: what the page is to the row.
        primary_key: whether the column is (part of) the table's key.
    """
    target = ForeignKey("pages.id", name=constraint, ondelete="CASCADE")
    return Column("page_id", Key, target, primary_key=primary_key, autoincrement=False, doc=doc)
