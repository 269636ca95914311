"""The history of visited URLs: a sample (paper A, algorithm 3), and counts by section.

The sample is bounded and uniform (Vitter's reservoir sampling).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Literal

from topiccrawl.priority.sections import Section, SectionCounts, VisitCounts, section_of

Holds = Literal["accepted", "visited"]


class UrlHistory:
    """A bounded sample in which every added URL has the same probability of being kept, and counts of all.

    Args:
        capacity: maximum number of URLs in the sample.
        seed: makes the sample reproducible.
        holds: whether the sample has accepted pages only, or all visited pages.

    Attributes:
        added: number of URLs that the sample was drawn from.
        sections: how many pages were visited and accepted, by section.
    """

    def __init__(self, capacity: int = 1000, seed: int | None = None, holds: Holds = "accepted") -> None:
        self.capacity = capacity
        self.holds = holds
        self.added = 0
        self.sections = SectionCounts()
        self._random = random.Random(seed)  # noqa: S311 - sampling, not cryptography
        self._urls: list[str] = []
        self._groups: dict[str | Section, list[str]] | None = None

    def __len__(self) -> int:
        return len(self._urls)

    def add(self, url: str, accepted: bool = True) -> None:
        """Add a visited URL."""
        self.sections.add(section_of(url), VisitCounts(int(accepted), 1))
        if not accepted and self.holds == "accepted":
            return
        self.added += 1
        self._groups = None
        if len(self._urls) < self.capacity:
            self._urls.append(url)
        else:
            place = self._random.randrange(self.added)
            if place < self.capacity:
                self._urls[place] = url

    def update(self, urls: Iterable[str]) -> None:
        """Add several accepted URLs."""
        for url in urls:
            self.add(url)

    def resume(
        self, added: int, urls: Sequence[str], sections: Iterable[tuple[Section, VisitCounts]] = ()
    ) -> None:
        """Restore the history of an earlier crawl.

        Args:
            added: number of URLs that its sample was drawn from.
            urls: a uniform sample of them; all of them up to the capacity.
            sections: its counts.
        """
        self.added = added
        self._urls = list(urls[: self.capacity])
        self._groups = None
        self.sections = SectionCounts()
        self.sections.update(sections)

    def sample(self, n: int, within: str | Section | None = None) -> list[str]:
        """Return `n` different URLs, or all of them when there are fewer.

        Args:
            n: number of URLs.
            within: a host or a section, to draw only from its URLs.
        """
        urls = self._urls if within is None else self._grouped().get(within, [])
        return list(urls) if n >= len(urls) else self._random.sample(urls, n)

    def _grouped(self) -> dict[str | Section, list[str]]:
        # Grouped again after each change: a page has many links, but adds one URL at most.
        if self._groups is None:
            self._groups = {}
            for url in self._urls:
                section = section_of(url)
                self._groups.setdefault(section.host, []).append(url)
                self._groups.setdefault(section, []).append(url)
        return self._groups
