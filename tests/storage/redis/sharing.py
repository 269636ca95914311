"""Helpers for tests with several workers of one crawl."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from storage.frontier.contract import any_host

from topiccrawl.storage.redis.frontier import RedisFrontier

Join = Callable[..., RedisFrontier]


def killed(worker: RedisFrontier) -> None:
    """The worker shows no more sign of life, and says nothing."""
    worker._worker.stop()
    worker._closed = True


def await_leased(worker: RedisFrontier, leased: int) -> None:
    """Wait until at most `leased` links are leased."""
    end = time.monotonic() + 20.0
    while worker.counts().leased > leased:
        assert time.monotonic() < end, "the leases of a dead worker are kept"
        time.sleep(0.01)


def leased_soon(worker: RedisFrontier, seconds: float = 20.0) -> Any:
    """What the worker gets as soon as there is something."""
    end = time.monotonic() + seconds
    while (leased := worker.lease(any_host)) is None:
        assert time.monotonic() < end, "nothing to lease"
        time.sleep(0.01)
    return leased
