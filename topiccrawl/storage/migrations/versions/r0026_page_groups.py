"""What a crawl has learned about a topic gets the groups of its kept pages; null until there are any."""

from __future__ import annotations

from sqlalchemy import Column, Integer

from topiccrawl.storage.migrations.steps import add_column
from topiccrawl.storage.schema.column_types import LongText

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Add the columns."""
    add_column("page_models", Column("page_groups", LongText))
    add_column("page_models", Column("grouped", Integer))
