"""Cache of slow counts, which are refreshed in the background while the cached ones are shown."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar

T = TypeVar("T")
logger = logging.getLogger(__name__)

OLDEST = timedelta(minutes=10)
"""Age from which a cached count is not shown."""
_MOST_KNOWN = 1_000


@dataclass(frozen=True, slots=True)
class Counted(Generic[T]):
    """A cached count.

    Attributes:
        value: the count.
        at: time of counting.
        is_quick: whether few rows were read; more are being read in the background.
    """

    value: T
    at: datetime
    is_quick: bool = False


class BackgroundCounts:
    """Caches counts by key; one is refreshed at a time."""

    def __init__(self) -> None:
        self._known: dict[object, Counted[Any]] = {}
        self._running: set[object] = set()
        self._lock = threading.Lock()
        self._worker = ThreadPoolExecutor(1, "counts")

    def get(
        self,
        key: object,
        age: timedelta,
        quick: Callable[[], T],
        thorough: Callable[[], T] | None = None,
        is_whole: Callable[[T], bool] = lambda _: True,
    ) -> Counted[T]:
        """Return a cached count, or count now.

        Args:
            key: of the count.
            age: age from which it is refreshed in the background; the cached count is returned meanwhile.
            quick: counts while the user waits.
            thorough: counts in the background; None: the same as `quick`.
            is_whole: whether `quick` has read all rows, so that `thorough` is not needed.
        """
        now = datetime.now(UTC)
        found: Counted[T] | None = self._known.get(key)
        if found is None or now - found.at > OLDEST:
            value = quick()
            found = Counted(value, now, is_quick=thorough is not None and not is_whole(value))
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
            self._known[key] = found
            if not found.is_quick:
                return found
        elif now - found.at <= age and not found.is_quick:
            return found
        self._begin(key, thorough or quick)
        return found

    def forget(self) -> None:
        """Clear the cache."""
        self._known.clear()

    def wait(self) -> None:
        """Wait for the counts that have started."""
        self._worker.submit(int).result()

    def close(self) -> None:
        """Stop after the running count."""
        self._worker.shutdown(cancel_futures=True)

    def _begin(self, key: object, count: Callable[[], Any]) -> None:
        with self._lock:
            if key in self._running:
                return
            self._running.add(key)
        with suppress(RuntimeError):  # the application ends
            self._worker.submit(self._run, key, count)

    def _run(self, key: object, count: Callable[[], Any]) -> None:
        try:
            at = datetime.now(UTC)
            value = count()
            if key in self._known:
                self._known[key] = Counted(value, at)
        except Exception:  # the next request starts it again
            logger.warning("a count in the background failed", exc_info=True)
        finally:
            with self._lock:
                self._running.discard(key)
