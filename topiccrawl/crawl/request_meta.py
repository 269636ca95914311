"""What requests carry in their `meta` through a topic crawl."""

from __future__ import annotations

from scrapy import Request

from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority

VISIT_KEY = "topiccrawl_visit"
"""`Request.meta` key of the `Visit` of a fetched page."""
LINK_KEY = "topiccrawl_link"
"""`Request.meta` key of the `LinkContext` of a request."""
SETTLED_KEY = "topiccrawl_settled"
"""`Request.meta` key of a request for a stored page whose verdict does not wait any more."""
PRIORITY_KEY = "topiccrawl_priority"
"""`Request.meta` key of the `Priority` that the scheduler gave a request."""


def context_of(request: Request) -> LinkContext:
    """Return the link context of a request; a request without one counts as a seed."""
    context = request.meta.get(LINK_KEY)
    return context if isinstance(context, LinkContext) else LinkContext(seed=True)


def priority_of(request: Request) -> Priority | None:
    """Return the priority that the scheduler gave a request."""
    priority = request.meta.get(PRIORITY_KEY)
    return priority if isinstance(priority, Priority) else None
