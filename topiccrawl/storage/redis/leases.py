"""The leases of one worker: which URL it leases next, and how a lease ends.

`TOPICCRAWL_LEASE_SECONDS` says how long a lease lasts; `RedisWorker` renews it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from topiccrawl.storage.frontier.contract import Entry, State
from topiccrawl.storage.frontier.known_keys import Known
from topiccrawl.storage.redis.exchange import Exchange
from topiccrawl.storage.redis.outlook import HostHead
from topiccrawl.storage.redis.worker import Argument

FEWEST_HOSTS, _MOST_HOSTS = 16, 1024
"""Hosts in an answer of the server; more only when the worker may ask none of them."""
_ATTEMPTS = 20
"""URLs that other workers may take first before a worker waits for its next turn."""


@dataclass(frozen=True, slots=True)
class Held:
    """A URL that this worker has leased.

    Attributes:
        host: its host.
        score: the score with which it waits again when the lease is released.
        attempts: crashes of workers that it took part in so far.
    """

    host: str
    score: float
    attempts: float


class Leases:
    """Takes leases from the server and ends them; `RedisWorker` renews them in between.

    Args:
        exchange: with the server.
        held: the URLs that this worker holds, by key; kept up to date.
        delay_of: seconds from one fetch of a host to the next, over all workers.
    """

    def __init__(self, exchange: Exchange, held: dict[bytes, Held], delay_of: Callable[[str], float]) -> None:
        self._exchange = exchange
        self._held = held
        self._delay_of = delay_of

    def get(self, key: bytes) -> Held | None:
        """Return a URL that this worker holds; None for others."""
        return self._held.get(key)

    def take(self, ready: Callable[[str, float], bool]) -> Entry[bytes] | None:
        """Lease the best URL of a host that is ready; see `Frontier.lease`.

        Raises:
            DatabaseAwayError: the server does not answer.
            StorageError: it refuses.
        """
        exchange = self._exchange
        if not exchange.is_fresh:
            exchange.send()
        asked: set[str] = set()
        attempts = 0
        while attempts < _ATTEMPTS:
            for place, head in enumerate(exchange.outlook.heads):
                if head.host in asked:
                    continue
                asked.add(head.host)
                if not ready(head.host, -head.rank) or head.free_at > time.monotonic():
                    continue
                if (entry := self._grant(head)) is not None:
                    exchange.depth = min(max(FEWEST_HOSTS, 2 * place), _MOST_HOSTS)
                    return entry
                asked.discard(head.host)
                attempts += 1
                break  # another worker took what was expected there, and the answer has newer heads
            else:
                if exchange.is_fresh and len(exchange) == 0:
                    if exchange.outlook.complete or exchange.depth >= _MOST_HOSTS:
                        return None
                    exchange.depth = min(4 * exchange.depth, _MOST_HOSTS)
                exchange.send()
        return None

    def put_back(self, step: str, key: bytes) -> None:
        """End a lease with a step; the URL waits with its old score."""
        if (held := self._held.get(key)) is not None:
            self.settle(held.score, step, key)
            self._exchange.outlook.add(held.host, held.score)

    def settle(self, known: Known, step: str, key: bytes, *more: Argument) -> None:
        """End a lease with a step that gives the URL its new state; do nothing when there is none."""
        if self.drop(key) is not None:
            self._exchange.put(key, known)
            self._exchange.add((step, key, *more))
            self._exchange.sync_if_many()

    def drop(self, key: bytes) -> Held | None:
        """Forget a lease without notifying the server; return it."""
        held = self._held.pop(key, None)
        if held is not None:
            self._exchange.outlook.free(held.host)
        return held

    def _grant(self, head: HostHead) -> Entry[bytes] | None:
        delay = max(0, round(self._delay_of(head.host) * 1000))
        granted = self._exchange.send(grant=(head.host, delay, repr(head.rank)))
        if not granted:
            return None
        key, score, payload, link, attempts = granted
        url, _, why = (link or b"").decode().partition("\n")
        self._held[key] = Held(head.host, float(score), float(attempts))
        self._exchange.put(key, State.LEASED)
        return Entry(key, head.host, float(score), payload or b"", url, why)
