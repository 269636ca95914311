"""Clusters of bodies grow in the memory of a worker: their tables go."""

from __future__ import annotations

from topiccrawl.storage.migrations.steps import drop_table

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Drop the tables."""
    drop_table("body_samples")
    drop_table("body_clusters")
