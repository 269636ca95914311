"""The waiting requests of a crawl: a stored frontier, and memory for what cannot be stored."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.spiders import Spider

from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.request_meta import encode_link_context
from topiccrawl.scheduler.policy import HostFilter, RequestPolicy
from topiccrawl.scheduler.request_codec import decode_request, encode_request
from topiccrawl.storage.frontier.contract import Counts, Entry, Frontier, SharedFrontier, State
from topiccrawl.storage.frontier.memory import MemoryFrontier

logger = logging.getLogger(__name__)


class RequestQueue:
    """Two frontiers that act as one.

    Counters are Scrapy's: `scheduler/enqueued` and `scheduler/dequeued`, each with `/disk` or `/memory`, and
    `scheduler/unserializable` for requests that are kept in memory because they cannot be stored.
    """

    def __init__(self, crawler: Crawler, policy: RequestPolicy, max_attempts: int) -> None:
        self._crawler = crawler
        self._policy = policy
        self._engine = EngineView(crawler)
        self._spider: Spider | None = None
        self._memory: MemoryFrontier[Request] = MemoryFrontier(max_attempts)
        self._stored: Frontier[bytes] | None = None
        self._warned = not crawler.settings.getbool("SCHEDULER_DEBUG")

    def open(self, stored: Frontier[bytes] | None, spider: Spider | None) -> None:
        """Use a frontier that outlives the process, if there is one."""
        self._stored, self._spider = stored, spider

    def close(self) -> None:
        """Close the stored frontier."""
        stored, self._stored = self._stored, None
        if stored is not None:
            stored.close()

    def counts(self) -> Counts:
        """Return how many requests are in which state."""
        memory = self._memory.counts()
        return memory if self._stored is None else self._stored.counts() + memory

    def state(self, key: bytes) -> State | None:
        """Return the state of a URL; None when it is unknown."""
        state = self._stored.state(key) if self._stored is not None else None
        return self._memory.state(key) if state is None else state

    def is_in_memory(self, frontier: Frontier[Any]) -> bool:
        """Return whether a lease's frontier is the one in memory."""
        return frontier is self._memory

    def sync(self) -> bool:
        """Send waiting changes; return whether all workers know what was enqueued so far."""
        return not isinstance(self._stored, SharedFrontier) or self._stored.sync()

    def push(self, request: Request, key: bytes, *, again: bool = False) -> bool:
        """Enqueue a request; return False when its URL waits already, then with the higher of both scores.

        Args:
            request: the request.
            key: of its URL.
            again: let a URL that was visited wait once more.
        """
        score, known = float(self._policy.score_of(request)), self._waiting_score(key)
        if known is not None and score <= known:
            return False  # before encoding: the same link stands on many pages
        if self._stored is not None and self._memory.state(key) is None:
            try:
                entry = self.entry(self._stored, request, key)
            except ValueError as error:
                if self._stored.state(key) is not None:
                    return False
                self._count_unserializable(request, error)
            else:
                return self._push(self._stored, entry, again)
        return self._push(self._memory, self.entry(self._memory, request, key), again)

    def rescore(self, scores: Mapping[bytes, float]) -> None:
        """Give waiting requests new scores, up or down; see `Frontier.rescore`."""
        self._memory.rescore(scores)
        if self._stored is not None:
            self._stored.rescore(scores)

    def entry(self, frontier: Frontier[Any], request: Request, key: bytes) -> Entry[Any]:
        """Return the entry of a request in a frontier.

        Raises:
            ValueError: the request cannot be stored.
        """
        slot, score = self._engine.slot_of(request), float(self._policy.score_of(request))
        if frontier is self._memory:
            return Entry(key, slot, score, request, request.url)
        payload = encode_request(request, self._spider)
        return Entry(key, slot, score, payload, request.url, encode_link_context(request))

    def lease(self, ready: HostFilter) -> tuple[Request, Frontier[Any], Entry[Any]] | None:
        """Lease the best request among the hosts that are ready; return it with its frontier and entry."""
        if self._memory.counts().waiting and (entry := self._memory.lease(ready)) is not None:
            return entry.payload, self._memory, entry
        while self._stored is not None and (stored := self._stored.lease(ready)) is not None:
            try:
                request = decode_request(stored.url, stored.payload, stored.why, self._spider)
            except ValueError as error:  # stored by other code; the rest of the crawl continues
                logger.error("%s", error)
                self._stored.dead(stored.key, f"unreadable: {error}"[:500])
            else:
                return request, self._stored, stored
        return None

    def count(self, counter: str, frontier: Frontier[Any]) -> None:
        """Count a request under a counter of Scrapy's, and by the kind of its frontier."""
        self._engine.count(counter)
        self._engine.count(f"{counter}/{'memory' if frontier is self._memory else 'disk'}")

    def _push(self, frontier: Frontier[Any], entry: Entry[Any], again: bool) -> bool:
        if again:
            frontier.again(entry)
        elif not frontier.push(entry):
            return False
        self.count("scheduler/enqueued", frontier)
        return True

    def _waiting_score(self, key: bytes) -> float | None:
        known = self._memory.score(key)
        return self._stored.score(key) if known is None and self._stored is not None else known

    def _count_unserializable(self, request: Request, error: ValueError) -> None:
        self._engine.count("scheduler/unserializable")
        if not self._warned:
            self._warned = True
            logger.warning(
                "Unable to serialize request: %s - reason: %s - it is kept in memory; no more such requests "
                "will be logged (stats being collected)",
                request,
                error,
            )
