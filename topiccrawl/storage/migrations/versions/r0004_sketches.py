"""What pages are compared by when duplicates are looked for.

The tables are created empty: the next crawl of a topic fills them for the pages that are there, some at a
time, before it stores new ones.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, SmallInteger

from topiccrawl.storage.migrations.steps import create_table
from topiccrawl.storage.schema.column_types import Key, LongBytes, Name

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the tables."""
    page = ForeignKey("pages.id", name="sketches_page", ondelete="CASCADE")
    create_table(
        "sketches",
        Column("page_id", Key, page, primary_key=True, autoincrement=False),
        Column("roles", SmallInteger, nullable=False, comment="1 body, if long; 2 title; 4 body"),
        Column(
            "title_words",
            LongBytes,
            nullable=False,
            comment="64-bit hashes, then 64-bit floating-point weights, little-endian",
        ),
        Column("digest", LongBytes, comment="BLAKE2b, 16 bytes"),
        Column("shingles", Integer),
        Column("body_hashes", LongBytes, comment="64-bit integers, little-endian"),
    )
    create_table(
        "sketch_hashes",
        Column("hash", BigInteger, primary_key=True, autoincrement=False),
        Column("page_id", Key, primary_key=True, autoincrement=False),
        Column(
            "roles",
            SmallInteger,
            nullable=False,
            comment="1 shingle of a body, 2 the same under a title, 4 whole body, 8 word of a title",
        ),
        sqlite_with_rowid=False,
    )
    create_table(
        "sketch_progress",
        Column("topic", Name, primary_key=True),
        Column("form", Name, nullable=False),
        Column("last_page", BigInteger, nullable=False),
        Column("complete", Boolean, nullable=False),
    )
