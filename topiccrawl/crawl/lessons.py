"""Lessons for a strategy that learns, from the rows of pages and drops."""

from __future__ import annotations

from collections.abc import Iterable

from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import Lesson
from topiccrawl.storage.pages.lesson_rows import FetchedLink


def lessons_of(links: Iterable[FetchedLink]) -> list[Lesson]:
    """Return what links that were fetched teach."""
    return [
        Lesson(
            link.url,
            LinkContext(anchor=link.anchor, parent_url=link.parent_url, description=link.description),
            link.relevance,
        )
        for link in links
    ]
