"""When a link became a dead letter: those of a while ago may be tried again."""

from __future__ import annotations

from sqlalchemy import Column, Double

from topiccrawl.storage.migrations.steps import add_column

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column; dead letters of older versions have no time and count as old."""
    add_column("links", Column("dead_since", Double, comment="when it died, in seconds since 1970"))
