"""Keys of `Request.meta` in a topic crawl."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

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
FILE_KEY = "topiccrawl_file"
"""`Request.meta` key of the `FileText` that was read from its response."""
GATE_KEY = "topiccrawl_gate"
"""`Request.meta` key of a request that a redirect with a cookie has led back to its own URL."""
SEARCH_KEY = "topiccrawl_search"
"""`Request.meta` key of a page of results of a site's own search: the name of its recipe."""
PRIORITY_KEY = "topiccrawl_priority"
"""`Request.meta` key of the `Priority` that the scheduler gave a request or its link."""

COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
"""Writes links and requests for the frontier; `json.dumps` would make an encoder for each."""
_DEFAULT_CONTEXT = LinkContext()._asdict()


def context_of(request: Request) -> LinkContext:
    """Return the link context of a request; a request without one counts as a seed."""
    context = request.meta.get(LINK_KEY)
    return context if isinstance(context, LinkContext) else LinkContext(seed=True)


def priority_of(request: Request) -> Priority | None:
    """Return the priority that the scheduler gave a request."""
    priority = request.meta.get(PRIORITY_KEY)
    return priority if isinstance(priority, Priority) else None


class CrawlLink(NamedTuple):
    """A link of the crawl.

    Attributes:
        url: its URL.
        context: where it stands.
        priority: of its request; None: it was not scored.
    """

    url: str
    context: LinkContext = LinkContext()
    priority: Priority | None = None


def link_of(request: Request, url: str = "") -> CrawlLink:
    """Return the link of a request; `url` is the final URL of its page, if it differs."""
    return CrawlLink(url or request.url, context_of(request), priority_of(request))


def meta_of(link: CrawlLink) -> dict[str, Any]:
    """Return the `Request.meta` of a link."""
    meta: dict[str, Any] = {LINK_KEY: link.context}
    return meta if link.priority is None else meta | {PRIORITY_KEY: link.priority}


def twin_request(request: Request, url: str, tried: Sequence[str]) -> Request:
    """Return the request for another URL of a page that gave none.

    Args:
        request: the request that failed.
        url: the other URL.
        tried: URLs that were requested for the page.
    """
    kept = (LINK_KEY, PRIORITY_KEY, ALLOWED_KEY)
    meta = {key: request.meta[key] for key in kept if key in request.meta}
    return Request(url, errback=request.errback, meta={**meta, "redirect_urls": [*tried]})


def sent_again(request: Request, **meta: Any) -> Request:
    """Return a request that is sent once more, with changes of its `meta`."""
    again = request.replace(dont_filter=True)
    # `retry_times` marks for the scheduler that `dont_filter` was not set by the spider.
    again.meta.update({**meta, "retry_times": max(1, request.meta.get("retry_times", 0))})
    return again


def encode_link_context(request: Request) -> str:
    """Encode the link context and the priority of a request as JSON; empty when it has neither."""
    known = LINK_KEY in request.meta or priority_of(request) is not None
    context = context_of(request) if LINK_KEY in request.meta else LinkContext()
    return encode_link(CrawlLink(request.url, context, priority_of(request))) if known else ""


def encode_link(link: CrawlLink) -> str:
    """Encode the context and the priority of a link as JSON, see `decode_link_context`."""
    why = _changed_fields(link.context, _DEFAULT_CONTEXT)
    if link.priority is not None:
        why["priority"] = link.priority.to_json()
    text = COMPACT.encode(why)
    # No database stores lone surrogates, which anchor texts of broken pages may have.
    return text.encode(errors="replace").decode()


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
