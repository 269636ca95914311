"""Lessons for a strategy that learns, from the rows of pages, drops and grades."""

from __future__ import annotations

from collections.abc import Iterable

from topiccrawl.crawl.request_meta import LINK_KEY, decode_link_context
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import Lesson
from topiccrawl.storage.rows.lessons import FetchedLink

WORTH = {2: 1.0, 1: 0.5, 0: 0.0}
"""Value of a page by grade: relevant, near, not on the topic."""


def lessons_of(links: Iterable[FetchedLink]) -> list[Lesson]:
    """Return training examples from fetched links; seeds give none."""
    lessons = []
    for link in links:
        context = link_context(link.why) or LinkContext(
            anchor=link.anchor, parent_url=link.parent_url, description=link.description
        )
        if not context.seed:
            worth = None if link.grade is None else WORTH.get(link.grade)
            lessons.append(Lesson(link.url, context, link.relevance, worth, link.title, link.text))
    return lessons


def link_context(why: str) -> LinkContext | None:
    """Return where a link stood, from what the frontier keeps; None when that is not known."""
    try:
        context = decode_link_context(why)[LINK_KEY] if why else None
    except (ValueError, TypeError, KeyError):  # a row of another version
        return None
    return context if isinstance(context, LinkContext) else None
