"""Events by period, place, category and person."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select

from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.newsroom.analysis.volume import pages_by_event
from topiccrawl.storage import schema

_EVENTS = schema.events.c
_PEOPLE = schema.event_people.c


@dataclass(frozen=True, kw_only=True)
class EventFilter:
    """Which events are listed.

    Attributes:
        topic: name of the topic.
        period: days of their pages.
        country: country of the place; empty: any.
        province: province-level unit of the place; empty: any.
        category: the category; empty: any.
        person: a participant; empty: any.
    """

    topic: str
    period: Period
    country: str = ""
    province: str = ""
    category: str = ""
    person: str = ""


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """An event in a list.

    Attributes:
        number: its id.
        name: what it is called.
        time: when it happened, as exact as known; empty: not known.
        place: where; empty: not known.
        category: what it is about; empty: not known.
        source: the site or agency that published it first; empty: not known.
        pages: its pages in the period.
        people: who takes part, the most named first.
    """

    number: int
    name: str
    time: str
    place: str
    category: str
    source: str
    pages: int
    people: tuple[str, ...]


def list_events(connection: Connection, chosen: EventFilter, most: int = 100) -> list[ListedEvent]:
    """Return events with pages in a period, those with the most pages first."""
    counted = pages_by_event(chosen.topic, chosen.period).subquery()
    pages = counted.c.pages
    query = (
        select(_EVENTS.id, _EVENTS.name, _EVENTS.time, _EVENTS.place, _EVENTS.category, _EVENTS.source, pages)
        .join_from(counted, schema.events, _EVENTS.id == counted.c.event_id)
        .order_by(pages.desc(), _EVENTS.time.desc(), _EVENTS.id)
        .limit(most)
    )
    for column in ("country", "province", "category"):
        if value := getattr(chosen, column):
            query = query.where(_EVENTS[column] == value)
    if chosen.person:
        own = select(_PEOPLE.event_id).where(_PEOPLE.person == chosen.person)
        query = query.where(_EVENTS.id.in_(own))
    rows = connection.execute(query).mappings().all()
    people = _people(connection, [row["id"] for row in rows])
    return [
        ListedEvent(
            row["id"],
            row["name"],
            row["time"] or "",
            row["place"] or "",
            row["category"] or "",
            row["source"] or "",
            row["pages"],
            people.get(row["id"], ()),
        )
        for row in rows
    ]


def _people(connection: Connection, events: list[int]) -> dict[int, tuple[str, ...]]:
    query = select(_PEOPLE.event_id, _PEOPLE.person).where(_PEOPLE.event_id.in_(events))
    found: dict[int, tuple[str, ...]] = {}
    for event, person in connection.execute(query.order_by(_PEOPLE.mentions.desc(), _PEOPLE.person)):
        found[event] = (*found.get(event, ()), person)
    return found
