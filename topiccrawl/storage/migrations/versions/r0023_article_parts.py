"""Articles over several pages: a table of their parts, and a column for those that lack some."""

from __future__ import annotations

from sqlalchemy import Boolean, Column

from topiccrawl.storage import schema
from topiccrawl.storage.migrations.steps import add_column, create_table

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Add both."""
    create_table(schema.page_parts)
    add_column("pages", Column("partial", Boolean))
