"""A page that was fetched, and what the description gate found out about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scrapy import Request
from scrapy.http import Response

from topiccrawl.page.description import Description
from topiccrawl.page.links import Link
from topiccrawl.page.page import Page
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority

VISIT_KEY = "topiccrawl_visit"
"""Key of `Request.meta` under which a fetched page carries its `Visit`."""
LINK_KEY = "topiccrawl_link"
"""Key of `Request.meta` for the `LinkContext` of a request."""
PRIORITY_KEY = "topiccrawl_priority"
"""Key of `Request.meta` for the `Priority` that the scheduler gave a request."""


@dataclass(frozen=True)
class Visit:
    """One fetched page.

    Attributes:
        page: parsed once, for everybody.
        description: what the page says of itself.
        links: its links; empty when they are not to be followed.
        relevance: of the description, or for a home or list page of what it links to; in [0, 1).
        description_relevance: of the description alone, in [0, 1).
        candidate: whether the page itself may be kept.
    """

    page: Page
    description: Description
    links: tuple[Link, ...]
    relevance: float
    description_relevance: float
    candidate: bool

    def link(self, url: str) -> Link | None:
        """The link to an address; the links of a page are written as requests write them."""
        return self._by_url.get(url)

    @cached_property
    def _by_url(self) -> dict[str, Link]:
        return {link.url: link for link in self.links}

    @classmethod
    def of(cls, response: Response) -> Visit | None:
        """The visit of a response that went through the description gate."""
        visit = response.meta.get(VISIT_KEY)
        return visit if isinstance(visit, cls) else None


def link_context(request: Request) -> LinkContext:
    """The context of a request; one that nobody described counts as a seed."""
    context = request.meta.get(LINK_KEY)
    return context if isinstance(context, LinkContext) else LinkContext(seed=True)


def link_priority_of(request: Request) -> Priority | None:
    """The priority the scheduler gave a request."""
    priority = request.meta.get(PRIORITY_KEY)
    return priority if isinstance(priority, Priority) else None
