"""The pages that a topic's crawls fetched last, with the links that led to them and the verdicts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, RowMapping, Subquery, select

from topiccrawl.storage import schema

_JUDGED = ("download", "gate", "cleaning", "verdict", "pipeline")
"""Stages in which a page that was requested is dropped."""

_LOOKED_AT = 20
"""Drops that are looked at for each link: most are links that were never fetched."""


@dataclass(frozen=True, slots=True)
class FetchedLink:
    """A link that was fetched.

    Attributes:
        url: its URL.
        anchor: its anchor text.
        parent_url: the page it stands on.
        description: relevance of that page's description, in [0, 1].
        relevance: the verdict's value; None when there was no verdict.
        fetched_at: when.
    """

    url: str
    anchor: str
    parent_url: str
    description: float
    relevance: float | None
    fetched_at: datetime


def read_fetched(connection: Connection, topic: str, most: int) -> list[FetchedLink]:
    """Return the links of a topic that were fetched last, the oldest first; seeds are left out."""
    pages = schema.pages.c
    drops = _last_drops(topic, _LOOKED_AT * most).c
    kept = (
        select(
            pages.url,
            pages.anchor,
            pages.parent_url,
            pages.priority_parts.label("parts"),
            pages.relevance,
            pages.fetched_at.label("at"),
        )
        .where(pages.topic == topic, pages.parent_url.is_not(None))
        .order_by(pages.id.desc())
        .limit(most)
    )
    dropped = (
        select(
            drops.url,
            drops.anchor,
            drops.parent_url,
            drops.score_parts.label("parts"),
            drops.score,
            drops.stage,
            drops.dropped_at.label("at"),
        )
        .where(drops.topic == topic, drops.stage.in_(_JUDGED), drops.parent_url.is_not(None))
        .order_by(drops.id.desc())
        .limit(most)
    )
    found = [_fetched(row, row["relevance"]) for row in connection.execute(kept).mappings()]
    found += [
        _fetched(row, row["score"] if row["stage"] == "verdict" else None)
        for row in connection.execute(dropped).mappings()
    ]
    return sorted(found, key=lambda link: link.fetched_at)[-most:]


def _last_drops(topic: str, most: int) -> Subquery:
    """Return the drops that a topic's crawls wrote last.

    An index on topics would have all drops of the topic sorted, and a start would take longer with every
    crawl. No index fits a text that is computed, so the rows are read from the end.
    """
    drops = schema.drops
    query = select(drops).where(drops.c.topic.concat("") == topic)
    return query.order_by(drops.c.id.desc()).limit(most).subquery()


def _fetched(row: RowMapping, relevance: float | None) -> FetchedLink:
    parts = json.loads(row["parts"] or "{}")
    return FetchedLink(
        url=row["url"],
        anchor=row["anchor"] or "",
        parent_url=row["parent_url"],
        description=parts.get("description", 0.0),
        relevance=relevance,
        fetched_at=row["at"],
    )
