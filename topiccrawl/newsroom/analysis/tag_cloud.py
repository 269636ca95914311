"""Tags of pages, set by hand or by a rule, and the tag cloud with their numbers of pages."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from topiccrawl.admin.lists.notes import Notes
from topiccrawl.admin.lists.pages import PageFilter, count_pages
from topiccrawl.admin.lists.search_query import rule_query
from topiccrawl.admin.lists.text_index import TextIndex
from topiccrawl.admin.lists.text_search import SORTED, search

SIZES = 5
"""Sizes of tags in a cloud."""


@dataclass(frozen=True, slots=True)
class CloudTag:
    """A tag in the cloud.

    Attributes:
        number: its id.
        name: its name.
        words: its rule; empty: people tag its pages.
        pages: its pages, copies included.
        is_more: whether there may be more.
        size: 0 without pages, else 1 to `SIZES`.
    """

    number: int
    name: str
    words: str
    pages: int
    is_more: bool
    size: int


def tag_cloud(connection: Connection, index: TextIndex, topic: str, notes: Notes) -> list[CloudTag]:
    """Return the tags of a topic by name, each with the number of its list of pages."""
    tags, chosen = notes.tags(topic), PageFilter(topic=topic)
    counts = []
    for tag in tags:
        if tag["words"]:
            hits = search(connection, index, rule_query(tag["words"]), chosen)
            counts.append((hits.total, hits.is_more))
        else:
            own = replace(chosen, among=tuple(notes.tagged(tag["id"])))
            count = count_pages(connection, own, SORTED)
            counts.append((count, count == SORTED))
    return [
        CloudTag(tag["id"], tag["name"], tag["words"], *count, size)
        for tag, count, size in zip(tags, counts, sizes(count for count, _ in counts), strict=True)
    ]


def sizes(counts: Iterable[int]) -> list[int]:
    """Return the size of each count, on the scale of its logarithm.

    >>> sizes([0, 1, 30, 1000])
    [0, 1, 2, 5]
    """
    values = list(counts)
    most = math.log1p(max(values, default=0)) or 1.0
    return [max(1, round(SIZES * math.log1p(count) / most)) if count else 0 for count in values]
