"""URLs and pages that were not kept, counted by reason and listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from topiccrawl.storage import schema

_DROPS = schema.drops.c
_LOOKED_AT = 200_000
"""Number of newest drops that are searched for a reason."""


@dataclass(frozen=True, slots=True)
class DropCounts:
    """The newest drops by reason.

    Attributes:
        reasons: stage, reason and number, most first.
        looked_at: number of drops counted, of all topics.
        is_complete: whether all drops were counted.
    """

    reasons: tuple[tuple[str, str, int], ...]
    looked_at: int
    is_complete: bool


def count_drops(connection: Connection, topic: str, most: int) -> DropCounts:
    """Return the numbers of the newest `most` drops; all of a large database would take seconds."""
    newest = select(_DROPS.topic, _DROPS.stage, _DROPS.reason).order_by(_DROPS.id.desc()).limit(most)
    looked = newest.subquery()
    count = func.count().label("drops")
    query = select(looked.c.stage, looked.c.reason, count).where(looked.c.topic == topic)
    rows = connection.execute(query.group_by(looked.c.stage, looked.c.reason).order_by(count.desc())).all()
    total = connection.scalar(select(func.max(_DROPS.id) - func.min(_DROPS.id))) or 0
    reasons = tuple((row.stage, row.reason, row.drops) for row in rows)
    return DropCounts(reasons, most, total < most)


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
