"""Script files of the pages of a crawl, and the pages that wait for them."""

from __future__ import annotations

from collections.abc import Sequence

from topiccrawl.page.anchors.link import Link
from topiccrawl.page.page import Page
from topiccrawl.page.script_files import script_file_links, with_scripts
from topiccrawl.page.scripts.script import LONGEST_SCRIPT
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.recent_keys import Latest

_SCRIPTS = 200
"""Script files that are remembered: the pages of a site share them."""
_PAGES = 100
"""Pages that are remembered until their script files come."""


class ScriptFiles:
    """Remembers the texts of script files and the pages that named them, within bounds.

    A page is forgotten when the process ends or another worker fetches its script file: then the file is
    read for nothing, and the page is noted as unread. A file that is not remembered is asked for again.
    """

    def __init__(self) -> None:
        self._texts: Latest[str, str] = Latest(_SCRIPTS)
        self._pages: Latest[str, tuple[Page, list[str], set[str]]] = Latest(_PAGES)
        self._missing: Latest[str, set[str]] = Latest(_PAGES)
        self._contexts: Latest[str, LinkContext] = Latest(_PAGES)

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
            self._pages[page.url] = page, [link.url for link in wanted], bare
            self._missing[page.url] = {link.url for link in missing}
        return (with_scripts(page, known) if known else page), missing

    def waits(self, page_url: str, context: LinkContext) -> None:
        """Note the context of the links from a page to its missing script files: they will be followed."""
        self._contexts[page_url] = context

    def arrived(self, url: str, text: str, context: LinkContext) -> list[tuple[Page, LinkContext]]:
        """Return the pages that wait for a script file, with those that are known; none if all are forgotten.

        A file may name what another one asks for. With each page comes the context of its link to the file.

        Args:
            url: of the script file.
            text: its text.
            context: of its request, for one page; others have named it since.
        """
        self._texts[url] = text[:LONGEST_SCRIPT]
        contexts = {context.parent_url: context}
        for name, missing in self._missing.items():
            if url in missing and name in self._contexts:
                contexts.setdefault(name, self._contexts[name])
        pages = []
        for name, own in contexts.items():
            if name in self._pages:
                page, urls, _ = self._pages[name]
                known = {other: self._texts[other] for other in (*urls, url) if other in self._texts}
                pages.append((with_scripts(page, known), own))
        return pages

    def fills(self, page_url: str, links: Sequence[Link]) -> bool:
        """Note and return whether a page has links with its script files that it has not without them."""
        _, _, bare = self._pages.get(page_url, (None, [], set()))
        if bare.issuperset(link.url for link in links if link.role or link.found):
            return False
        self._missing[page_url] = set()
        return True

    def waiting(self) -> list[str]:
        """Return the URLs of pages whose script files are still to come."""
        return [name for name, missing in self._missing.items() if missing and name in self._contexts]

    def unfilled(self, url: str, page_url: str) -> list[str]:
        """Return the URLs of pages that stay unfilled, now that a script file failed or filled nothing."""
        if url not in self._texts:
            self._texts[url] = ""  # no page waits for it any more
        self._missing.setdefault(page_url, {url})
        waiting = [(name, missing) for name, missing in self._missing.items() if url in missing]
        for _, missing in waiting:
            missing.remove(url)
        return [name for name, missing in waiting if not missing]
