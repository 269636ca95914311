"""A frontier in memory: best first over all hosts, lost at the end of the crawl."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Generic

from topiccrawl.storage.frontier.contract import Counts, Entry, Payload, State, check_scores
from topiccrawl.storage.frontier.heads import Host, HostOrder


class MemoryFrontier(Generic[Payload]):
    """The heads of hosts that a frontier in a file has, each with all links of its host.

    Args:
        max_attempts: failures of a URL after which it is given up.
    """

    def __init__(self, max_attempts: int = 3) -> None:
        self._max_attempts = max_attempts
        self._failures: Counter[bytes] = Counter()
        self._states: dict[bytes, State] = {}
        self._counts: Counter[State] = Counter()
        self._waiting: dict[bytes, Entry[Payload]] = {}
        self._leased: dict[bytes, Entry[Payload]] = {}
        self._numbers: dict[bytes, int] = {}
        self._keys: list[bytes] = []
        self._hosts: dict[str, Host] = {}
        self._order = HostOrder()

    def state(self, key: bytes) -> State | None:
        return self._states.get(key)

    def score(self, key: bytes) -> float | None:
        held = self._waiting.get(key)
        return None if held is None else held.score

    def push(self, entry: Entry[Payload]) -> bool:
        if entry.key not in self._states:
            self._numbers[entry.key] = len(self._keys)
            self._keys.append(entry.key)
            self._wait(entry)
            return True
        held = self._waiting.get(entry.key)
        if held is not None and entry.score > held.score:
            self._take(entry.key)
            self._wait(replace(entry, host=held.host))
        return False

    def lease(self, ready: Callable[[str, float], bool]) -> Entry[Payload] | None:
        for negative, number, host in self._order:
            if ready(host.name, -negative):
                key = self._keys[number]
                self._leased[key] = held = self._take(key)
                self._note(key, State.LEASED)
                return held
        return None

    def rescore(self, scores: Mapping[bytes, float]) -> None:
        check_scores(scores)
        for key, score in scores.items():
            held = self._waiting.get(key)
            if held is not None and score != held.score:
                self._wait(replace(self._take(key), score=score))

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
            self._wait(held)

    def again(self, entry: Entry[Payload]) -> None:
        state = self._states.get(entry.key)
        if state is None or state is State.WAITING:
            self.push(entry)
            return
        held = self._leased.pop(entry.key, None)
        self._wait(entry if held is None else replace(entry, host=held.host))

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

    def _wait(self, entry: Entry[Payload]) -> None:
        self._note(entry.key, State.WAITING)
        self._waiting[entry.key] = entry
        if (host := self._hosts.get(entry.host)) is None:
            host = self._hosts[entry.host] = Host(0, entry.host)
        host.add((-entry.score, self._numbers[entry.key]))
        self._order.put(host, host.head[0])

    def _take(self, key: bytes) -> Entry[Payload]:
        """Remove a waiting entry from the queue, and return it."""
        entry = self._waiting.pop(key)
        host = self._hosts[entry.host]
        host.remove((-entry.score, self._numbers[key]))
        self._order.put(host, host.head[0] if host.head else None)
        if not host.head:
            del self._hosts[entry.host]
        return entry
