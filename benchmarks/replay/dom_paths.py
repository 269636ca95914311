"""DOM paths of the links of a built web's pages, which captures do not hold."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from sys import intern
from urllib.parse import urlsplit

from lxml.html import HtmlElement

from topiccrawl.evaluation.replay.responses import unpacked
from topiccrawl.page.canonical_url import absolute_url, canonical_url
from topiccrawl.page.page import Page

_STEPS = 5
"""Elements of a path, from the link upwards."""
_DIGITS = re.compile(r"\d+")


class DomPaths:
    """DOM paths of links, by parent page and URL; each page is parsed once.

    Args:
        web: file of the built web.
    """

    def __init__(self, web: Path) -> None:
        self._web = web
        self._known: dict[str, dict[str, str]] = {}

    def of(self, parent_url: str, url: str) -> str:
        """Return the path of a link, such as `body>div.list>ul>li>a`; empty if it is not on the page."""
        if parent_url not in self._known:
            self._known[parent_url] = self._read(parent_url)
        return self._known[parent_url].get(canonical_url(url), "")

    def _read(self, url: str) -> dict[str, str]:
        parts = urlsplit(url)
        path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
        query = "SELECT body, ctype FROM pages WHERE host = ? AND path = ?"
        with closing(sqlite3.connect(f"{self._web.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            row = connection.execute(query, (parts.netloc, path)).fetchone()
        if row is None:
            return {}
        page = Page.from_bytes(unpacked(row[0]), url, row[1])
        paths: dict[str, str] = {}
        for element in page.tree.iter("a", "area"):
            target = absolute_url(url, element.get("href") or "", page.charset)
            if target:
                paths.setdefault(canonical_url(target), intern(path_of(element)))
        return paths


def path_of(element: HtmlElement) -> str:
    """Return the last elements of the path to a link, each with its first class; numbers as 0."""
    steps: list[str] = []
    found: HtmlElement | None = element
    while found is not None and len(steps) < _STEPS:
        name = (found.get("class") or found.get("id") or "").split()
        steps.append(f"{found.tag}.{name[0]}" if name else str(found.tag))
        found = found.getparent()
    return _DIGITS.sub("0", ">".join(reversed(steps)))
