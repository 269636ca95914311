"""Entries of a sitemap or feed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace


class ListingError(ValueError):
    """A document is no sitemap or feed, or cannot be read; the message is a reason for counters."""


@dataclass(frozen=True, slots=True)
class ListedUrl:
    """A page that a sitemap or feed lists.

    Attributes:
        url: its URL.
        title: its title; empty if the listing has none.
        text: its summary; empty if the listing has none.
        changed: when it was published or last changed, as written.
    """

    url: str
    title: str = ""
    text: str = ""
    changed: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A sitemap or feed that was read.

    Attributes:
        kind: "sitemap" or "feed".
        pages: the pages that it lists, in its order.
        sitemaps: further sitemaps that it names.
        broken: whether a part of it could not be read.
        left_out: URLs that are no http or https URLs, or more than the limit.
    """

    kind: str
    pages: tuple[ListedUrl, ...] = ()
    sitemaps: tuple[str, ...] = ()
    broken: bool = False
    left_out: int = 0

    def resolved(self, absolute: Callable[[str], str | None], most: int) -> Listing:
        """Return the listing with absolute URLs, each once.

        Args:
            absolute: returns the absolute form of a URL; None if it has none.
            most: most pages, and most sitemaps, that are kept.
        """
        pages: dict[str, ListedUrl] = {}
        for page in self.pages:
            if len(pages) < most and (url := absolute(page.url)) is not None:
                pages.setdefault(url, replace(page, url=url))
        found = (absolute(url) for url in self.sitemaps)
        sitemaps = tuple(dict.fromkeys(url for url in found if url is not None))[:most]
        given = len({page.url for page in self.pages}) + len(set(self.sitemaps))
        left_out = self.left_out + max(0, given - len(pages) - len(sitemaps))
        return replace(self, pages=tuple(pages.values()), sitemaps=sitemaps, left_out=left_out)
