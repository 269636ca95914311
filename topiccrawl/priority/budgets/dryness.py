"""Detection of crawls that find nothing more."""

from __future__ import annotations

from collections import deque


class Dryness:
    """Watches how many of the last pages were kept.

    Args:
        pages: number of pages that are looked at, at least 1.
        share: share of kept pages under which the crawl has run dry, in [0, 1].
    """

    def __init__(self, pages: int, share: float) -> None:
        self._pages, self._share = pages, share
        self._window: deque[bool] = deque(maxlen=pages)
        self._kept = 0

    def add(self, kept: bool) -> bool:
        """Add a page; return whether the crawl has run dry.

        >>> dryness = Dryness(3, 0.5)
        >>> [dryness.add(kept) for kept in (True, False, True, False, False)]
        [False, False, False, True, True]
        """
        if len(self._window) == self._pages:
            self._kept -= self._window[0]
        self._window.append(kept)
        self._kept += kept
        return len(self._window) == self._pages and self._kept < self._share * self._pages
