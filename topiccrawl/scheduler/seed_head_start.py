"""Seeds before links: the first pages are the best of all seeds."""

from __future__ import annotations

import time

from scrapy import Request

from topiccrawl.crawl.engine import EngineView


class SeedHeadStart:
    """Detects when the links of every seed that answers in time are in the frontier.

    Args:
        engine: shows which seeds have been read.
        seeds: how many seeds the spider will enqueue.
        seconds: after which links no longer wait for seeds.
    """

    def __init__(self, engine: EngineView, seeds: int, seconds: float) -> None:
        self._engine = engine
        self._expected = seeds
        self._seconds = seconds
        self._waiting: set[bytes] = set()
        self._sent: list[Request] = []
        self._began = time.monotonic()
        self._over = False

    def begin(self) -> None:
        """Start the clock."""
        self._began = time.monotonic()

    def expect_one_less(self) -> None:
        """Record that the spider has enqueued a seed."""
        self._expected -= 1

    def wait_for(self, key: bytes) -> None:
        """Record that a seed waits, or is about to be retried."""
        if not self._over:
            self._waiting.add(key)

    def sent(self, request: Request, key: bytes) -> None:
        """Record that a seed was handed to the engine."""
        if not self._over:
            self._waiting.discard(key)
            self._sent.append(request)

    def is_over(self) -> bool:
        """Return whether links may be sent."""
        self._over = (
            self._over
            or time.monotonic() - self._began >= self._seconds
            or (
                self._expected <= 0
                and not self._waiting
                and len(self._engine.finished(self._sent)) == len(self._sent)
            )
        )
        return self._over
