"""The pages of a site by day, in an index from which the sites of a period are counted."""

from __future__ import annotations

from topiccrawl.storage.migrations.steps import create_index, drop_index

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Replace the index by site."""
    create_index("page_index_site", "page_index", "topic", "host", "day", "copied")
    drop_index("page_index_host", "page_index")
