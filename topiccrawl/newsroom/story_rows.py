"""Stories in the database: events, their pages and people, chains of reposts, propagation."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, tuple_

from topiccrawl.storage import schema
from topiccrawl.storage.rows.admin.page_marks import refresh_marks
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.row import Row
from topiccrawl.storage.rows.upsert import upsert


@dataclass(frozen=True)
class StoryRows:
    """The rows of a story, without the id of its event, which the database assigns.

    Attributes:
        event: of `events`.
        people: of `event_people`.
        reposts: of `reposts`.
        propagation: of `propagation`.
    """

    event: Row
    people: Sequence[Row]
    reposts: Sequence[Row]
    propagation: Sequence[Row]

    @property
    def pages(self) -> list[int]:
        """The ids of its pages."""
        return sorted(int(str(row["page_id"])) for row in self.reposts)


def write_stories(connection: Connection, topic: str, stories: Sequence[StoryRows]) -> None:
    """Write stories in the caller's transaction; events that had their pages are replaced.

    An event keeps its id as long as its earliest stored page is one of the story's.
    """
    # Two processes that write stories of one topic wait for each other here, before they read anything.
    oldest = select(func.min(schema.runs.c.id)).where(schema.runs.c.topic == topic).scalar_subquery()
    connection.execute(select(schema.runs.c.id).where(schema.runs.c.id == oldest).with_for_update())
    for story in stories:
        _write_story(connection, story)


def _write_story(connection: Connection, story: StoryRows) -> None:
    pages = story.pages
    kept, others = _kept_event(connection, pages)
    links = schema.event_pages.c
    for some in chunks(pages):
        connection.execute(delete(schema.event_pages).where(links.page_id.in_(some)))
    if kept is None:
        key = connection.execute(insert(schema.events).values(story.event)).inserted_primary_key
        assert key is not None  # both kinds of databases return it
        kept = int(key[0])
    else:
        own = schema.events.c.id == kept
        others |= _pages_of(connection, {kept})
        connection.execute(schema.events.update().where(own).values(story.event))
        for table in (schema.event_people, schema.event_pages):
            connection.execute(delete(table).where(table.c.event_id == kept))
    connection.execute(insert(schema.event_pages), [{"event_id": kept, "page_id": page} for page in pages])
    refresh_marks(connection, sorted(others.union(pages)))
    upsert(connection, schema.event_people, [{"event_id": kept, **row} for row in story.people])
    upsert(connection, schema.reposts, story.reposts)
    upsert(connection, schema.propagation, story.propagation)


def _kept_event(connection: Connection, pages: Sequence[int]) -> tuple[int | None, set[int]]:
    """Return the event whose earliest page is among these, the oldest of several, or None.

    The others are deleted; the pages that they had are returned, too.
    """
    links = schema.event_pages.c
    events: set[int] = set()
    for some in chunks(pages):
        events.update(connection.scalars(select(links.event_id).where(links.page_id.in_(some))))
    if not events:
        return None, set()
    firsts = select(links.event_id, func.min(links.page_id)).where(links.event_id.in_(events))
    own = frozenset(pages)
    found = sorted(
        event for event, page in connection.execute(firsts.group_by(links.event_id)) if page in own
    )
    left = _pages_of(connection, set(found[1:]))
    for event in found[1:]:
        connection.execute(delete(schema.events).where(schema.events.c.id == event))
    return (found[0] if found else None), left


def _pages_of(connection: Connection, events: Collection[int]) -> set[int]:
    links = schema.event_pages.c
    if not events:
        return set()
    return set(connection.scalars(select(links.page_id).where(links.event_id.in_(events))))


def stored_digests(connection: Connection, topic: str, digests: Sequence[str]) -> set[str]:
    """Return those digests that events of a topic have."""
    table = schema.events.c
    found: set[str] = set()
    for some in chunks(digests):
        query = select(table.digest).where(table.topic == topic, table.digest.in_(some))
        found.update(connection.scalars(query))
    return found


def delete_empty_events(connection: Connection, topic: str) -> int:
    """Delete the events of a topic that no page reports any more; return their number.

    A page that is set aside reports none. Events that others wrote, which have no digest, stay.
    """
    links, aside = schema.event_pages, schema.set_aside.c
    left = select(links.c.page_id).join(schema.pages, schema.pages.c.id == links.c.page_id)
    left = left.join(schema.set_aside, aside.page_id == links.c.page_id)
    left_out = connection.scalars(left.where(schema.pages.c.topic == topic)).all()
    for some in chunks(left_out):
        connection.execute(delete(links).where(links.c.page_id.in_(some)))
    refresh_marks(connection, left_out)
    empty = select(schema.events.c.id).where(
        schema.events.c.topic == topic,
        schema.events.c.digest.is_not(None),
        ~select(links.c.event_id).where(links.c.event_id == schema.events.c.id).exists(),
    )
    gone = list(connection.scalars(empty))
    for some in chunks(gone):
        connection.execute(delete(schema.events).where(schema.events.c.id.in_(some)))
    return len(gone)


def write_relations(connection: Connection, relations: Mapping[tuple[int, int], tuple[str, float]]) -> None:
    """Write which events belong together: kind and similarity by pairs of ids."""
    rows: list[Row] = [
        {"event_id": one, "other_id": other, "kind": kind, "similarity": similarity}
        for (one, other), (kind, similarity) in sorted(relations.items())
    ]
    for some in chunks(rows):
        upsert(connection, schema.event_relations, list(some))


def delete_other_relations(connection: Connection, topic: str, kept: Collection[tuple[int, int]]) -> None:
    """Delete the relations of a topic's events that are not among those to keep."""
    table = schema.event_relations.c
    query = select(table.event_id, table.other_id).join(schema.events, schema.events.c.id == table.event_id)
    stored = connection.execute(query.where(schema.events.c.topic == topic))
    gone = [pair for row in stored if (pair := (row.event_id, row.other_id)) not in kept]
    for few in chunks(gone):
        pairs = tuple_(table.event_id, table.other_id).in_(few)
        connection.execute(delete(schema.event_relations).where(pairs))


def events_of_pages(connection: Connection, pages: Sequence[int]) -> dict[int, int]:
    """Return the event of each page that has one."""
    links = schema.event_pages.c
    found: dict[int, int] = {}
    for some in chunks(pages):
        query = select(links.page_id, links.event_id).where(links.page_id.in_(some))
        found.update((row.page_id, row.event_id) for row in connection.execute(query))
    return found


def list_text(values: Sequence[str]) -> str | None:
    """Return a list as JSON; None for an empty one."""
    return json.dumps(list(values), ensure_ascii=False) if values else None
