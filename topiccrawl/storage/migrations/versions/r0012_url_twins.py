"""Forms of URLs, and habits of hosts."""

from __future__ import annotations

from sqlalchemy import Column, Integer

from topiccrawl.storage.migrations.steps import create_table
from topiccrawl.storage.schema.column_types import HostName, Key, LinkKey, Name

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Create the tables."""
    create_table(
        "url_forms",
        Column("topic", Name, primary_key=True),
        Column("form", LinkKey, primary_key=True, comment="hash of the URL without one of its variants"),
        Column("page_id", Key, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    create_table(
        "url_habits",
        Column("topic", Name, primary_key=True),
        Column("habit", LinkKey, primary_key=True, comment="hash of host, shape and rule"),
        Column("host", HostName, nullable=False),
        Column("shape", Name, nullable=False),
        Column("rule", Name, nullable=False),
        Column("alike", Integer, nullable=False),
        Column("unlike", Integer, nullable=False),
    )
