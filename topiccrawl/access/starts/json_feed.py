"""JSON Feed, versions 1 and 1.1."""

from __future__ import annotations

import json
from typing import Any

from topiccrawl.access.starts.listed import ListedUrl, Listing, ListingError

_MOST_VALUES = 1_000_000
"""Objects, lists and values after the first in them: an empty object takes 70 bytes of memory and three of a
file."""


def read_json_feed(data: bytes) -> Listing:
    """Return the pages of a JSON Feed.

    Raises:
        ListingError: the JSON is invalid, nested too deeply or has too many values.

    >>> feed = b'{"version": "https://jsonfeed.org/version/1", "items": [{"url": "/1", "title": "a"}]}'
    >>> read_json_feed(feed).pages
    (ListedUrl(url='/1', title='a', text='', changed=''),)
    """
    if data.count(b"{") + data.count(b"[") + data.count(b",") > _MOST_VALUES:
        raise ListingError("too_complex")
    try:
        feed = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise ListingError("bad_json") from None
    items = feed.get("items") if isinstance(feed, dict) else None
    if not isinstance(items, list):
        raise ListingError("no_listing")
    pages = (_page(item) for item in items if isinstance(item, dict))
    return Listing("feed", tuple(page for page in pages if page.url))


def _page(item: dict[str, Any]) -> ListedUrl:
    return ListedUrl(
        url=_text(item, "url") or _text(item, "external_url"),
        title=_text(item, "title"),
        text=_text(item, "summary"),
        changed=_text(item, "date_modified") or _text(item, "date_published"),
    )


def _text(item: dict[str, Any], name: str) -> str:
    value = item.get(name)
    return " ".join(value.split())[:1000] if isinstance(value, str) else ""
