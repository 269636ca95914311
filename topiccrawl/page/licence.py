"""The licence that a page states for itself: links with rel="license", JSON-LD, metadata."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from lxml.html import HtmlElement

from topiccrawl.page.canonical_url import absolute_url

_NAMES = frozenset({"license", "licence", "dcterms.license", "dc.license"})
"""Metadata that holds the URL of a licence."""
_TEXTS = frozenset({"dc.rights", "dcterms.rights", "copyright", "rights", "og:license", "cc:license"})
"""Metadata in words, of which only a URL of a Creative Commons licence counts."""
_CREATIVE_COMMONS = re.compile(r"https?://creativecommons\.org/(?:licenses|publicdomain)/[\w./+-]*", re.I)
_WEB = re.compile(r"https?://\S+\Z", re.I)
_DEPTH = 4


class LicenceSignals:
    """Collects the licences that elements of a page state; the first of the strongest kind counts.

    Args:
        url: of the page, which relative links begin from.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._linked: str | None = None
        self._data: str | None = None
        self._named: str | None = None

    @property
    def licence(self) -> str | None:
        """The URL of the licence; None when the page states none."""
        return self._linked or self._data or self._named

    def link(self, element: HtmlElement) -> None:
        """Read a link; one whose `rel` has `license` counts."""
        href = element.get("href")
        if self._linked is None and href and "license" in (element.get("rel") or "").lower().split():
            self._linked = absolute_url(self._url, href)

    def metadata(self, name: str, content: str) -> None:
        """Read an entry of the page's metadata."""
        if self._named is not None:
            return
        if name in _NAMES and _WEB.match(content):
            self._named = content
        elif name in _NAMES | _TEXTS and (found := _CREATIVE_COMMONS.search(content)):
            self._named = found.group()

    def script(self, element: HtmlElement) -> None:
        """Read a script; `license` of the objects in JSON-LD counts, invalid JSON is ignored."""
        text = element.text or ""
        if self._data is None and '"license"' in text and "ld+json" in (element.get("type") or "").lower():
            try:
                data = json.loads(text, strict=False)
            except (ValueError, RecursionError):
                return
            self._data = next(_stated(data, _DEPTH), None)


def _stated(data: Any, depth: int) -> Iterator[str]:
    """Yield the URLs of licences that JSON-LD states for its objects; not those of pictures within them."""
    if isinstance(data, list) and depth:
        for one in data:
            yield from _stated(one, depth - 1)
    elif isinstance(data, dict):
        values = data.get("license")
        for value in values if isinstance(values, list) else [values]:
            url = value.get("@id") or value.get("url") if isinstance(value, dict) else value
            if isinstance(url, str) and _WEB.match(url.strip()):
                yield url.strip()
        if depth:
            yield from _stated(data.get("@graph"), depth - 1)
