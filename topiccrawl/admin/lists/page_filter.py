"""Which stored pages fit a filter, by site, date and verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, select

from topiccrawl.storage import schema
from topiccrawl.storage.rows.learned import is_set_aside

_INDEX, _MARKS, _REPORTS = schema.page_index.c, schema.duplicates.c, schema.event_pages.c


@dataclass(frozen=True, kw_only=True)
class PageFilter:
    """Which pages are listed.

    Attributes:
        topic: name of the topic; empty: any.
        host: the host; empty: any.
        since: first day, such as 2024-05-01 or 2024; empty: any.
        until: last day.
        least: lowest verdict.
        most: highest verdict.
        copies: whether duplicates are listed, too.
        aside: whether pages that are set aside are listed, too; exports leave them out.
        event: only pages that report this event; 0: any.
        among: only pages with these ids; None: any.
        after: only pages with larger ids.
    """

    topic: str
    host: str = ""
    since: str = ""
    until: str = ""
    least: float | None = None
    most: float | None = None
    copies: bool = True
    aside: bool = False
    event: int = 0
    among: tuple[int, ...] | None = None
    after: int = 0


def fitting(chosen: PageFilter, before: int = 0) -> Select[Any]:
    """Return a query of the ids of all pages that fit a filter, newest first; `before`: an id, or 0."""
    key = _INDEX.page_id
    query = select(key).where(*_conditions(chosen))
    if before:
        query = query.where(key < before)
    if chosen.after:
        query = query.where(key > chosen.after)
    if chosen.event:
        query = query.where(key.in_(select(_REPORTS.page_id).where(_REPORTS.event_id == chosen.event)))
    if chosen.among is not None:
        query = query.where(key.in_(chosen.among))
    if not chosen.copies:
        query = query.where(~select(_MARKS.page_id).where(_MARKS.page_id == key).exists())
    if not chosen.aside:
        query = query.where(~is_set_aside(key))
    return query.order_by(key.desc())


def _conditions(chosen: PageFilter) -> list[ColumnElement[bool]]:
    topic, host, day, relevance = _INDEX.topic, _INDEX.host, _INDEX.day, _INDEX.relevance
    found: list[ColumnElement[bool]] = [topic == chosen.topic] if chosen.topic else []
    if chosen.host:
        found.append(host == chosen.host)
    if chosen.since:
        found.append(day >= chosen.since)
    if chosen.until:
        found.append(day <= f"{chosen.until}~"[:10])  # a month or year has all of its days
    if chosen.least is not None:
        found.append(relevance >= chosen.least)
    if chosen.most is not None:
        found.append(relevance <= chosen.most)
    return found
