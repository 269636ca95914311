"""Requests for sitemaps and feeds, and for what they list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from scrapy import Request
from scrapy.http import Response

from topiccrawl.access.starts.listed import Listing
from topiccrawl.access.starts.listing import Named, is_listing
from topiccrawl.crawl.request_meta import LINK_KEY, LISTED_KEY, LISTING_KEY, context_of
from topiccrawl.page.anchors.link import SOURCE
from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.page import Page
from topiccrawl.priority.link_context import LinkContext

UNTITLED = 0.8
"""Assumed relevance of pages that a sitemap lists without a title: the user chose its site."""

DEEPEST = 3
"""Maximum depth of nested sitemap indexes; the protocol allows one."""

_JUDGED_TITLES = 200
"""Maximum number of titles from which the relevance of a listing is computed."""

_FEEDS = (
    "//link[contains(concat(' ', @rel, ' '), ' alternate ') and @href and "
    "(contains(@type, 'rss+xml') or contains(@type, 'atom+xml') or contains(@type, 'feed+json'))]/@href"
)
_MOST_FEEDS = 20
"""Maximum number of feeds to follow from one page."""


def listing_request(url: str, source: str, parent: str = "", depth: int = 0) -> Request:
    """Return the request for a sitemap or feed that the crawl has found by itself.

    Args:
        url: its URL.
        source: "sitemap" or "feed".
        parent: the robots.txt, sitemap index or page that names it.
        depth: number of such documents on the way to it.
    """
    context = LinkContext(seed=True, source=source, parent_url=parent, depth=depth)
    return Request(url, meta={LINK_KEY: context, LISTING_KEY: source})


def listing_named(request: Request, response: Response) -> Named | None:
    """Return how a response was requested if it is a sitemap or a feed, or should be one; None for a page."""
    requested, context = bool(request.meta.get(LISTING_KEY)), context_of(request)
    named = Named(response.url, requested)
    may_be = requested or ((context.seed or context.role == SOURCE) and is_listing(response.body, named))
    return named if may_be else None


def listing_of(response: Response) -> Listing | None:
    """Return the sitemap or feed that was read from a response; None for a page."""
    listing = response.meta.get(LISTED_KEY)
    return listing if isinstance(listing, Listing) else None


def listed_requests(
    response: Response, listing: Listing, worth: Callable[[list[str]], float]
) -> Iterator[Request]:
    """Yield the requests for the sitemaps and pages that a listing names.

    Args:
        response: the response with the listing.
        listing: what was read from it.
        worth: returns the relevance in [0, 1) of titles.
    """
    assert response.request is not None  # called for every response of a crawl
    depth = context_of(response.request).depth + 1
    if depth <= DEEPEST:
        for url in listing.sitemaps:
            yield listing_request(url, "sitemap", response.url, depth)
    titles = [page.title for page in listing.pages if page.title][:_JUDGED_TITLES]
    description = worth(titles) if titles else UNTITLED
    for page in listing.pages:
        context = LinkContext(
            anchor=page.title,
            around=page.text,
            parent_url=response.url,
            description=description if page.title else UNTITLED,
            depth=depth,
            source=listing.kind,
        )
        yield Request(page.url, meta={LINK_KEY: context})


def feed_requests(page: Page) -> Iterator[Request]:
    """Yield the requests for the feeds that a page names in its head."""
    found: Any = page.tree.xpath(_FEEDS)
    urls = (absolute_url(page.url, str(href), page.charset) for href in found[:_MOST_FEEDS])
    for url in dict.fromkeys(urls):
        if url is not None:
            yield listing_request(url, "feed", page.url)
