"""The latest pages of a crawl, and the pages that they link to."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from topiccrawl.priority.recent_keys import Latest

_MOST_SIMILARITIES = 100_000
"""Fetched pages whose similarity is remembered: a page may link to them much later."""


@dataclass
class _Page:
    own: float
    links: Mapping[str, float]
    children: dict[str, float] = field(default_factory=dict)


class LinkGraph:
    """Which pages link to which, for the latest pages and those that are held.

    Args:
        capacity: maximum number of pages whose links are remembered, beside those that are held.
    """

    def __init__(self, capacity: int = 2000) -> None:
        self._capacity = capacity
        self._pages: dict[str, _Page] = {}
        # Those that may be forgotten, oldest first.
        self._latest: OrderedDict[str, None] = OrderedDict()
        self._parents: dict[str, list[str]] = {}
        self._similarities: Latest[str, float] = Latest(_MOST_SIMILARITIES)

    def __len__(self) -> int:
        return len(self._pages)

    def add(self, url: str, own: float, links: Mapping[str, float]) -> None:
        """Remember a page.

        Args:
            url: its URL.
            own: its similarity to the topic.
            links: values of its links by their anchor texts, by URL.
        """
        self._forget(url)
        links = {link: worth for link, worth in links.items() if link != url}
        known = self._similarities
        self._pages[url] = _Page(own, links, {link: known[link] for link in links if link in known})
        for link in links:
            self._parents.setdefault(link, []).append(url)
        self._latest[url] = None
        self._forget_oldest()

    def hold(self, url: str) -> None:
        """Remember a page until it is released, however many pages follow."""
        self._latest.pop(url, None)

    def release(self, url: str) -> None:
        """Allow a page to be forgotten again, as if it had just been added."""
        if url in self._pages:
            self._latest[url] = None
            self._forget_oldest()

    def fetched(self, url: str, own: float) -> list[str]:
        """Remember the similarity of a fetched page; return the pages that link to it."""
        self._similarities[url] = own
        parents = self._parents.get(url, [])
        for parent in parents:
            self._pages[parent].children[url] = own
        return list(parents)

    def own(self, url: str) -> float | None:
        """Return the similarity of a page; None if it is not remembered."""
        page = self._pages.get(url)
        return None if page is None else page.own

    def links(self, url: str) -> Mapping[str, float]:
        """Return the values of the links of a page, by URL."""
        page = self._pages.get(url)
        return {} if page is None else page.links

    def children(self, url: str) -> Mapping[str, float]:
        """Return the similarities of the fetched pages that a page links to, by URL."""
        page = self._pages.get(url)
        return {} if page is None else page.children

    def open_links(self, url: str) -> Iterator[str]:
        """Yield the links of a page that were not fetched."""
        page = self._pages.get(url)
        if page is not None:
            yield from (link for link in page.links if link not in page.children)

    def parents(self, url: str) -> Iterator[tuple[str, float]]:
        """Yield the pages that link to a URL, and the value of each link by its anchor text."""
        for parent in self._parents.get(url, ()):
            yield parent, self._pages[parent].links[url]

    def _forget_oldest(self) -> None:
        if len(self._latest) > self._capacity:
            self._forget(next(iter(self._latest)))

    def _forget(self, url: str) -> None:
        self._latest.pop(url, None)
        page = self._pages.pop(url, None)
        for link in page.links if page is not None else ():
            parents = self._parents[link]
            parents.remove(url)
            if not parents:
                del self._parents[link]
