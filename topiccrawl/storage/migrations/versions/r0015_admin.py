"""What the administration pages need: an index of pages, an inbox of crawls, figures over time."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Double, ForeignKey, Integer

from topiccrawl.storage.migrations.full_text import create_full_text
from topiccrawl.storage.migrations.steps import create_index, create_table
from topiccrawl.storage.schema.column_types import HostName, Key, LongText, Name, UtcDateTime
from topiccrawl.storage.schema.page_index import AsciiText, Day

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Create the tables; `topiccrawl database index` fills the index of pages."""
    page = ForeignKey("pages.id", name="page_index_page", ondelete="CASCADE")
    create_table(
        "page_index",
        Column("page_id", Key, page, primary_key=True, autoincrement=False),
        Column("topic", Name, nullable=False),
        Column("host", HostName, nullable=False),
        Column("day", Day, nullable=False),
        Column("relevance", Double),
        Column("title", LongText, nullable=False),
        Column(
            "tokens",
            AsciiText,
            nullable=False,
            comment="ASCII words, see topiccrawl.text.search_tokens",
        ),
    )
    create_index("page_index_list", "page_index", "topic", "page_id", "host", "day", "relevance")
    create_index("page_index_host", "page_index", "topic", "host", "page_id")
    create_full_text(op.get_bind())
    create_table(
        "inbox",
        Column("id", Key, primary_key=True),
        Column("topic", Name, nullable=False),
        Column("kind", Name, nullable=False),
        Column("body", LongText, nullable=False, comment="JSON"),
        Column("sent_at", UtcDateTime, nullable=False),
    )
    create_table(
        "crawl_wishes",
        Column("topic", Name, primary_key=True),
        Column("wish", Name, nullable=False),
        Column("wished_at", UtcDateTime, nullable=False),
    )
    create_table(
        "run_figures",
        Column("id", Key, primary_key=True),
        Column("run_id", BigInteger, nullable=False),
        Column("at", UtcDateTime, nullable=False),
        Column("state", Name, nullable=False),
        *(
            Column(name, Integer, nullable=False)
            for name in ("fetched", "kept", "duplicates", "dropped", "errors", "waiting")
        ),
    )
    create_index("run_figures_run", "run_figures", "run_id", "id")
