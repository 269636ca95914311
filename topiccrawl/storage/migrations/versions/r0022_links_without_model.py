"""Links lose the column `model` and its index, which no version has used."""

from __future__ import annotations

from topiccrawl.storage.migrations.steps import drop_column, drop_index
from topiccrawl.storage.migrations.versions import BASE

revision = "0022"
down_revision = BASE


def upgrade() -> None:
    """Drop the index first: SQLite drops no column that has one."""
    drop_index("links_model", "links")
    drop_column("links", "model")
