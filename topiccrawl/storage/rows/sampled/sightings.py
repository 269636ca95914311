"""What crawls have counted of the links of their seeds' sites."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, select

from topiccrawl.storage import schema
from topiccrawl.storage.rows.upsert import upsert

_RUNS = 20
"""Maximum number of a topic's latest runs to read."""
_AT_ONCE = 1000
"""Rows that are in memory at once."""
_PAGES, _ASIDE, _TABLE = schema.pages.c, schema.set_aside.c, schema.sightings.c


def read_sightings(connection: Connection, topic: str) -> bytes | None:
    """Return the links as `Sightings.packed` has written them; None if there are none."""
    found = connection.scalar(select(_TABLE.links).where(_TABLE.topic == topic))
    return None if found is None else bytes(found)


def write_sightings(connection: Connection, topic: str, links: bytes) -> None:
    """Write the links of a topic in place of the earlier ones."""
    row = {"topic": topic, "links": links, "counted_at": datetime.now(UTC)}
    upsert(connection, schema.sightings, [row])


def read_held(connection: Connection, topic: str) -> Iterator[str]:
    """Yield the URLs of the pages of a topic, copies included, without those that are set aside."""
    query = select(_PAGES.url).outerjoin(schema.set_aside, _ASIDE.page_id == _PAGES.id)
    query = query.where(_PAGES.topic == topic, _ASIDE.page_id.is_(None))
    yield from connection.scalars(query, execution_options={"yield_per": _AT_ONCE})


def read_last_stats(connection: Connection, topic: str) -> list[dict[str, Any]]:
    """Return the stats of the last runs of a topic that have some, the newest first."""
    runs = schema.runs.c
    query = select(runs.stats).where(runs.topic == topic, runs.stats.is_not(None))
    return [json.loads(stats) for stats in connection.scalars(query.order_by(runs.id.desc()).limit(_RUNS))]
