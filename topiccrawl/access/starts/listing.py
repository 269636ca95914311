"""Sitemaps and feeds: documents that list URLs for machines."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from topiccrawl.access.starts.json_feed import read_json_feed
from topiccrawl.access.starts.listed import ListedUrl, Listing, ListingError
from topiccrawl.access.starts.xml_listing import read_xml
from topiccrawl.page.canonical_url import absolute_url, is_http_url
from topiccrawl.text.files.child import ChildError, LimitError, Limits, read_in_child

MAX_BYTES = 50 * 1024 * 1024
"""Largest size of a listing after decompression: the limit of the sitemap protocol."""

MAX_URLS = 50_000
"""Most URLs of a listing, the limit of the sitemap protocol; further ones are left out and counted."""

LARGE = 64 * 1024
"""Size as received from which on a listing is read in a process of its own: some are slow to read."""

LIMITS = Limits(memory=512 * 2**20, seconds=120.0, processor=10.0)
"""Of that process; a listing of 50,000 long URLs takes 3 s and 200 MB."""

_CHUNK = 1000
_MOST_LINES = 20 * MAX_URLS
"""Lines of a list that are looked at: few of them are no URLs."""
_GZIP = b"\x1f\x8b"
_HEAD = 4096
"""Number of leading bytes in which the root element is searched."""
_ROOT = re.compile(rb"<(?:[\w-]{1,20}:)?(urlset|sitemapindex|rss|feed|rdf|html)[\s>/]", re.IGNORECASE)
_LINE = re.compile(rb"[^\r\n]+")
_JSON_FEED = re.compile(rb'^\s*\{.{0,500}"https?:\\?/\\?/jsonfeed\.org\\?/version', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Named:
    """Request data of a document that may be a listing.

    Attributes:
        url: URL of the document.
        as_listing: whether the document was requested as a listing, so that plain text is a list of URLs.
    """

    url: str
    as_listing: bool = False


def is_listing(body: bytes, named: Named) -> bool:
    """Return whether a document is a sitemap or a feed, by its first bytes.

    >>> is_listing(b'<?xml version="1.0"?><rss version="2.0"></rss>', Named("http://a.cn/"))
    True
    >>> is_listing(b"<!DOCTYPE html><html></html>", Named("http://a.cn/sitemap.xml"))
    False
    """
    try:
        head = _unpacked(body[:_HEAD], _HEAD) if body.startswith(_GZIP) else body[:_HEAD]
    except ListingError:
        return named.as_listing
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head.replace(b"\0", b"")
    if (root := _ROOT.search(head)) is not None:
        return root[1].lower() != b"html"
    return _JSON_FEED.match(head) is not None or (named.as_listing and _is_text_list(head))


def read_listing(body: bytes, named: Named) -> Listing:
    """Return the URLs of a sitemap or feed; relative ones are resolved.

    Args:
        body: of the response, perhaps compressed with gzip.
        named: how it was requested.

    Raises:
        ListingError: it is no listing, is too large, or cannot be read.
    """
    data = _unpacked(body, MAX_BYTES) if body.startswith(_GZIP) else body
    if len(data) > MAX_BYTES:
        raise ListingError("too_large")
    if _JSON_FEED.match(data[:_HEAD]):
        found = read_json_feed(data)
    elif _ROOT.search(data[:_HEAD].replace(b"\0", b"")):
        found = read_xml(data, MAX_URLS)
    elif named.as_listing and _is_text_list(data[:_HEAD]):
        found = _text_list(data)
    else:
        raise ListingError("no_listing")
    return found.resolved(lambda url: absolute_url(named.url, url), MAX_URLS)


def is_large(body: bytes) -> bool:
    """Return whether a listing may be slow to read; a packed one may be of any size."""
    return len(body) >= LARGE or body.startswith(_GZIP)


def read_apart(body: bytes, named: Named) -> Listing:
    """Return what `read_listing` returns, read in a process of its own with limits; waits for it.

    Raises:
        ListingError: see `read_listing`; "too_complex" when it takes too much time or memory.
    """
    try:
        head, *chunks = read_in_child(_chunks, body, named.url, named.as_listing, limits=LIMITS)
    except LimitError:
        raise ListingError("too_complex") from None
    except ChildError as error:
        raise ListingError(str(error)) from None
    kind, sitemaps, broken, left_out = head
    pages = tuple(ListedUrl(*row) for chunk in chunks for row in chunk)
    return Listing(kind, pages, tuple(sitemaps), broken=broken, left_out=left_out)


def _chunks(body: bytes, url: str, as_listing: bool) -> Iterator[Any]:
    if hasattr(os, "nice"):
        os.nice(10)  # it has time, and pages wait
    found = read_listing(body, Named(url, as_listing))
    yield found.kind, found.sitemaps, found.broken, found.left_out
    rows = [(one.url, one.title, one.text, one.changed) for one in found.pages]
    yield from (rows[start : start + _CHUNK] for start in range(0, len(rows), _CHUNK))


def _unpacked(body: bytes, most: int) -> bytes:
    """Return at most `most` bytes of a gzip file.

    Raises:
        ListingError: it is damaged, or larger while the limit is that of whole listings.
    """
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        data = unpacker.decompress(body, most)
        # Unused input distinguishes a decompression bomb from a file of exactly this size.
        if unpacker.unconsumed_tail and most == MAX_BYTES:
            raise ListingError("too_large")
    except zlib.error:
        raise ListingError("broken_compression") from None
    return data


def _is_text_list(head: bytes) -> bool:
    first = head.removeprefix(b"\xef\xbb\xbf").lstrip().split(maxsplit=1)[:1]
    return bool(first) and is_http_url(first[0].decode("utf-8", "replace"))


def _text_list(data: bytes) -> Listing:
    """Return the URLs of a list; lines after `MAX_URLS` are only counted: 50 MB may have millions."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    found: list[ListedUrl] = []
    left_out = 0
    for number, line in enumerate(_LINE.finditer(data)):
        if len(found) == MAX_URLS or number == _MOST_LINES:
            left_out = data.count(b"\n", line.start()) + (not data.endswith(b"\n"))
            break
        url = line[0].decode("utf-8", "replace").strip()
        if is_http_url(url):
            found.append(ListedUrl(url))
    return Listing("sitemap", tuple(found), left_out=left_out)
