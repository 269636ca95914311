"""Long work at the start of a crawl, such as compiling, as lines of the log."""

from __future__ import annotations

import logging
import time

from topiccrawl.text.resources import cache_dir

logger = logging.getLogger(__name__)

_INTERVAL = 3.0
"""Seconds between two lines."""


class WorkLog:
    """Logs when some work begins, how far it is every few seconds, and how long it took."""

    def __init__(self) -> None:
        self._began: dict[str, float] = {}
        self._told = 0.0

    def __call__(self, what: str, done: int, of: int) -> None:
        """Take a report; see `topiccrawl.text.progress`."""
        now = time.monotonic()
        if what not in self._began:
            self._began[what] = self._told = now
            logger.info("%s, once: it is kept in %s", what, cache_dir())
        elif done >= of:
            logger.info("%s: done in %.1f s", what, now - self._began.pop(what))
        elif now - self._told >= _INTERVAL:
            self._told = now
            logger.info("%s: %d %%", what, 100 * done // of)
