"""Model time: events in their order, without waiting."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count


class Clock:
    """Runs events in the order of their times; among equal times in the order of scheduling.

    Attributes:
        now: the time in seconds from the start of the crawl.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()

    def at(self, time: float, event: Callable[[], None]) -> None:
        """Schedule an event; a time that has passed means now."""
        heapq.heappush(self._events, (max(time, self.now), next(self._numbers), event))

    def step(self) -> bool:
        """Run the next event; return False when there is none."""
        if not self._events:
            return False
        self.now, _, event = heapq.heappop(self._events)
        event()
        return True


class Worker:
    """Does one piece of work at a time, in the order of submission."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._free = 0.0

    def work(self, seconds: float, done: Callable[[], None]) -> None:
        """Schedule an event for the end of some work."""
        self._free = max(self._free, self._clock.now) + seconds
        self._clock.at(self._free, done)
