"""On how many pages a crawl found each link of the seeds' sites: the captures of its estimate."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from topiccrawl.page.hidden_links.urls import host_of, site_of
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority

MOST = 20_000
"""Maximum number of links that are counted: 20,000 tell as much as all of a larger crawl."""
TITLE = "anchor"
"""Part of a priority: how relevant the anchor text is."""
COLUMNS = np.dtype([("key", "<u8"), ("seen", "<u2"), ("score", "<f4"), ("title", "<f4"), ("fetched", "?")])
"""Columns of `Sightings.table`: the link, on how many pages it stood, its score and that of its best anchor
text, in [0, 1] or -1 if unknown, and whether it was requested."""
_ALL_KEYS = 1 << 64
_MANY = 1000


@dataclass(slots=True)
class _Link:
    seen: int = 0
    score: float = 0.0
    title: float = -1.0  # unknown
    fetched: bool = False
    parent: int = 0  # the last page that it stood on


class Sightings:
    """Counts the pages on which links to some sites stand, of a random sample of links if there are many.

    Links without an anchor text do not count, nor do those to columns and further pages of lists: what they
    lead to is judged by its headline here.

    Args:
        hosts: of the sites.
    """

    def __init__(self, hosts: Collection[str] = ()) -> None:
        self._hosts = hosts
        self._links: dict[int, _Link] = {}
        self._below = _ALL_KEYS

    @cached_property
    def _sites(self) -> frozenset[str]:
        return frozenset(map(site_of, self._hosts))

    def see(self, key: bytes, url: str, context: LinkContext) -> None:
        """Count a link; on one page it counts once."""
        if not self._hosts or not context.anchor or context.role:
            return
        number = number_of(key)
        link = self._links.get(number)
        if link is None:
            if not (self.is_sampled(number) and self.is_of_sites(url)):
                return
            link = self._links[number] = _Link()
            self._shrink()
        parent = hash(context.parent_url)
        if parent != link.parent or not link.seen:
            link.parent, link.seen = parent, min(_MANY, link.seen + 1)

    def is_sampled(self, number: int) -> bool:
        """Return whether a link belongs to the sample, by its number."""
        return number < self._below

    def is_of_sites(self, url: str) -> bool:
        """Return whether a link leads to one of the sites."""
        return site_of(host_of(url)) in self._sites

    def rate(self, key: bytes, priority: Priority) -> None:
        """Keep the score of a link, and the relevance of its best anchor text."""
        if (link := self._links.get(number_of(key))) is not None:
            link.score, link.title = priority.value, max(link.title, priority.parts.get(TITLE, -1.0))

    def rescore(self, scores: Mapping[bytes, float]) -> None:
        """Keep new scores of links."""
        for key, score in scores.items():
            if (link := self._links.get(number_of(key))) is not None:
                link.score = score

    def fetch(self, key: bytes) -> None:
        """Note that a link is requested."""
        if (link := self._links.get(number_of(key))) is not None:
            link.fetched = True

    def table(self) -> NDArray[np.void]:
        """Return the links, with `COLUMNS`; none if the strategy does not judge anchor texts."""
        rows = [(key, one.seen, one.score, one.title, one.fetched) for key, one in self._links.items()]
        return np.array(rows if any(row[3] >= 0 for row in rows) else [], COLUMNS)

    def packed(self) -> bytes:
        """Return the links as bytes, for `restore`."""
        return zlib.compress(self.table().tobytes(), 1)

    def restore(self, packed: bytes) -> None:
        """Add what an earlier process of the crawl has counted."""
        for key, seen, score, title, fetched in np.frombuffer(zlib.decompress(packed), COLUMNS).tolist():
            own = self._links.setdefault(key, _Link(score=score))
            own.seen, own.title = min(_MANY, own.seen + seen), max(own.title, title)
            own.fetched |= fetched
        self._shrink()

    def _shrink(self) -> None:
        # Keys are hashes: the links with the smallest ones are a random sample.
        while len(self._links) > MOST:
            self._below //= 2
            self._links = {key: one for key, one in self._links.items() if key < self._below}


def number_of(key: bytes) -> int:
    """Return what stands for the key of a link in `COLUMNS`."""
    return int.from_bytes(key[:8], "little")
