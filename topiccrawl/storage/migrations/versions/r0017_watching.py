"""An index of pages by day, for the analysis of many pages."""

from __future__ import annotations

from topiccrawl.storage.migrations.steps import create_index

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Create the index."""
    create_index("page_index_day", "page_index", "topic", "day", "page_id", "host")
