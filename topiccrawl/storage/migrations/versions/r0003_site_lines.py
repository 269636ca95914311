"""The site memory: lines that pages of a host have in common."""

from __future__ import annotations

from sqlalchemy import Column, String
from sqlalchemy.dialects import mysql

from topiccrawl.storage.migrations.steps import create_table
from topiccrawl.storage.schema_columns import MYSQL, LongBytes, Name, UtcDateTime

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the table."""
    host = String(255).with_variant(mysql.VARCHAR(255, charset="ascii", collation="ascii_bin"), *MYSQL)
    create_table(
        "site_lines",
        Column("topic", Name, primary_key=True),
        Column("host", host, primary_key=True),
        Column("line_counts", LongBytes, nullable=False),
        Column("changed_at", UtcDateTime, nullable=False),
    )
