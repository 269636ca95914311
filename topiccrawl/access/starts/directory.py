"""Directory pages: the sites that a page links to, by category."""

from __future__ import annotations

import re
from collections.abc import Callable

from topiccrawl.access.starts.site import Site
from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.page import Page

MAX_SITES = 5000
"""Most sites of one page."""

_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "dt", "th", "caption", "legend"))
_NAMED_HEADING = re.compile(
    r"(?:^|[-_ ])(?:tit|title|hd|head|heading|cat|category|sort|class)(?:$|[-_ ])", re.I
)
_LONGEST_CATEGORY = 20


def directory_sites(page: Page, site_of: Callable[[str], str]) -> list[Site]:
    """Return the outbound sites of a directory page, each host once, in its order.

    The category of a site is the last heading before it: a heading element, or a short text whose class says
    so.

    Args:
        page: the page.
        site_of: returns the registered domain of a URL, by which sites are told apart.
    """
    own, category = site_of(page.url), ""
    found: dict[str, Site] = {}
    base = page.url
    for element in page.tree.iter():
        if element.tag == "base":
            base = absolute_url(page.url, element.get("href") or "") or base
        if element.tag in _HEADINGS or _NAMED_HEADING.search(element.get("class") or ""):
            text = _text(element)
            if 0 < len(text) <= _LONGEST_CATEGORY:
                category = text
        if element.tag != "a" or len(found) >= MAX_SITES:
            continue
        url = absolute_url(base, element.get("href") or "", page.charset)
        if url is None or site_of(url) in ("", own):
            continue
        site = Site(url, _text(element) or str(element.get("title") or "").strip(), category)
        found.setdefault(site.host, site)
    return [*found.values()]


def _text(element: object) -> str:
    return " ".join("".join(element.itertext()).split())  # type: ignore[attr-defined]
