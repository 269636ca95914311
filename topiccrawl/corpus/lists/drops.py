"""URLs and pages that were not kept, counted by reason and listed."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, func, select

from topiccrawl.storage import schema

_DROPS = schema.drops.c
_LOOKED_AT = 200_000
"""Number of newest drops that are counted; counting all would take seconds."""


def count_drops(connection: Connection, topic: str) -> tuple[list[tuple[str, str, int]], bool]:
    """Return stage, reason and number of the newest drops, most first, and whether these are all."""
    newest = select(_DROPS.topic, _DROPS.stage, _DROPS.reason).order_by(_DROPS.id.desc()).limit(_LOOKED_AT)
    looked = newest.subquery()
    count = func.count().label("drops")
    query = select(looked.c.stage, looked.c.reason, count).where(looked.c.topic == topic)
    rows = connection.execute(query.group_by(looked.c.stage, looked.c.reason).order_by(count.desc())).all()
    total = (connection.scalar(select(func.max(_DROPS.id))) or 0) - (
        connection.scalar(select(func.min(_DROPS.id))) or 0
    )
    return [(row.stage, row.reason, row.drops) for row in rows], total < _LOOKED_AT


def list_drops(
    connection: Connection, topic: str, stage: str, reason: str, most: int, before: int = 0
) -> list[dict[str, Any]]:
    """Return drops of a stage and reason, newest first, of ids under `before` unless it is 0."""
    newest = select(schema.drops).order_by(_DROPS.id.desc())
    if before:
        newest = newest.where(_DROPS.id < before)
    looked = newest.limit(_LOOKED_AT).subquery()
    query = select(looked).where(looked.c.topic == topic)
    query = query.where(looked.c.stage == stage, looked.c.reason == reason)
    return [
        dict(row) for row in connection.execute(query.order_by(looked.c.id.desc()).limit(most)).mappings()
    ]
