"""How the events of a topic are distributed over countries, provinces and categories (paper C)."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.text.files.atomic_write import atomic_replace

PLACE_COLUMNS = ("country", "province", "category", "events", "pages", "sites", "first", "last")
"""Columns of a distribution; first and last are days of events."""


def read_distribution(store: CorpusStore, topic: str) -> list[tuple[Any, ...]]:
    """Return events, pages and sites by country, province and category, the most events first.

    Events without a known place or category have None there.
    """
    events, links, pages = schema.events.c, schema.event_pages.c, schema.pages.c
    keys = (events.country, events.province, events.category)
    count = func.count(events.id.distinct())
    query = (
        select(
            *keys,
            count.label("events"),
            func.count(pages.id).label("pages"),
            func.count(pages.site.distinct()).label("sites"),
            func.min(events.time).label("first"),
            func.max(events.time).label("last"),
        )
        .select_from(schema.events)
        .join(schema.event_pages, links.event_id == events.id)
        .join(schema.pages, pages.id == links.page_id)
        .where(events.topic == topic)
        .group_by(*keys)
        .order_by(count.desc(), *keys)
    )
    return [tuple(row.values()) for row in store.fetch(query)]


def write_distribution(path: Path, rows: Sequence[Sequence[Any]]) -> None:
    """Write a distribution as CSV with a byte order mark, as spreadsheets expect."""
    with atomic_replace(path) as part, part.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(PLACE_COLUMNS)
        writer.writerows(rows)
