"""Lessons for a strategy that learns, from the rows of pages, drops and grades."""

from __future__ import annotations

from collections.abc import Iterable

from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import Lesson
from topiccrawl.storage.rows.lessons import FetchedLink

_WORTH = {2: 1.0, 1: 0.5, 0: 0.0}
"""Value of a page by grade: relevant, near, not on the topic."""


def lessons_of(links: Iterable[FetchedLink]) -> list[Lesson]:
    """Return training examples from fetched links."""
    return [
        Lesson(
            link.url,
            LinkContext(anchor=link.anchor, parent_url=link.parent_url, description=link.description),
            link.relevance,
            None if link.grade is None else _WORTH.get(link.grade),
        )
        for link in links
    ]
