"""A frontier in memory: best first over all hosts, lost at the end of the crawl."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count
from typing import Generic

from topiccrawl.storage.frontier.contract import Counts, Entry, Payload, State, check_scores


class MemoryFrontier(Generic[Payload]):
    """One heap of entries for each host, and a heap of hosts by their best entry.

    Args:
        max_attempts: failures of a URL after which it is given up.
    """

    # An entry whose score changes while it waits is pushed again, and its older place is skipped later.

    def __init__(self, max_attempts: int = 3) -> None:
        self._max_attempts = max_attempts
        self._failures: Counter[bytes] = Counter()
        self._states: dict[bytes, State] = {}
        self._counts: Counter[State] = Counter()
        self._waiting: dict[bytes, tuple[Entry[Payload], int]] = {}
        self._leased: dict[bytes, tuple[Entry[Payload], int]] = {}
        self._of_host: dict[str, list[tuple[float, int, bytes]]] = {}
        self._hosts: list[tuple[float, int, str]] = []
        self._outdated: Counter[str] = Counter()
        self._numbers = count()

    def state(self, key: bytes) -> State | None:
        return self._states.get(key)

    def score(self, key: bytes) -> float | None:
        held = self._waiting.get(key)
        return None if held is None else held[0].score

    def push(self, entry: Entry[Payload]) -> bool:
        if entry.key not in self._states:
            self._insert(entry, next(self._numbers))
            return True
        held = self._waiting.get(entry.key)
        if held is not None and entry.score > held[0].score:
            self._insert(replace(entry, host=held[0].host), held[1])
        return False

    def lease(self, ready: Callable[[str, float], bool]) -> Entry[Payload] | None:
        passed_over: list[tuple[float, int, str]] = []
        entry = None
        while self._hosts and entry is None:
            best = heapq.heappop(self._hosts)
            host = best[2]
            head = self._head(host)
            if head is None or head[:2] != best[:2]:
                continue  # an older place of the host, or one whose entry is gone
            if passed_over and passed_over[-1] == best:
                continue  # pushed twice; keeping both, the heap would only grow
            if not ready(host, -best[0]):
                passed_over.append(best)
                continue
            heapq.heappop(self._of_host[host])
            held = self._waiting.pop(head[2])
            entry = held[0]
            self._leased[entry.key] = held
            self._note(entry.key, State.LEASED)
            self._announce(host)
        for place in passed_over:
            heapq.heappush(self._hosts, place)
        return entry

    def rescore(self, scores: Mapping[bytes, float]) -> None:
        check_scores(scores)
        hosts = set()
        for key, score in scores.items():
            held = self._waiting.get(key)
            if held is not None and score != held[0].score:
                self._insert(replace(held[0], score=score), held[1])
                self._outdated[held[0].host] += 1
                hosts.add(held[0].host)
        for host in hosts:
            self._clear_outdated(host)
            self._announce(host)
        if len(self._hosts) > 4 * len(self._of_host):
            heads = ((self._head(host), host) for host in list(self._of_host))
            self._hosts = sorted((*head[:2], host) for head, host in heads if head is not None)

    def answering(self, key: bytes) -> None:
        """See `Frontier.answering`; no effect, as the frontier dies with its process."""

    def fetched(self, key: bytes) -> None:
        """See `Frontier.fetched`; no effect either."""

    def done(self, key: bytes) -> None:
        if self._leased.pop(key, None) is not None:
            self._note(key, State.DONE)

    def dead(self, key: bytes, reason: str) -> None:
        """See `Frontier.dead`; the reason is not kept."""
        if self._leased.pop(key, None) is not None:
            self._note(key, State.DEAD)

    def release(self, key: bytes) -> None:
        held = self._leased.pop(key, None)
        if held is not None:
            self._insert(*held)

    def again(self, entry: Entry[Payload]) -> None:
        state = self._states.get(entry.key)
        if state is None or state is State.WAITING:
            self.push(entry)
            return
        held = self._leased.pop(entry.key, None)
        if held is None:
            self._insert(entry, next(self._numbers))
        else:
            self._insert(replace(entry, host=held[0].host), held[1])

    def failed(self, key: bytes, reason: str) -> bool:
        """See `Frontier.failed`; there is no probation."""
        if key not in self._leased:
            return False
        last = self.is_last_attempt(key)
        self._failures[key] += 1
        if last:
            self.dead(key, reason)
        else:
            self.release(key)
        return last

    def is_last_attempt(self, key: bytes) -> bool:
        """See `Frontier.is_last_attempt`."""
        return self._failures[key] + 1 >= self._max_attempts

    def counts(self) -> Counts:
        return Counts(*(self._counts[state] for state in State))

    def close(self) -> None:
        for key in list(self._leased):
            self.release(key)

    def _note(self, key: bytes, state: State) -> None:
        before = self._states.get(key)
        if before is not None:
            self._counts[before] -= 1
        self._states[key] = state
        self._counts[state] += 1

    def _insert(self, entry: Entry[Payload], number: int) -> None:
        self._note(entry.key, State.WAITING)
        self._waiting[entry.key] = (entry, number)
        heapq.heappush(self._of_host.setdefault(entry.host, []), (-entry.score, number, entry.key))
        head = self._of_host[entry.host][0]
        if head[1] == number:
            heapq.heappush(self._hosts, (head[0], head[1], entry.host))

    def _head(self, host: str) -> tuple[float, int, bytes] | None:
        """Return the host's best place that is not outdated."""
        heap = self._of_host.get(host, [])
        while heap:
            if self._is_current(heap[0]):
                return heap[0]
            heapq.heappop(heap)
        self._of_host.pop(host, None)
        return None

    def _announce(self, host: str) -> None:
        head = self._head(host)
        if head is not None:
            heapq.heappush(self._hosts, (head[0], head[1], host))

    def _clear_outdated(self, host: str) -> None:
        """Remove the outdated places of a host once they are the most; otherwise its heap would only grow."""
        if 2 * self._outdated[host] > len(self._of_host[host]):
            del self._outdated[host]
            # A sorted list is a heap.
            self._of_host[host] = sorted({place for place in self._of_host[host] if self._is_current(place)})

    def _is_current(self, place: tuple[float, int, bytes]) -> bool:
        """Return whether an entry waits at a place of its host's heap."""
        held = self._waiting.get(place[2])
        return held is not None and held[1] == place[1] and held[0].score == -place[0]
