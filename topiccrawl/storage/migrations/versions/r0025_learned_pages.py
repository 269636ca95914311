"""What crawls learn about pages, and the stored pages that exports leave out, get tables."""

from __future__ import annotations

from topiccrawl.storage import schema
from topiccrawl.storage.migrations.steps import create_table

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Create the tables."""
    create_table(schema.page_models)
    create_table(schema.set_aside)
