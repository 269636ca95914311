"""Model time: events in their order, without waiting."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable
from functools import partial
from itertools import count

Event = Callable[[], None]
"""Something that happens at a time."""


class Clock:
    """Runs events in the order of their times; among equal times in the order of scheduling.

    Attributes:
        now: the time in seconds from the start of the crawl.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self._events: list[tuple[float, int, Event]] = []
        self._numbers = count()

    def at(self, time: float, event: Event) -> None:
        """Schedule an event; a time that has passed means now."""
        heapq.heappush(self._events, (max(time, self.now), next(self._numbers), event))

    def step(self) -> bool:
        """Run the next event; return False when there is none."""
        if not self._events:
            return False
        self.now, _, event = heapq.heappop(self._events)
        event()
        return True


class Turns:
    """Does several pieces of work in turn, as the event loop of one thread does.

    Each piece goes behind the others after every step, so a short one is not held up by the whole of a long
    one, but by a step of each that is under way.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: deque[Event] = deque()
        self._busy = False

    def work(self, seconds: float, done: Event, steps: int = 1) -> None:
        """Call a function when some work is done.

        Args:
            seconds: how long the work takes alone.
            done: called at its end.
            steps: equal parts, between which others have their turn.
        """
        self._waiting.append(partial(self._begin, seconds / steps, done, steps))
        if not self._busy:
            self._next()

    def _next(self) -> None:
        self._busy = bool(self._waiting)
        if self._waiting:
            self._waiting.popleft()()

    def _begin(self, seconds: float, done: Event, steps: int) -> None:
        self._clock.at(self._clock.now + seconds, partial(self._end, seconds, done, steps))

    def _end(self, seconds: float, done: Event, steps: int) -> None:
        if steps > 1:
            self._waiting.append(partial(self._begin, seconds, done, steps - 1))
        else:
            done()
        self._next()


class Countdown:
    """Calls a function when several things have happened.

    Args:
        count: how many.
        then: called at the last one.
    """

    def __init__(self, count: int, then: Event) -> None:
        self._left = count
        self._then = then

    def one(self) -> None:
        """Count one of them."""
        self._left -= 1
        if not self._left:
            self._then()
