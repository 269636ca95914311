"""Score of a URL as a link by formula 5, without fetching it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select

from topiccrawl.admin.lists.pages import page_at
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority
from topiccrawl.priority.sections import SECTIONS, section_of
from topiccrawl.priority.strategies.formula_5 import Formula5
from topiccrawl.storage import schema
from topiccrawl.storage.rows.sampled.urls import sample_urls
from topiccrawl.storage.rows.sections import read_sections


@dataclass(frozen=True)
class LinkWorth:
    """The score of a link and what it is based on.

    Attributes:
        priority: by formula 5, with its parts.
        weights: of description, anchor text and URL structure.
        threshold: a link is fetched if its priority is above it.
        in_domains: whether the topic allows its site.
        parent: whether the page with the link is stored, so that its description counts.
        kept: number of pages of the same section of the site that were kept.
        judged: number of pages of this section that were judged.
    """

    priority: Priority
    weights: tuple[float, ...]
    threshold: float
    in_domains: bool
    parent: bool
    kept: int
    judged: int

    @property
    def fetched(self) -> bool:
        """Return whether a crawl would fetch it, provided that no link model orders its links."""
        return self.in_domains and self.priority.value > self.threshold


def link_worth(connection: Connection, focus: Focus, url: str, anchor: str, parent_url: str) -> LinkWorth:
    """Return the score of a URL as a link.

    Args:
        connection: of the database.
        focus: of the topic.
        url: the URL.
        anchor: anchor text; if empty, only site and URL count.
        parent_url: the page with the link; its stored relevance is that of the description.
    """
    topic = focus.topic.name
    strategy = Formula5(focus)
    history = strategy.history
    visited, sample = sample_urls(connection, topic, history.capacity)
    history.resume(visited, sample, read_sections(connection, topic, SECTIONS))
    parent = page_at(connection, topic, parent_url) if parent_url else None
    pages = schema.pages.c
    query = select(pages.description_relevance).where(pages.id == parent)
    description = (connection.scalar(query) or 0.0) if parent is not None else 0.0
    counts = history.sections.of_section(section_of(url))
    return LinkWorth(
        strategy.link(url, LinkContext(anchor=anchor, parent_url=parent_url, description=description)),
        focus.priority.weights,
        focus.priority.threshold,
        focus.in_domains(url),
        parent is not None,
        counts.accepted,
        counts.visited,
    )
