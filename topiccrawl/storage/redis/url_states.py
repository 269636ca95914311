"""States of URLs as a worker knows them, looked up on the server where it does not."""

from __future__ import annotations

from typing import Any

from topiccrawl.errors import DatabaseAwayError
from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.frontier.known_keys import Known, KnownKeys, score_of_known, state_of_known
from topiccrawl.storage.redis.exchange import Exchange
from topiccrawl.storage.redis.worker import RedisWorker


class UrlStates:
    """States and scores of URLs: from the steps that wait to be sent, the worker's cache, or the server.

    Args:
        worker: this worker on the server.
        exchange: what waits to be sent, and the server's newest answer.
        known: cache of the worker, shared with `exchange`.
    """

    def __init__(self, worker: RedisWorker, exchange: Exchange, known: KnownKeys) -> None:
        self._worker = worker
        self._exchange = exchange
        self._known = known
        self._missing: tuple[bytes, bytes] | None = None
        """Generation and key of the last URL that the server did not know."""

    def put(self, key: bytes, known: Known) -> None:
        """Remember the new state or score of a URL."""
        self._missing = None
        self._known.put(key, known)

    def local(self, key: bytes) -> Known | None:
        """Return what this worker knows of a URL; None when it would have to ask the server."""
        known = self._known.get(key)
        return self._exchange.new_score(key) if known is None else known

    def score(self, key: bytes) -> float | None:
        """Return the score of a URL that waits; None for others, and for what this worker does not know."""
        return score_of_known(self.local(key))

    def state(self, key: bytes) -> State | None:
        """Return the state of a URL; None if it is new, or if the server is needed and away."""
        known = self.local(key)
        if known is not None:
            return state_of_known(known)
        if self._knows_all or self._missing == (self._exchange.generation, key) or self._worker.is_away:
            return None
        try:
            known_keys = self._worker.key("dupefilter")
            record: Any = self._worker.ask(lambda: self._worker.client.hget(known_keys, key))
        except DatabaseAwayError:
            return None
        if record is None:
            # A scheduler asks for the state of a new URL and pushes it at once: one look-up serves both.
            self._missing = self._exchange.generation, key
            return None
        state, _, _, score, _ = record.split(b"|", 4)
        found = State(int(state))
        self._known.put(key, float(score) if found is State.WAITING else found)
        return found

    @property
    def _knows_all(self) -> bool:
        """Whether a URL that is not known here is new: this worker is alone and remembers all URLs."""
        counts = self._exchange.counts
        in_all = counts.waiting + counts.leased + counts.done + counts.dead
        alone = self._exchange.outlook.workers == 1
        return alone and not self._known.forgot and len(self._known) == in_all
