"""Pages get the column `source`; it is null for pages of before, until they are cleaned again."""

from __future__ import annotations

from sqlalchemy import Column

from topiccrawl.storage.migrations.steps import add_column
from topiccrawl.storage.schema.column_types import LongText

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Add the column."""
    add_column("pages", Column("source", LongText))
