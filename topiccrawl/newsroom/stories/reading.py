"""Stored stories, to be shown."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping, func, select

from topiccrawl.messages import Message, message
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore


@dataclass(frozen=True)
class StoredStep:
    """A page of a stored story.

    Attributes:
        page: id of the page.
        parent: id of the page it was taken from; None: from none that is stored.
        via: source without a stored page that it was taken from; None: none.
        url: its URL.
        site: name of its site, as the page gives it.
        title: the headline.
        published: date of publication, as the page gives it.
        fetched_at: when it was fetched.
        evidence: the weightiest first.
    """

    page: int
    parent: int | None
    via: str | None
    url: str
    site: str | None
    title: str
    published: str | None
    fetched_at: datetime
    evidence: tuple[Message, ...]


@dataclass(frozen=True)
class StoredStory:
    """A stored story.

    Attributes:
        event: the row of `events`, lists as lists.
        steps: its pages, parents before children.
        related: ids and names of related events.
    """

    event: dict[str, Any]
    steps: tuple[StoredStep, ...]
    related: tuple[tuple[int, str], ...]


def read_stories(
    store: CorpusStore, topic: str, *, limit: int, least: int = 2, event: int | None = None
) -> Iterator[StoredStory]:
    """Yield stored stories, those with the most pages first, then the newest.

    Args:
        store: an open store.
        topic: name of the topic.
        limit: maximum number.
        least: pages of a story.
        event: only this event.
    """
    links, events = schema.event_pages.c, schema.events.c
    count = func.count(links.page_id)
    query = (
        select(schema.events, count.label("pages"))
        .join(schema.event_pages, links.event_id == events.id)
        .where(events.topic == topic)
        .group_by(*schema.events.c)
        .having(count >= least)
        .order_by(count.desc(), events.time.desc(), events.id)
        .limit(limit)
    )
    if event is not None:
        query = query.where(events.id == event)
    for row in store.fetch(query):
        values = dict(row)
        for name in ("people", "organisations"):
            values[name] = json.loads(values[name] or "[]")
        yield StoredStory(values, _steps(store, row["id"], row["first_page"]), _related(store, row["id"]))


def _steps(store: CorpusStore, event: int, first: int | None) -> tuple[StoredStep, ...]:
    pages, reposts, links = schema.pages.c, schema.reposts.c, schema.event_pages.c
    query = (
        select(
            pages.id, pages.url, pages.site, pages.title, pages.published, pages.fetched_at,
            reposts.from_page_id, reposts.via, reposts.evidence,
        )
        .join(schema.event_pages, links.page_id == pages.id)
        .join(schema.reposts, reposts.page_id == pages.id)
        .where(links.event_id == event)
        .order_by(pages.published, pages.fetched_at)
    )  # fmt: skip
    return _in_order([_step(row) for row in store.fetch(query)], first)


def _step(row: RowMapping) -> StoredStep:
    evidence = sorted(json.loads(row["evidence"] or "[]"), key=lambda one: -abs(one["weight"]))
    return StoredStep(
        page=row["id"],
        parent=row["from_page_id"],
        via=row["via"],
        url=row["url"],
        site=row["site"],
        title=row["title"],
        published=row["published"],
        fetched_at=row["fetched_at"],
        evidence=tuple(_reason(**one) for one in evidence if one["weight"] > 0),
    )


def _reason(text: str, weight: float, values: Mapping[str, object] | None = None) -> Message:
    return message(text, **(values or {}))


def _in_order(steps: Sequence[StoredStep], first: int | None) -> tuple[StoredStep, ...]:
    known = {one.page for one in steps}
    children: dict[int | None, list[StoredStep]] = {}
    for one in steps:
        children.setdefault(one.parent if one.parent in known else None, []).append(one)
    ordered: list[StoredStep] = []
    waiting = sorted(children.get(None, []), key=lambda one: one.page != first)[::-1]
    while waiting:
        one = waiting.pop()
        ordered.append(one)
        waiting += children.get(one.page, [])[::-1]
    return tuple(ordered)


def _related(store: CorpusStore, event: int) -> tuple[tuple[int, str], ...]:
    relations, events = schema.event_relations.c, schema.events.c
    found: dict[int, str] = {}
    for own, other in (("event_id", "other_id"), ("other_id", "event_id")):
        query = select(events.id, events.name).join(schema.event_relations, relations[other] == events.id)
        for row in store.fetch(query.where(relations[own] == event).order_by(relations.similarity.desc())):
            found[row["id"]] = row["name"]
    return tuple(found.items())
