"""Hosts that refuse the workers of a shared crawl."""

from __future__ import annotations

import contextlib
from collections.abc import Set
from typing import Any

from topiccrawl.errors import StorageError
from topiccrawl.storage.redis.exchange import Exchange
from topiccrawl.storage.redis.worker import RedisWorker


class Refusals:
    """Pauses and denials of hosts, counted on the server over all workers.

    They are steps like those of the frontier, so they keep their order, and wait while the server is away.
    Each answer of the server says how many hosts are given up; their names are read when that has changed.
    The counts end with the last worker of the crawl.

    Args:
        worker: this worker on the server.
        exchange: sends the steps.
    """

    def __init__(self, worker: RedisWorker, exchange: Exchange) -> None:
        self._worker = worker
        self._exchange = exchange
        self._mine: set[str] = set()
        """Hosts that this worker has reported and that have not answered it since."""
        self._given_up: frozenset[str] = frozenset()
        self._seen = (b"", 0)

    def pause(self, host: str, seconds: float, patience: float) -> None:
        """See `SharedFrontier.pause`."""
        self._mine.add(host)
        self._exchange.add(("pause", host.encode(), _milliseconds(seconds), _milliseconds(patience)))

    def deny(self, host: str, most: int) -> None:
        """See `SharedFrontier.deny`."""
        self._mine.add(host)
        self._exchange.add(("deny", host.encode(), str(most)))

    def answered(self, host: str) -> None:
        """See `SharedFrontier.answered`; nothing is sent while no host refuses any worker."""
        if host in self._mine or self._exchange.outlook.refusing:
            self._mine.discard(host)
            self._exchange.add(("answered", host.encode()))

    def given_up(self) -> Set[str]:
        """See `SharedFrontier.hosts_given_up`."""
        seen = (self._exchange.generation, self._exchange.outlook.given_up)
        if seen != self._seen:
            if not seen[1]:
                self._given_up, self._seen = frozenset(), seen
            else:
                # While the server is unavailable, the last known names are used.
                with contextlib.suppress(StorageError):
                    if not self._worker.is_away:
                        self._given_up, self._seen = self._read(), seen
        return self._given_up

    def _read(self) -> frozenset[str]:
        key = self._worker.key("given_up")
        names: Any = self._worker.ask(lambda: self._worker.client.smembers(key))
        return frozenset(name.decode(errors="replace") for name in names)


def _milliseconds(seconds: float) -> str:
    return str(max(0, round(seconds * 1000)))
