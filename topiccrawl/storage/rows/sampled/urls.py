"""Draws a sample of the URLs of a topic's pages without reading all of them."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from sqlalchemy import Connection, func, select

from topiccrawl.storage import schema
from topiccrawl.storage.rows.chunks import chunks

DRAWN = 500
"""Ids drawn at a time."""

WORTH_GUESSING = 20
"""Ids drawn for each page wanted, at most; the ids of a rarer topic are listed instead."""


def sample_urls(connection: Connection, topic: str, most: int) -> tuple[int, list[str]]:
    """Draw pages of a topic with equal probability.

    Args:
        connection: of the database.
        topic: name of the topic; its duplicates count as well.
        most: pages to draw; all where there are fewer.

    Returns:
        How many pages the topic has, and the URLs of those drawn, in random order.
    """
    key = schema.pages.c.id
    query = select(func.count(), func.min(key), func.max(key)).where(schema.pages.c.topic == topic)
    count, first, last = connection.execute(query).one()
    if count > most and WORTH_GUESSING * count >= last - first + 1:
        return count, _by_guessing(connection, topic, most, range(first, last + 1))
    numbers: Sequence[int] = connection.scalars(select(key).where(schema.pages.c.topic == topic)).all()
    drawn = random.sample(numbers, min(most, count))
    urls = _urls(connection, topic, drawn)
    return count, [urls[number] for number in drawn if number in urls]


def _by_guessing(connection: Connection, topic: str, most: int, ids: range) -> list[str]:
    """Draw ids and take those that are pages of the topic, so that every page is equally likely."""
    found: dict[int, str] = {}
    while len(found) < most:
        drawn = [random.choice(ids) for _ in range(DRAWN)]  # noqa: S311 (sampling, no secret)
        urls = _urls(connection, topic, set(drawn) - found.keys())
        found.update((number, urls[number]) for number in drawn if number in urls)
    return list(found.values())[:most]


def _urls(connection: Connection, topic: str, numbers: Collection[int]) -> dict[int, str]:
    table = schema.pages.c
    found: dict[int, str] = {}
    for some in chunks(list(numbers)):
        query = select(table.id, table.url).where(table.id.in_(some), table.topic == topic)
        found.update(tuple(row) for row in connection.execute(query))
    return found


def sample_visited(connection: Connection, topic: str, most: int) -> tuple[int, list[str]]:
    """Draw from the pages of a topic and from those that were judged and not kept; like `sample_urls`."""
    kept, urls = sample_urls(connection, topic, most)
    column = schema.drops.c
    judged = column.stage.in_(("cleaning", "verdict")) | (
        (column.stage == "gate") & (column.reason == "description")
    )
    query = select(column.id).where(column.topic == topic, judged)
    dropped: Sequence[int] = connection.scalars(query).all()
    count = kept + len(dropped)
    # Where more than `most` pages were visited, each sample gives its share of them.
    from_drops = len(dropped) if count <= most else round(most * len(dropped) / count)
    drawn = random.sample(dropped, from_drops)
    found = urls[: most - from_drops]
    for some in chunks(drawn):
        found.extend(connection.scalars(select(column.url).where(column.id.in_(some))))
    return count, found
