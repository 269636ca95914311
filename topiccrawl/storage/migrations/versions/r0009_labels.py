"""Grades that people gave pages."""

from __future__ import annotations

from sqlalchemy import Column, Integer

from topiccrawl.storage.migrations.steps import create_index, create_table
from topiccrawl.storage.schema.column_types import Hash, Key, LongText, Name, UtcDateTime

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create the table."""
    create_table(
        "labels",
        Column("id", Key, primary_key=True),
        Column("topic", Name, nullable=False),
        Column("url_hash", Hash, nullable=False),
        Column("url", LongText, nullable=False),
        Column("grade", Integer, nullable=False),
        Column("labelled_at", UtcDateTime, nullable=False),
    )
    create_index("labels_topic_id", "labels", "topic", "id")
