"""Pages watched for changes, words of new pages, and an index of pages by day for the analysis."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, UniqueConstraint

from topiccrawl.storage.migrations.steps import create_index, create_table
from topiccrawl.storage.schema.column_types import Hash, Key, LongText, Name, UtcDateTime

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Create the index and the tables; on SQLite two of them are used in the file of notes."""
    create_index("page_index_day", "page_index", "topic", "day", "page_id", "host")
    create_table(
        "watched_pages",
        Column("id", Key, primary_key=True),
        Column("topic", Name, nullable=False),
        Column("url_hash", Hash, nullable=False, comment="sha256 of url, hexadecimal"),
        Column("url", LongText, nullable=False),
        Column("added_at", UtcDateTime, nullable=False),
        UniqueConstraint("topic", "url_hash", name="watched_pages_topic_url"),
    )
    create_table(
        "word_marks",
        Column("topic", Name, primary_key=True),
        Column("word", Name, primary_key=True),
        Column("last_page", BigInteger, nullable=False),
    )
    create_table(
        "watched_visits",
        Column("topic", Name, primary_key=True),
        Column("url_hash", Hash, primary_key=True, comment="sha256 of url, hexadecimal"),
        Column("checked_at", UtcDateTime, nullable=False),
        Column("problem", LongText, nullable=False),
        Column("etag", LongText, nullable=False),
        Column("last_modified", LongText, nullable=False),
    )
    create_table(
        "page_changes",
        Column("id", Key, primary_key=True),
        Column("topic", Name, nullable=False),
        Column("url_hash", Hash, nullable=False, comment="sha256 of url, hexadecimal"),
        Column("seen_at", UtcDateTime, nullable=False),
        Column("title", LongText, nullable=False),
        Column("text", LongText, nullable=False),
        Column("added", LongText, nullable=False, comment="JSON"),
        Column("removed", LongText, nullable=False, comment="JSON"),
    )
    create_index("page_changes_page", "page_changes", "topic", "url_hash", "id")
