"""A frontier in memory: best first over all hosts, nothing kept after the crawl."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Generic

from topiccrawl.storage.frontier import Entry, Payload


class MemoryFrontier(Generic[Payload]):
    """Heaps of entries, one a host, and a heap of hosts by their best entry.

    Scores only rise while an entry waits: a raised entry is pushed again and its older place skipped when
    met.
    """

    def __init__(self) -> None:
        self._known: set[bytes] = set()
        self._waiting: dict[bytes, tuple[Entry[Payload], int]] = {}
        self._leased: dict[bytes, tuple[Entry[Payload], int]] = {}
        self._of_host: dict[str, list[tuple[float, int, bytes]]] = {}
        self._hosts: list[tuple[float, int, str]] = []
        self._numbers = count()

    def known(self, key: bytes) -> bool:
        """See `Frontier.known`."""
        return key in self._known

    def push(self, entry: Entry[Payload]) -> bool:
        """See `Frontier.push`."""
        new = entry.key not in self._known
        if new:
            self._known.add(entry.key)
            self._insert(entry)
        elif (held := self._waiting.get(entry.key)) and entry.score > held[0].score:
            self._insert(replace(entry, host=held[0].host))
        return new

    def lease(self, ready: Callable[[str, float], bool]) -> Entry[Payload] | None:
        """See `Frontier.lease`."""
        passed_over: list[tuple[float, int, str]] = []
        entry = None
        while self._hosts and entry is None:
            best = heapq.heappop(self._hosts)
            host = best[2]
            head = self._head(host)
            if head is None or head[:2] != best[:2]:
                continue  # an older place of the host, or one whose entry is gone
            if passed_over and passed_over[-1] == best:
                continue  # announced twice; keeping both, the heap would only grow
            if not ready(host, -best[0]):
                passed_over.append(best)
                continue
            heapq.heappop(self._of_host[host])
            held = self._waiting.pop(head[2])
            entry = held[0]
            self._leased[entry.key] = held
            self._announce(host)
        for place in passed_over:
            heapq.heappush(self._hosts, place)
        return entry

    def done(self, key: bytes) -> None:
        """See `Frontier.done`."""
        self._leased.pop(key, None)

    def release(self, key: bytes) -> None:
        """See `Frontier.release`."""
        held = self._leased.pop(key, None)
        if held is not None:
            self._insert(*held)

    def waiting(self) -> int:
        """See `Frontier.waiting`."""
        return len(self._waiting)

    def leased(self) -> int:
        """See `Frontier.leased`."""
        return len(self._leased)

    def _insert(self, entry: Entry[Payload], number: int | None = None) -> None:
        if number is None:
            number = next(self._numbers)
        self._waiting[entry.key] = (entry, number)
        heapq.heappush(self._of_host.setdefault(entry.host, []), (-entry.score, number, entry.key))
        head = self._of_host[entry.host][0]
        if head[1] == number:
            heapq.heappush(self._hosts, (head[0], head[1], entry.host))

    def _head(self, host: str) -> tuple[float, int, bytes] | None:
        """The host's best place that is not outdated."""
        heap = self._of_host.get(host, [])
        while heap:
            _, number, key = heap[0]
            held = self._waiting.get(key)
            if held and held[1] == number:
                return heap[0]
            heapq.heappop(heap)
        self._of_host.pop(host, None)
        return None

    def _announce(self, host: str) -> None:
        head = self._head(host)
        if head is not None:
            heapq.heappush(self._hosts, (head[0], head[1], host))
