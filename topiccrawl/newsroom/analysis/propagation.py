"""Propagation of a story: its pages on a time line, each linked to the page it was copied from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time

from topiccrawl.newsroom.analysis.periods import span_of
from topiccrawl.newsroom.stories.reading import StoredStep
from topiccrawl.page.facts.dates import CHINA


@dataclass(frozen=True, slots=True)
class Node:
    """A page on the time line.

    Attributes:
        step: the page, with what speaks for where it was taken from.
        row: its row, from 0; pages come after those that they were taken from.
        position: its time as a share of the line, 0 the earliest and 1 the latest page.
        when: its time: of publication, else of fetching.
        is_exact: whether the hour is known; else the beginning of the day stands for it.
        parent: row of the page that it was taken from; None: from none that is stored.
        parent_position: position of that page.
        rank: 1 for the first page, 2 for the next one; pages of one time share a rank.
    """

    step: StoredStep
    row: int
    position: float
    when: datetime
    is_exact: bool
    parent: int | None
    parent_position: float
    rank: int


def time_line(steps: Sequence[StoredStep]) -> list[Node]:
    """Return the nodes of a story's pages, in the order of the pages."""
    times = [_time(step) for step in steps]
    if not times:
        return []
    first, last = min(when for when, _ in times), max(when for when, _ in times)
    whole = (last - first).total_seconds() or 1.0
    rows = {step.page: row for row, step in enumerate(steps)}
    positions = [(when - first).total_seconds() / whole for when, _ in times]
    nodes = []
    for row, (step, (when, is_exact)) in enumerate(zip(steps, times, strict=True)):
        parent = None if step.parent is None else rows.get(step.parent)
        rank = 1 + sum(other < when for other, _ in times)
        at = 0.0 if parent is None else positions[parent]
        nodes.append(Node(step, row, positions[row], when, is_exact, parent, at, rank))
    return nodes


def _time(step: StoredStep) -> tuple[datetime, bool]:
    """Return the time of a page, and whether its hour is known; times without a zone are Beijing time."""
    published = step.published or ""
    if (span := span_of(published)) is not None:
        return datetime.combine(span[0], time(), CHINA), False
    try:
        when = datetime.fromisoformat(published)
    except ValueError:
        return step.fetched_at.astimezone(UTC), False
    if when.tzinfo is None:
        when = when.replace(tzinfo=CHINA)
    return when, True
