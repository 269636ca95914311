"""The licence that a page states; null for pages stored before, until `topiccrawl clean` reads them again."""

from __future__ import annotations

from sqlalchemy import Column

from topiccrawl.storage.migrations.steps import add_column
from topiccrawl.storage.schema.column_types import LongText

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the column."""
    add_column("pages", Column("licence", LongText))
