"""Keys of `Request.meta` in a topic crawl."""

from __future__ import annotations

import json
from typing import Any

from scrapy import Request

from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority

VISIT_KEY = "topiccrawl_visit"
"""`Request.meta` key of the `Visit` of a fetched page."""
LINK_KEY = "topiccrawl_link"
"""`Request.meta` key of the `LinkContext` of a request."""
SETTLED_KEY = "topiccrawl_settled"
"""`Request.meta` key of a request for a stored page whose pending verdict can now be given."""
ASKED_AGAIN_KEY = "topiccrawl_asked_again"
"""`Request.meta` key of a request that checks a dead link again after its term."""
ALLOWED_KEY = "topiccrawl_allowed"
"""`Request.meta` key of a request for a URL that an editor allows: `fetch` or `keep` (`storage/inbox.py`)."""
REVISIT_KEY = "topiccrawl_revisit"
"""`Request.meta` key of the time of the last visit, in a request for a page that may have changed."""
LISTING_KEY = "topiccrawl_listing"
"""`Request.meta` key of a request for a listing: "sitemap" or "feed"."""
LISTED_KEY = "topiccrawl_listed"
"""`Request.meta` key of the `Listing` that was read from its response."""
SEARCH_KEY = "topiccrawl_search"
"""`Request.meta` key of a page of results of a site's own search: the name of its recipe."""
PRIORITY_KEY = "topiccrawl_priority"
"""`Request.meta` key of the `Priority` that the scheduler gave a request."""
SCORED_KEY = "topiccrawl_scored"
"""`Request.meta` key of a request whose link was scored and admitted before the request was made."""


_DEFAULT_CONTEXT = LinkContext()._asdict()


def context_of(request: Request) -> LinkContext:
    """Return the link context of a request; a request without one counts as a seed."""
    context = request.meta.get(LINK_KEY)
    return context if isinstance(context, LinkContext) else LinkContext(seed=True)


def priority_of(request: Request) -> Priority | None:
    """Return the priority that the scheduler gave a request."""
    priority = request.meta.get(PRIORITY_KEY)
    return priority if isinstance(priority, Priority) else None


def encode_link_context(request: Request) -> str:
    """Encode the link context and the priority of a request as JSON; empty when it has neither."""
    context, priority = request.meta.get(LINK_KEY), request.meta.get(PRIORITY_KEY)
    why: dict[str, Any] = {}
    if isinstance(context, LinkContext):
        why |= _changed_fields(context, _DEFAULT_CONTEXT)
    if isinstance(priority, Priority):
        why["priority"] = priority.to_json()
    text = json.dumps(why, ensure_ascii=False, separators=(",", ":"))
    # No database stores lone surrogates, which anchor texts of broken pages may have.
    return text.encode(errors="replace").decode() if why or context is not None else ""


def decode_link_context(why: str) -> dict[str, Any]:
    """Return the link context and the priority as `Request.meta`.

    Raises:
        ValueError, TypeError, KeyError: the text is invalid.
    """
    context = json.loads(why)
    meta: dict[str, Any] = {}
    if priority := context.pop("priority", None):
        meta[PRIORITY_KEY] = Priority.from_json(priority)
    return meta | {LINK_KEY: LinkContext(**context)}


def _changed_fields(context: LinkContext, defaults: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a context that differ from the defaults."""
    return {name: value for name in defaults if (value := getattr(context, name)) != defaults[name]}
