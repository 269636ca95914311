"""Pages whose verdict waits for the pages that they link to."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, Integer, UniqueConstraint

from topiccrawl.storage.migrations.steps import create_table
from topiccrawl.storage.schema.column_types import Hash, Key, LongBytes, LongText, Name, UtcDateTime

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the tables."""
    create_table(
        "waiting_pages",
        Column("id", Key, primary_key=True),
        Column("topic", Name, nullable=False),
        Column("url_hash", Hash, nullable=False),
        Column("url", LongText, nullable=False),
        Column("run_id", BigInteger, nullable=False),
        Column("fetched_at", UtcDateTime, nullable=False),
        Column("status", Integer, nullable=False),
        Column("headers", LongText, nullable=False),
        Column("raw_html", LongBytes, nullable=False),
        Column("why", LongText, nullable=False),
        Column("similarity", Double, nullable=False),
        Column("expected", Integer, nullable=False),
        Column("weak_before", Integer, nullable=False),
        Column("links", LongText, nullable=False),
        UniqueConstraint("topic", "url_hash", name="waiting_pages_topic_url"),
    )
    create_table(
        "waiting_children",
        Column("id", Key, primary_key=True),
        Column("topic", Name, nullable=False),
        Column("page_hash", Hash, nullable=False),
        Column("url_hash", Hash, nullable=False),
        Column("page_url", LongText, nullable=False),
        Column("url", LongText, nullable=False),
        Column("similarity", Double, nullable=False),
        UniqueConstraint("topic", "page_hash", "url_hash", name="waiting_children_page_url"),
    )
