"""Counts that take a while: kept, dated, and counted again in the background while the old ones are shown."""

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
"""Age from which counts are not shown any more."""
_MOST_KNOWN = 1_000


@dataclass(frozen=True, slots=True)
class Counted(Generic[T]):
    """A count.

    Attributes:
        value: what was counted.
        at: when.
        is_quick: whether only a few rows were read, and more are being read in the background.
    """

    value: T
    at: datetime
    is_quick: bool = False


class BackgroundCounts:
    """Keeps counts by key; one of them is counted again at a time."""

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
        """Return a count that is known, else count.

        Args:
            key: of the count.
            age: from which on it is counted again in the background; the old one is returned meanwhile.
            quick: counts while somebody waits.
            thorough: counts in the background; None: as `quick` does.
            is_whole: whether `quick` has read everything, so that nothing is left for `thorough`.
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
        """Forget what is known."""
        self._known.clear()

    def wait(self) -> None:
        """Wait for the counts that have begun."""
        self._worker.submit(int).result()

    def close(self) -> None:
        """End; the count that runs is waited for."""
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
        except Exception:  # the next visitor begins it again
            logger.warning("a count in the background failed", exc_info=True)
        finally:
            with self._lock:
                self._running.discard(key)
