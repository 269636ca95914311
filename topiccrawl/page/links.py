"""The links of a page with their anchor text and context."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from lxml.html import HtmlElement

from topiccrawl.page.canonical_url import absolute_url, canonical_url
from topiccrawl.page.page import Page
from topiccrawl.text.display import one_line

_CONTEXT_LENGTH = 120
"""Maximum length of a link's context in characters."""
_ANCHOR_LENGTH = 400
"""Maximum length of an anchor text in characters."""
_ANCHOR_SOURCE = 4000
"""Number of characters of a link, white space included, that are read."""
_ANCHOR_PIECES = 200
"""Number of its text nodes that are read: unclosed links hold each other, and all that follows."""
_LONGEST_URL_READ = 10_000
"""Characters of a URL; Scrapy drops and counts those over `URLLENGTH_LIMIT`, and need not see longer ones."""
_CONTEXT_NODES = 200
"""A block with more nodes is not the context of one link. Without the limit the search would be quadratic."""
_MOST_CHILDREN = 12
"""Children of a block; one with more has the texts of other links."""
_NOT_PAGES = re.compile(
    r"\.(?:jpe?g|png|gif|bmp|svg|webp|ico|css|js|json|xml|rss|zip|rar|7z|gz|tar|exe|apk|dmg|iso|pdf|docx?|xlsx?"
    r"|pptx?|mp[34]|avi|wmv|flv|mov|m4[av]|wav|swf|m3u8|ts|woff2?|ttf)$",
    re.IGNORECASE,
)
_BLOCKS = frozenset(
    {"p", "li", "td", "dd", "dt", "div", "section", "article", "h1", "h2", "h3", "h4", "tr", "ul"}
)
_NAVIGATION = frozenset({"nav", "header", "footer"})


class Link(NamedTuple):
    """A link and its context.

    Attributes:
        url: absolute URL without fragment.
        anchor: anchor text, or the title or image text of the link where that says more.
        context: text of the block around the link, anchor included; empty when the block has no other text.
        navigation: whether the link is inside a <nav>, <header> or <footer>.
        picture: whether the link is only a picture; the anchor is then the picture's `alt` text.
        nofollow: whether the page asks crawlers not to follow it (`rel="nofollow"`).
        found: how a link was found that is no plain anchor, or the key of its site's file that names it.
        role: "pager": it continues the list it stands on; empty: a plain link.
    """

    url: str
    anchor: str
    context: str = ""
    navigation: bool = False
    picture: bool = False
    nofollow: bool = False
    found: str = ""
    role: str = ""


def links_of(page: Page, limit: int = 2000) -> tuple[Link, ...]:
    """Return the links of a page in order; for each URL the link with the longest anchor text.

    Links to files that cannot be pages (pictures, archives, documents, media) are left out, and URLs that are
    too long to be requested.

    Args:
        page: the page.
        limit: maximum number of URLs; a page with many thousand links is a trap or a sitemap.
    """
    found: dict[str, Link] = {}
    contexts = _Contexts()
    may_be_navigation = next(page.tree.iter(*_NAVIGATION), None) is not None
    for element, url in islice(_urls(page), 10 * limit):
        key = canonical_url(url)
        known = found.get(key)
        if known is None and len(found) >= limit:
            break
        anchor, picture = _anchor_text(element)
        if known is None or len(anchor) > len(known.anchor):
            # A page that links to a URL twice lets it be followed if one of the links does.
            nofollow = _is_nofollow(element) and (known is None or known.nofollow)
            navigation = may_be_navigation and _in_navigation(element)
            found[key] = Link(url, anchor, contexts.of(element, anchor), navigation, picture, nofollow)
        elif known.nofollow and not _is_nofollow(element):
            found[key] = known._replace(nofollow=False)
    return tuple(found.values())


def _urls(page: Page) -> Iterator[tuple[HtmlElement, str]]:
    base = page.url
    for element in page.tree.iter("base", "a", "area"):
        href = element.get("href")
        # Relative ones only become longer; resolving a megabyte takes 70 MB.
        if href is None or len(href) > _LONGEST_URL_READ:
            continue
        if element.tag == "base":
            base = absolute_url(page.url, href) or base
            continue
        url = absolute_url(base, href, page.charset)
        # Longer URLs are never requested, and caches would hold 65,536 of them.
        if url is not None and len(url) <= _LONGEST_URL_READ and may_be_page(url):
            yield element, url


def may_be_page(url: str) -> bool:
    """Return whether a URL has no suffix of a file that cannot be a page."""
    return not _NOT_PAGES.search(url.split("?", 1)[0])


def _anchor_text(element: HtmlElement) -> tuple[str, bool]:
    """Return the anchor text of a link, and whether it comes only from a picture."""
    if len(element):
        pieces, length = [], 0
        for piece in islice(element.itertext(), _ANCHOR_PIECES):
            pieces.append(piece)
            length += len(piece)
            if length > _ANCHOR_SOURCE:  # a link around a whole article, or an unclosed one
                break
        whole = "".join(pieces)
    else:  # most links; iterators cost more than all the rest
        whole = element.text or ""
    text = " ".join(whole.split())
    title = " ".join((element.get("title") or "").split())
    if len(title) > len(text.rstrip(".…")):  # the title has the full text of a shortened headline
        text = title
    if text:
        return one_line(text[:_ANCHOR_LENGTH]), False
    alternatives = (" ".join(image.get("alt", "").split()) for image in element.iter("img"))
    text = one_line(next(filter(None, alternatives), "")[:_ANCHOR_LENGTH])
    return text, bool(text)


class _Contexts:
    """The contexts of the links of a page; the links of one block follow each other, so its text is kept."""

    def __init__(self) -> None:
        self._block: HtmlElement | None = None
        self._text = ""

    def of(self, element: HtmlElement, anchor: str) -> str:
        """Return the text of the block around a link, if it says more than the anchor text."""
        block = element.getparent()
        while block is not None and block.tag not in _BLOCKS:
            block = block.getparent()
        if block is None:
            return ""
        if block is not self._block:  # lxml counts children one by one, so not for each link
            self._block, self._text = block, "" if len(block) > _MOST_CHILDREN else _text_of(block)
        return self._text[:_CONTEXT_LENGTH] if len(self._text) > len(anchor) else ""


def _text_of(block: HtmlElement) -> str:
    """Return the text of a block in one line; empty if the block is too large for a context."""
    if next(islice(block.iter(), _CONTEXT_NODES, None), None) is not None:
        return ""
    pieces, length = [], 0
    for piece in block.itertext():
        pieces.append(piece)
        length += len(piece)
        if length > 4 * _CONTEXT_LENGTH:
            return ""
    return " ".join("".join(pieces).split())


def _is_nofollow(element: HtmlElement) -> bool:
    return "nofollow" in (element.get("rel") or "").lower().split()


def _in_navigation(element: HtmlElement) -> bool:
    return next(element.iterancestors(*_NAVIGATION), None) is not None
