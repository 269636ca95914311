"""Copies and events beside the days of pages, in one index from which a period is counted."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, text

from topiccrawl.storage.migrations.steps import add_column, create_index, drop_index

revision = "0018"
down_revision = "0017"

_AT_ONCE = 10_000


def upgrade() -> None:
    """Add the columns, fill them, and replace the index by day."""
    add_column("page_index", Column("copied", Integer, nullable=False, server_default=text("0")))
    add_column("page_index", Column("event_id", BigInteger))
    # Before the new index is there, which each of these changes would have to follow.
    _fill("duplicates", "copied = 1")
    _fill(
        "event_pages", "event_id = (SELECT MIN(event_id) FROM event_pages WHERE page_id = page_index.page_id)"
    )
    create_index("page_index_period", "page_index", "topic", "day", "page_id", "host", "copied", "event_id")
    drop_index("page_index_day", "page_index")


def _fill(table: str, change: str) -> None:
    """Change the rows of the pages that a table names, some thousands at once."""
    connection = op.get_bind()
    last = connection.scalar(text("SELECT MAX(page_id) FROM page_index")) or 0
    for above in range(0, last, _AT_ONCE):
        own = f"UPDATE page_index SET {change} WHERE page_id > :above AND page_id <= :to "  # noqa: S608
        named = f"AND page_id IN (SELECT page_id FROM {table} WHERE page_id > :above AND page_id <= :to)"  # noqa: S608
        connection.execute(text(own + named), {"above": above, "to": above + _AT_ONCE})
        if connection.dialect.name != "sqlite":
            connection.commit()
