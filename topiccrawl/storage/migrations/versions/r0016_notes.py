"""What people set up for the analysis: rules of warnings, which warnings were sent, tags of pages."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, Integer, UniqueConstraint

from topiccrawl.storage.migrations.steps import create_index, create_table
from topiccrawl.storage.schema.column_types import Key, Name, UtcDateTime
from topiccrawl.storage.schema.page_index import Day

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Create the tables; on SQLite those of the file beside the database are used."""
    create_table(
        "warning_rules",
        Column("id", Key, primary_key=True),
        Column("topic", Name, nullable=False),
        Column("kind", Name, nullable=False),
        Column("word", Name, nullable=False),
        Column("sigma", Double, nullable=False),
        Column("least", Integer, nullable=False),
    )
    create_index("warning_rules_topic", "warning_rules", "topic", "id")
    create_table(
        "sent_warnings",
        Column("topic", Name, primary_key=True),
        Column("subject", Name, primary_key=True),
        Column("day", Day, primary_key=True),
        Column("sent_at", UtcDateTime, nullable=False),
    )
    create_table(
        "tags",
        Column("id", Key, primary_key=True),
        Column("topic", Name, nullable=False),
        Column("name", Name, nullable=False),
        Column("words", Name, nullable=False),
        UniqueConstraint("topic", "name", name="tags_topic_name"),
    )
    create_table(
        "page_tags",
        Column("tag_id", BigInteger, primary_key=True, autoincrement=False),
        Column("page_id", BigInteger, primary_key=True, autoincrement=False),
    )
    create_index("page_tags_page", "page_tags", "page_id")
