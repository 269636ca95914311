"""Queries of meta-search with their results, and pages that are asked for again."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, Integer, UniqueConstraint

from topiccrawl.storage.migrations.steps import create_index, create_table
from topiccrawl.storage.schema.column_types import Hash, HostName, Key, LongText, Name, UtcDateTime

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Create the tables."""
    create_table(
        "search_queries",
        Column("id", Key, primary_key=True),
        Column("topic", Name, nullable=False),
        Column("query_hash", Hash, nullable=False, comment="sha256 of service and query"),
        Column("service", Name, nullable=False),
        Column("query", LongText, nullable=False),
        Column("words", LongText, nullable=False, comment="JSON"),
        Column("site", HostName, nullable=False),
        Column("asked_at", UtcDateTime, nullable=False),
        Column("results", Integer),
        Column("new_results", Integer),
        UniqueConstraint("topic", "query_hash", name="search_queries_topic_query"),
    )
    create_table(
        "search_results",
        Column("query_id", BigInteger, nullable=False),
        Column("url_hash", Hash, nullable=False, comment="sha256 of url, hexadecimal"),
        Column("topic", Name, nullable=False),
        Column("url", LongText, nullable=False),
        Column("engine", Name, nullable=False),
        Column("place", Integer, nullable=False),
        Column("title", LongText, nullable=False),
        Column("text", LongText, nullable=False),
        Column("is_new", Boolean, nullable=False),
        Column("kept", Boolean, nullable=False),
        UniqueConstraint("query_id", "url_hash", name="search_results_query_url"),
    )
    create_index("search_results_topic_url", "search_results", "topic", "url_hash")
    create_table(
        "revisits",
        Column("topic", Name, primary_key=True),
        Column("url_hash", Hash, primary_key=True, comment="sha256 of url, hexadecimal"),
        Column("url", LongText, nullable=False),
        Column("kind", Name, nullable=False),
        Column("why", LongText, nullable=False, comment="JSON"),
        Column("etag", LongText, nullable=False),
        Column("last_modified", LongText, nullable=False),
        Column("visited_at", UtcDateTime, nullable=False),
        Column("changes", Integer, nullable=False),
        Column("days", Double, nullable=False),
    )
