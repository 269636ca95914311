"""Rate limit for failed log-ins."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

FREE = 5
"""Failures allowed before the first pause."""
_FIRST = 30.0
_LONGEST = 900.0
_FORGOTTEN = 3600.0
_MOST = 10_000


class Throttle:
    """Counts failed log-ins by user name and by address; after five, each failure doubles the pause.

    Args:
        clock: returns seconds; for tests.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures: dict[str, tuple[int, float]] = {}
        self._lock = threading.Lock()

    def wait(self, *keys: str) -> float:
        """Return the seconds until the next attempt is allowed; 0: now."""
        now = self._clock()
        with self._lock:
            return max((self._left(key, now) for key in keys), default=0.0)

    def failed(self, *keys: str) -> None:
        """Count a failure."""
        now = self._clock()
        with self._lock:
            if len(self._failures) > _MOST:
                self._failures = {key: one for key, one in self._failures.items() if now - one[1] < _LONGEST}
            for key in keys:
                count, last = self._failures.get(key, (0, now))
                self._failures[key] = (1 if now - last > _FORGOTTEN else count + 1), now

    def succeeded(self, *keys: str) -> None:
        """Forget the failures."""
        with self._lock:
            for key in keys:
                self._failures.pop(key, None)

    def _left(self, key: str, now: float) -> float:
        count, last = self._failures.get(key, (0, now))
        if count < FREE:
            return 0.0
        return max(0.0, last + min(_LONGEST, _FIRST * 2.0 ** min(count - FREE, 10)) - now)
