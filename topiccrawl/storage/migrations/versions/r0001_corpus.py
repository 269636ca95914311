"""The first tables: runs, pages, drops.

Databases that were made before there were revisions have them already and are taken over as they are.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, Integer, UniqueConstraint

from topiccrawl.storage.migrations.steps import create_index, create_table
from topiccrawl.storage.schema.column_types import Hash, Key, LongBytes, LongText, Name, UtcDateTime

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create what is missing.

    Raises:
        StorageError: a table of one of these names is there, but is not ours.
    """
    create_table(
        "runs",
        Column("id", Key, primary_key=True),
        Column("topic", Name, nullable=False),
        Column("started_at", UtcDateTime, nullable=False),
        Column("finished_at", UtcDateTime),
        Column("finish_reason", LongText),
        Column("settings", LongText, nullable=False, comment="JSON"),
        Column("stats", LongText, comment="JSON"),
    )
    create_table(
        "pages",
        Column("id", Key, primary_key=True),
        Column("topic", Name, nullable=False),
        Column("url_hash", Hash, nullable=False, comment="sha256 of url, hexadecimal"),
        Column("url", LongText, nullable=False, comment="as fetched, after redirects"),
        Column("canonical_url", LongText),
        Column("run_id", BigInteger, nullable=False),
        Column("fetched_at", UtcDateTime, nullable=False),
        Column("status", Integer, nullable=False),
        Column("headers", LongText, nullable=False, comment="JSON"),
        Column("charset", Name),
        Column("charset_source", Name),
        Column("body_sha256", Hash),
        Column("raw_html", LongBytes, comment="the body as fetched, compressed with zlib"),
        Column("kind", Name),
        Column("extractor", Name),
        Column("title", LongText, nullable=False),
        Column("raw_title", LongText, nullable=False),
        Column("author", LongText),
        Column("published", Name, comment="ISO 8601, as exact as the page says"),
        Column("site", LongText),
        Column("raw_text", LongText, nullable=False, comment="before cleaning"),
        Column("text", LongText, nullable=False, comment="after cleaning"),
        Column("relevance", Double),
        Column("description_relevance", Double),
        Column("body_relevance", Double),
        Column("priority", Double),
        Column("priority_parts", LongText, nullable=False, comment="JSON"),
        Column("anchor", LongText),
        Column("parent_url", LongText),
        Column("depth", Integer),
        Column("duplicate_of", LongText, comment="url of the original"),
        Column("duplicate_kind", Name),
        UniqueConstraint("topic", "url_hash", name="pages_topic_url"),
    )
    create_index("pages_topic_id", "pages", "topic", "id")
    create_table(
        "drops",
        Column("id", Key, primary_key=True),
        Column("topic", Name, nullable=False),
        Column("url_hash", Hash, nullable=False, comment="sha256 of url, hexadecimal"),
        Column("url", LongText, nullable=False),
        Column("stage", Name, nullable=False),
        Column("reason", LongText, nullable=False),
        Column("score", Double),
        Column("parent_url", LongText),
        Column("anchor", LongText),
        Column("run_id", BigInteger, nullable=False),
        Column("dropped_at", UtcDateTime, nullable=False),
        UniqueConstraint("topic", "url_hash", "stage", name="drops_topic_url_stage"),
    )
