"""Script files of the pages of a crawl, and the pages that wait for them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TypeVar

from topiccrawl.page.anchors.link import Link
from topiccrawl.page.page import Page
from topiccrawl.page.script_files import script_file_links, with_scripts
from topiccrawl.page.scripts.script import LONGEST_SCRIPT

_T = TypeVar("_T")
_SCRIPTS = 200
"""Script files that are remembered: the pages of a site share them."""
_PAGES = 100
"""Pages that are remembered until their script files come."""


class ScriptFiles:
    """Remembers the texts of script files and the pages that named them, within bounds.

    A page is forgotten when the process ends or another worker fetches its script file: then the file is
    read for nothing.
    """

    def __init__(self) -> None:
        self._texts: OrderedDict[str, str] = OrderedDict()
        self._pages: OrderedDict[str, tuple[Page, list[str], set[str]]] = OrderedDict()
        self._missing: OrderedDict[str, set[str]] = OrderedDict()

    def known_to(self, page: Page, links: Sequence[Link], *, ask: bool = True) -> tuple[Page, list[Link]]:
        """Return a page with the script files that are known, and the links to those that are not.

        Args:
            page: the page.
            links: its links without any script file.
            ask: whether those that are not known may be requested.
        """
        wanted = script_file_links(page, links)
        known = {link.url: self._texts[link.url] for link in wanted if link.url in self._texts}
        missing = [link for link in wanted if ask and link.url not in self._texts]
        if missing:
            bare = {link.url for link in links}
            _remember(self._pages, page.url, (page, [link.url for link in wanted], bare), _PAGES)
            _remember(self._missing, page.url, {link.url for link in missing}, _PAGES)
        return (with_scripts(page, known) if known else page), missing

    def arrived(self, url: str, text: str, page_url: str) -> Page | None:
        """Return the page that a script file was requested for, with those that are known; None if forgotten.

        A file may name what another one asks for.

        Args:
            url: of the script file.
            text: its text.
            page_url: of the page.
        """
        _remember(self._texts, url, text[:LONGEST_SCRIPT], _SCRIPTS)
        page, urls, _ = self._pages.get(page_url, (None, [], ()))
        known = {other: self._texts[other] for other in (*urls, url) if other in self._texts}
        return None if page is None else with_scripts(page, known)

    def fills(self, page_url: str, links: Sequence[Link]) -> bool:
        """Note and return whether a page has links with its script files that it has not without them."""
        _, _, bare = self._pages.get(page_url, (None, [], set()))
        if bare.issuperset(link.url for link in links if link.role or link.found):
            return False
        _remember(self._missing, page_url, set(), _PAGES)
        return True

    def is_unread(self, url: str, page_url: str) -> bool:
        """Return whether a page is not filled, now that a script file of it failed or filled nothing."""
        if page_url not in self._missing:
            _remember(self._missing, page_url, {url}, _PAGES)
        missing = self._missing[page_url]
        if url not in missing:
            return False
        missing.remove(url)
        return not missing


def _remember(known: OrderedDict[str, _T], key: str, value: _T, most: int) -> None:
    known[key] = value
    known.move_to_end(key)
    if len(known) > most:
        known.popitem(last=False)
