"""Tags of pages, set by hand or by a rule, and the tag cloud with their numbers of pages."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection

from topiccrawl.admin.lists.notes import Notes
from topiccrawl.admin.lists.page_filter import with_tag
from topiccrawl.admin.lists.pages import PageFilter, count_pages

SIZES = 5
"""Sizes of tags in a cloud."""
MOST = 5_000
"""Maximum number of a tag's pages that is counted."""


@dataclass(frozen=True, slots=True)
class CloudTag:
    """A tag in the cloud.

    Attributes:
        number: its id.
        name: its name.
        words: its rule; empty: people tag its pages.
        pages: its pages, copies included; `MOST` if it has as many or more.
        size: 0 without pages, else 1 to `SIZES`.
    """

    number: int
    name: str
    words: str
    pages: int
    size: int


def tag_cloud(connection: Connection, topic: str, notes: Notes) -> list[CloudTag]:
    """Return the tags of a topic with their pages, by name.

    Each number equals the length of the tag's list of pages, up to `MOST`.

    Raises:
        StorageError: a rule is searched in a database without a full-text index.
    """
    tags = notes.tags(topic)
    whole = PageFilter(topic=topic)
    counts = [count_pages(connection, with_tag(whole, tag, notes), MOST) for tag in tags]
    return [
        CloudTag(tag["id"], tag["name"], tag["words"], count, size)
        for tag, count, size in zip(tags, counts, sizes(counts), strict=True)
    ]


def sizes(counts: Iterable[int]) -> list[int]:
    """Return the size of each count, on the scale of its logarithm.

    >>> sizes([0, 1, 30, 1000])
    [0, 1, 2, 5]
    """
    values = list(counts)
    most = math.log1p(max(values, default=0)) or 1.0
    return [max(1, round(SIZES * math.log1p(count) / most)) if count else 0 for count in values]
