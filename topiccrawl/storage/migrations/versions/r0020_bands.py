"""Bands of bodies in place of single shingles in the index of originals, made from the stored sketches."""

from __future__ import annotations

from collections.abc import Iterator

from alembic import op
from sqlalchemy import SmallInteger, text

from topiccrawl.dedup.originals import Role
from topiccrawl.storage.migrations.steps import chunks
from topiccrawl.storage.rows.row import Row
from topiccrawl.storage.rows.sketches import SketchOf, fingerprint_of
from topiccrawl.storage.rows.upsert import upsert
from topiccrawl.storage.schema.comparison import sketch_hashes

revision = "0020"
down_revision = "0019"

_SKETCHES = text(
    "SELECT sketches.*, pages.topic FROM pages JOIN sketches ON sketches.page_id = pages.id "
    "WHERE pages.id > :above AND pages.id <= :to"
)


def upgrade() -> None:
    """Delete the shingles and write the bands."""
    # Of `roles`, 1 and 2 are of a body and of one under a title, 4 and 8 of whole bodies and words of titles.
    op.execute("DELETE FROM sketch_hashes WHERE roles & 12 = 0")
    op.execute("UPDATE sketch_hashes SET roles = roles & 12 WHERE roles & 3 <> 0")
    connection = op.get_bind()
    for ids in chunks("pages"):
        upsert(connection, sketch_hashes, list(_bands(ids)))
    if connection.dialect.name != "sqlite":  # which has no comments
        op.alter_column(
            "sketch_hashes",
            "roles",
            existing_type=SmallInteger(),
            existing_nullable=False,
            comment="1 band of a body, 2 the same under a title, 4 whole body, 8 word of a title",
        )


def _bands(ids: dict[str, int]) -> Iterator[Row]:
    for row in op.get_bind().execute(_SKETCHES, ids).mappings():
        one = SketchOf(row["topic"], fingerprint_of(row), Role(row["roles"]))
        for value, what in one.hashes().items():
            if what & 3:
                yield {"hash": value, "page_id": row["page_id"], "roles": int(what)}
