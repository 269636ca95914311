"""Stored pages filtered by quality attributes; as no index has these, only the newest pages are searched."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from topiccrawl.admin.lists.pages import ListedPage, PageFilter, find_numbers, listed
from topiccrawl.storage import schema

MOST_LOOKED_AT = 3_000
"""Maximum number of pages whose attributes are read for one list: the newest that match the other filters."""
_STEP = 500


@dataclass(frozen=True, kw_only=True)
class QualityLimits:
    """Limits of quality attributes (`topiccrawl.corpus.quality`); pages without attributes are outside.

    Attributes:
        length: minimum number of characters; 0: any.
        chinese: minimum share of Chinese characters; None: any.
        repeated: maximum share of characters in repeated lines, and of repeated 13-character sequences.
    """

    length: int = 0
    chinese: float | None = None
    repeated: float | None = None

    def __bool__(self) -> bool:
        """Return whether there is any limit."""
        return bool(self.length) or self.chinese is not None or self.repeated is not None

    def holds(self, quality: Mapping[str, Any]) -> bool:
        """Return whether attributes are within the limits.

        >>> QualityLimits(length=100, repeated=0.1).holds({"length": 200, "repeated_lines": 0.0})
        False
        """
        least = [("length", self.length or None), ("chinese", self.chinese)]
        most = [("repeated_lines", self.repeated), ("repeated_ngrams", self.repeated)]
        return all(
            limit is None or (name in quality and quality[name] >= limit) for name, limit in least
        ) and all(limit is None or (name in quality and quality[name] <= limit) for name, limit in most)

    def condition(self) -> list[str]:
        """Return the limits as conditions of an export.

        >>> QualityLimits(chinese=0.8).condition()
        ['quality.chinese >= 0.8']
        """
        found = [f"quality.length >= {self.length}"] if self.length else []
        found += [f"quality.chinese >= {self.chinese:g}"] if self.chinese is not None else []
        names = ("repeated_lines", "repeated_ngrams") if self.repeated is not None else ()
        return found + [f"quality.{name} <= {self.repeated:g}" for name in names]


def find_pages_of_quality(
    connection: Connection, chosen: PageFilter, limits: QualityLimits, most: int, before: int = 0
) -> tuple[list[ListedPage], int]:
    """Return pages within limits, newest first, and the id before which others may be; 0: there are none.

    Args:
        connection: of the database.
        chosen: the other filters.
        limits: of quality attributes.
        most: maximum number of pages.
        before: only pages with smaller ids; 0: all.
    """
    found: list[int] = []
    for _ in range(MOST_LOOKED_AT // _STEP):
        some = find_numbers(connection, chosen, _STEP, before)
        within = within_limits(connection, some, limits)
        found += [number for number in some if number in within]
        if len(found) > most:
            found = found[:most]
            return listed(connection, chosen.topic, found), found[-1]
        if len(some) < _STEP:
            return listed(connection, chosen.topic, found), 0
        before = some[-1]
    return listed(connection, chosen.topic, found), before


def within_limits(connection: Connection, numbers: list[int], limits: QualityLimits) -> set[int]:
    """Return which pages are within limits."""
    pages = schema.pages.c
    rows = connection.execute(select(pages.id, pages.quality).where(pages.id.in_(numbers)))
    return {row.id for row in rows if limits.holds(json.loads(row.quality or "{}"))}
