"""Which stored pages fit a filter, by site, date and verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, select

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
        aside: whether pages that are set aside are listed, too, not only those that a person graded; exports
            leave them out.
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
    key, day, relevance = _INDEX.page_id, _INDEX.day, _INDEX.relevance
    reports = select(_REPORTS.page_id).where(_REPORTS.event_id == chosen.event)
    conditions = (
        (chosen.topic, _INDEX.topic == chosen.topic),
        (chosen.host, _INDEX.host == chosen.host),
        (chosen.since, day >= chosen.since),
        (chosen.until, day <= f"{chosen.until}~"[:10]),  # a month or year has all of its days
        (chosen.least is not None, relevance >= (chosen.least or 0.0)),
        (chosen.most is not None, relevance <= (chosen.most or 0.0)),
        (before, key < before),
        (chosen.after, key > chosen.after),
        (chosen.event, key.in_(reports)),
        (chosen.among is not None, key.in_(chosen.among or ())),
        (not chosen.copies, ~select(_MARKS.page_id).where(_MARKS.page_id == key).exists()),
        (not chosen.aside, ~is_set_aside(key, by_grade=False)),  # who graded a page may look at it again
    )
    return select(key).where(*(one for is_given, one in conditions if is_given)).order_by(key.desc())
