"""Directory pages: the sites that a page links to, by category."""

from __future__ import annotations

import re
from collections.abc import Callable

from lxml.html import HtmlElement

from topiccrawl.access.starts.site import Site
from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.page import Page

MAX_SITES = 5000
"""Maximum number of sites of one page."""

_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "dt", "th", "caption", "legend"))
_NAMED_HEADING = re.compile(
    r"(?:^|[-_ ])(?:tit|title|hd|head|heading|cat|category|sort|class)(?:$|[-_ ])", re.I
)
_LONGEST_CATEGORY = 20
_LONGEST_NAME = 200
_MOST_READ = 5_000_000
"""Maximum number of characters to read for headings and names, since nested headings repeat their text."""


def directory_sites(page: Page, site_of: Callable[[str], str]) -> list[Site]:
    """Return the outbound sites of a directory page, each host once, in its order.

    The category of a site is the last heading before it: a heading element, or a short text whose class says
    so.

    Args:
        page: the page.
        site_of: returns the registered domain of a URL, which identifies its site.
    """
    own, category = site_of(page.url), ""
    reader = _Reader()
    found: dict[str, Site] = {}
    base = page.url
    for element in page.tree.iter():
        if element.tag == "base":
            base = absolute_url(page.url, element.get("href") or "") or base
        if element.tag in _HEADINGS or _NAMED_HEADING.search(element.get("class") or ""):
            text = reader.text(element, _LONGEST_CATEGORY)
            if 0 < len(text) <= _LONGEST_CATEGORY:
                category = text
        if element.tag != "a" or len(found) >= MAX_SITES:
            continue
        url = absolute_url(base, element.get("href") or "", page.charset)
        if url is None or site_of(url) in ("", own):
            continue
        name = reader.text(element, _LONGEST_NAME) or str(element.get("title") or "").strip()
        site = Site(url, name[:_LONGEST_NAME], category)
        found.setdefault(site.host, site)
    return [*found.values()]


class _Reader:
    """Reads the texts of elements, up to `_MOST_READ` characters of a page."""

    def __init__(self) -> None:
        self._left = _MOST_READ

    def text(self, element: HtmlElement, most: int) -> str:
        """Return the text of an element; of a longer one the beginning, longer than `most`."""
        found, length = [], 0
        for piece in element.itertext() if self._left > 0 else ():
            self._left -= 1 + len(piece)
            found.append(piece)
            length += len(piece) - piece.count(" ") - piece.count("\n")
            if length > most or self._left <= 0:
                break
        return " ".join("".join(found).split())
