"""The site memory: lines that pages of a host have in common."""

from __future__ import annotations

from sqlalchemy import Column

from topiccrawl.storage.migrations.steps import create_table
from topiccrawl.storage.schema.column_types import HostName, LongBytes, Name, UtcDateTime

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the table."""
    create_table(
        "site_lines",
        Column("topic", Name, primary_key=True),
        Column("host", HostName, primary_key=True),
        Column("line_counts", LongBytes, nullable=False),
        Column("changed_at", UtcDateTime, nullable=False),
    )
