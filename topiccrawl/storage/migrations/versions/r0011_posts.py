"""The posts of forum threads, microblogs and comments."""

from __future__ import annotations

from sqlalchemy import Column

from topiccrawl.storage.migrations.steps import add_column
from topiccrawl.storage.schema.column_types import LongText

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the column; pages of older versions have no posts until `topiccrawl clean` reads them again."""
    add_column("sources", Column("posts", LongText, comment="JSON"))
