"""A fetched page and what the description gate found out about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scrapy.http import Response

from topiccrawl.crawl.request_meta import VISIT_KEY, context_of
from topiccrawl.page.description import Description
from topiccrawl.page.links import Link
from topiccrawl.page.page import Page
from topiccrawl.priority.link_context import LinkContext


@dataclass(frozen=True)
class Visit:
    """A fetched page.

    Attributes:
        page: the page, parsed once.
        description: title, keywords and description of the page.
        links: links to follow; empty when the page's links are not followed.
        relevance: relevance in [0, 1) of the description, or of the headlines of a home or list page.
        description_relevance: relevance in [0, 1) of the description alone.
        candidate: whether the page itself may be kept.
    """

    page: Page
    description: Description
    links: tuple[Link, ...]
    relevance: float
    description_relevance: float
    candidate: bool

    def link(self, url: str) -> Link | None:
        """Return the link to a URL; links have the same normal form as the URLs of requests."""
        return self._by_url.get(url)

    @cached_property
    def _by_url(self) -> dict[str, Link]:
        return {link.url: link for link in self.links}

    def context(self, link: Link, response: Response) -> LinkContext:
        """Return the context of a link on this page, whose response is given."""
        return LinkContext(
            anchor=link.anchor,
            around=link.context,
            parent_url=response.url,
            description=self.relevance,
            navigation=link.navigation,
            picture=link.picture,
            depth=context_of(response.request).depth + 1 if response.request else 1,
        )

    @classmethod
    def of(cls, response: Response) -> Visit | None:
        """Return the visit of a response that passed the description gate."""
        visit = response.meta.get(VISIT_KEY)
        return visit if isinstance(visit, cls) else None
