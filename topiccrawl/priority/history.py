"""A bounded, uniform sample of the URLs accepted (paper A, algorithm 3; Vitter's reservoir sampling)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence


class UrlHistory:
    """A bounded sample in which every added URL has the same probability of being kept.

    Args:
        capacity: maximum number of URLs.
        seed: makes the sample reproducible.

    Raises:
        ValueError: the capacity is under 1.
    """

    def __init__(self, capacity: int = 1000, seed: int | None = None) -> None:
        if capacity < 1:
            raise ValueError(f"the capacity of a URL history must be at least 1, got {capacity}")
        self.capacity = capacity
        self.added = 0
        self._random = random.Random(seed)  # noqa: S311 - sampling, not cryptography
        self._urls: list[str] = []

    def __len__(self) -> int:
        return len(self._urls)

    def add(self, url: str) -> None:
        """Add an accepted URL."""
        self.added += 1
        if len(self._urls) < self.capacity:
            self._urls.append(url)
        else:
            place = self._random.randrange(self.added)
            if place < self.capacity:
                self._urls[place] = url

    def update(self, urls: Iterable[str]) -> None:
        """Add several URLs."""
        for url in urls:
            self.add(url)

    def resume(self, added: int, urls: Sequence[str]) -> None:
        """Restore the history of an earlier crawl.

        Args:
            added: number of URLs it accepted.
            urls: a uniform sample of them; all of them up to the capacity.
        """
        self.added = added
        self._urls = list(urls[: self.capacity])

    def sample(self, n: int) -> list[str]:
        """Return `n` different URLs, or all of them when there are fewer."""
        return list(self._urls) if n >= len(self._urls) else self._random.sample(self._urls, n)
