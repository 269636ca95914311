"""Sitemaps (also indexes and news), RSS 0.9 to 2.0 and Atom, in XML."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import islice
from typing import Any

from lxml import etree

from topiccrawl.access.starts.listed import ListedUrl, Listing, ListingError
from topiccrawl.text.encodings.encoding import decode_html

_RECORDS = {"urlset": "url", "sitemapindex": "sitemap", "rss": "item", "rdf": "item", "feed": "entry"}
"""The element of one record, by the root element in lower case."""
_SITEMAPS = ("urlset", "sitemapindex")
_DATES = ("lastmod", "updated", "published", "pubDate", "date", "publication_date")
_MOST_MARKS = 1_000_000
"""Tags, entities and (twice) attributes that are parsed, some 150 bytes each: megabytes of them compress to
nothing. A listing of 50,000 URLs has half as many."""
_BLOCK = 65536
_OPEN_TAG = re.compile(rb"<[^>]{65535}")
"""A tag without an end: the parser looks for it again with each block."""
_MOST_CHILDREN = 100
"""Elements in a record that are looked at; real ones have ten."""
_LONGEST = 1000
"""Characters of a title or summary that are kept."""
_URL_TEXT = re.compile(rb"<((?:[\w-]{1,20}:)?(?:loc|link|guid))(?:\s[^<>]{0,200})?>[^<]{0,3000}</\1>")
_AMPERSAND = re.compile(rb"&(?:amp;|(?!#?\w{1,10};))")
_DECLARATION = re.compile(rb"^\s{0,1000}<\?xml[^>]{0,1000}>")
_TAG = re.compile(r"<[^>]{0,1000}>")


def read_xml(data: bytes, most: int) -> Listing:
    """Return the URLs of a sitemap or a feed as written.

    The parser reads no DTD, expands no entities and opens no connection. A document that breaks off, or has
    far more tags than a listing can have, gives the records before that.

    Args:
        data: the document.
        most: maximum number of records that are read; the rest is counted in `left_out`.

    Raises:
        ListingError: the root element is not that of a sitemap or a feed.
    """
    # The encoding that a document declares is often another one than it has, and the parser stops there.
    data = _DECLARATION.sub(b"", decode_html(data).text.encode("utf-8", "replace"))
    # Entities that a document declares itself can grow without bounds.
    if b"<!ENTITY" in data[:65536]:
        raise ListingError("entities")
    data, cut = _beginning(data)
    # Many feeds write & as it is in URLs, and the parser would cut the URL there; behind its first error it
    # leaves out even &amp;, but reads numbers of characters.
    repaired = _URL_TEXT.sub(lambda found: _AMPERSAND.sub(b"&#38;", found[0]), data)
    records = etree.iterparse(
        BytesIO(repaired.lstrip()),
        events=("end",),
        tag=[f"{{*}}{name}" for name in {*_RECORDS.values()}],
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        recover=True,
    )
    root, left_out = "", 0
    pages: list[ListedUrl] = []
    sitemaps: list[str] = []
    try:
        for _, record in records:
            root = root or _name(record.getroottree().getroot()).lower()
            if _RECORDS.get(root) != _name(record):
                continue
            if len(pages) + len(sitemaps) >= most:
                left_out += 1
            elif root == "sitemapindex":
                sitemaps.append(_child(record, "loc"))
            else:
                pages.append(_listed(record, root))
            _free(record)
        broken = bool(len(records.error_log))
    except etree.XMLSyntaxError:
        broken = True
    if not root:
        own_root = getattr(records, "root", None)
        root = "" if own_root is None else _name(own_root).lower()
    if root not in _RECORDS:
        raise ListingError("bad_xml" if broken else "no_listing")
    kind = "sitemap" if root in _SITEMAPS else "feed"
    return Listing(
        kind,
        tuple(page for page in pages if page.url),
        tuple(url for url in sitemaps if url),
        broken=broken or cut,
        left_out=left_out,
    )


def _beginning(data: bytes) -> tuple[bytes, bool]:
    """Return a document up to `_MOST_MARKS` or a tag without an end, and whether it is not all of it."""
    if (tag := _OPEN_TAG.search(data)) is not None:
        return _beginning(data[: tag.start()])[0], True
    marks = 0
    for at in range(0, len(data), _BLOCK):
        block = data[at : at + _BLOCK]
        attributes = block.count(b'="') + block.count(b"='")
        marks += block.count(b"<") + block.count(b"&") + 2 * attributes
        if marks > _MOST_MARKS:
            return data[:at], True
    return data, False


def _listed(record: Any, root: str) -> ListedUrl:
    if root == "urlset":
        news = next((one for one in islice(record, _MOST_CHILDREN) if _name(one) == "news"), record)
        changed = _date(record) or _date(news)
        return ListedUrl(_child(record, "loc"), _child(news, "title"), changed=changed)
    return ListedUrl(
        _link(record),
        _child(record, "title"),
        _TAG.sub(" ", _child(record, "description") or _child(record, "summary")).strip()[:_LONGEST],
        _date(record),
    )


def _link(record: Any) -> str:
    """Return the URL of the page of a feed's item."""
    for one in islice(record, _MOST_CHILDREN):
        if _name(one) == "link":
            if (href := one.get("href")) and one.get("rel", "alternate") == "alternate":
                return str(href).strip()
            if text := (one.text or "").strip():
                return text
    guids = (
        one
        for one in islice(record, _MOST_CHILDREN)
        if _name(one) == "guid" and one.get("isPermaLink", "true") != "false"
    )
    return next(((one.text or "").strip() for one in guids), "")


def _date(record: Any) -> str:
    return next((found for name in _DATES if (found := _child(record, name))), "")


def _child(record: Any, name: str) -> str:
    for one in islice(record, _MOST_CHILDREN):
        if _name(one) == name:
            return " ".join("".join(one.itertext()).split())[:_LONGEST]
    return ""


def _name(element: Any) -> str:
    """Return the name of an element without its namespace; empty for comments and the like."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _free(record: Any) -> None:
    """Free a record and those before it: a sitemap of 50 MB would take a gigabyte as a tree."""
    record.clear()
    while record.getprevious() is not None:
        del record.getparent()[0]
