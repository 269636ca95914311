"""Log lines about long work at the start of a crawl, such as compiling."""

from __future__ import annotations

import logging
import time

from topiccrawl.text.resources import cache_dir

logger = logging.getLogger(__name__)

_INTERVAL = 3.0
"""Seconds between two lines about the same work."""


class WorkLog:
    """Logs the start, the progress and the duration of work."""

    def __init__(self) -> None:
        self._began: dict[str, float] = {}
        self._logged = 0.0

    def __call__(self, what: str, done: int, of: int) -> None:
        """Receive a progress report; see `topiccrawl.text.progress`."""
        now = time.monotonic()
        if what not in self._began:
            self._began[what] = self._logged = now
            logger.info("%s, once: the result is kept in %s", what, cache_dir())
        elif done >= of:
            logger.info("%s: done in %.1f s", what, now - self._began.pop(what))
        elif now - self._logged >= _INTERVAL:
            self._logged = now
            logger.info("%s: %d %%", what, 100 * done // of)
