"""Clusters of bodies that grow during a crawl."""

from __future__ import annotations

from sqlalchemy import Column, Double, Integer

from topiccrawl.storage.migrations.steps import create_index, create_table
from topiccrawl.storage.schema.column_types import Hash, LongText, Name, UtcDateTime

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the tables."""
    create_table(
        "body_clusters",
        Column("topic", Name, primary_key=True),
        Column("extractor", Name, primary_key=True),
        Column("generation", Integer, primary_key=True, autoincrement=False),
        Column("model", LongText, nullable=False),
        Column("samples", Integer, nullable=False),
        Column("waiting", Integer, nullable=False),
        Column("fitted_at", UtcDateTime, nullable=False),
    )
    create_table(
        "body_samples",
        Column("topic", Name, primary_key=True),
        Column("extractor", Name, primary_key=True),
        Column("url_hash", Hash, primary_key=True),
        *(
            Column(name, Double, nullable=False)
            for name in ("text_length", "paragraph_length", "link_length", "images", "full_stops")
        ),
        Column("sampled_at", UtcDateTime, nullable=False),
        Column("generation", Integer),
    )
    create_index("body_samples_waiting", "body_samples", "topic", "extractor", "generation")
