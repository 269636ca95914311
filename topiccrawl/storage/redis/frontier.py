"""The frontier of several workers on one Redis server."""

from __future__ import annotations

import contextlib
import logging
import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import redis

from topiccrawl.errors import DatabaseAwayError, StorageError
from topiccrawl.storage.frontier.contract import PASSING, REQUEUED, Counts, Entry, Inheritance, State
from topiccrawl.storage.frontier.known_keys import Known, KnownKeys
from topiccrawl.storage.redis.check import refuse_while_held
from topiccrawl.storage.redis.connection import worries
from topiccrawl.storage.redis.link import Argument, RedisLink
from topiccrawl.storage.redis.outlook import HostHead, Outlook

_log = logging.getLogger(__name__)

_STEPS_A_CALL = 300
_BYTES_A_CALL = 2**20
_STEPS_WAITING = 100
"""Steps that are sent without waiting for the next lease."""
_FEWEST_HOSTS, _MOST_HOSTS = 16, 1024
"""Hosts that a worker hears of at once; more only when it may ask none of them."""
_FRESH = 0.1
"""Seconds for which a worker does without news of the others."""
_ATTEMPTS = 20
"""Addresses that other workers may snatch away before a worker waits for its next turn."""
_NO_GRANT = ("", 0, "")
_ENDS = frozenset(("done", "dead", "release", "again", "failed"))
"""Steps that end a lease."""
_NOTHING = Inheritance()

_Step = tuple[str, bytes, *tuple[Argument, ...]]


@dataclass(frozen=True, slots=True)
class _Held:
    host: str
    score: float
    attempts: float


def no_delay(host: str) -> float:
    """Hosts may be asked without a pause."""
    return 0.0


class RedisFrontier:
    """Queue and duplicate filter that workers on any number of machines share; see `Frontier`.

    Everything is decided in scripts on the server, by its clock: what is new, which address is best, how many
    fetches of a host run at once and when it may be asked again, over all workers; whose leases are over. A
    worker renews its leases by a thread of its own; what a dead one held is leased again after
    `lease_seconds`.

    What is pushed and settled goes to the server with the next lease, at the latest; the order is kept, so
    that the links of a page are there before the page is done. While the server is away all of it waits here,
    and `lease` gives nothing. What a worker knows already it is not asked for again.

    Args:
        client: of the server, from `topiccrawl.storage.redis.connection.connect`; closed with the frontier.
        prefix: of the crawl's keys, as scrapy-redis has it: the spider's name.
        limit_per_host: addresses of a host fetched at once, over all workers; 0: no limit.
        delay_of: seconds from one fetch of a host to the next, over all workers.
        max_attempts: crashes of workers that an address may take part in; then it is a dead letter.
        lease_seconds: after which a worker that was not heard of is dead.
        patience: seconds that the server may be away.
        remember: addresses a worker remembers at most.
        fresh: forget what the frontier holds.
        requeue_after: seconds after which dead letters wait again whose pages may be there now; 0: never.
        inherited: what is known of the worker whose place this one takes: its leases need not run out.

    Raises:
        StorageError: the server cannot be used, or `fresh` is asked for while another worker holds leases.
    """

    def __init__(
        self,
        client: redis.Redis,
        prefix: str,
        *,
        limit_per_host: int = 0,
        delay_of: Callable[[str], float] = no_delay,
        max_attempts: int = 3,
        lease_seconds: float = 60.0,
        patience: float = 60.0,
        remember: int = 300_000,
        fresh: bool = False,
        requeue_after: float = 0.0,
        inherited: Inheritance = _NOTHING,
    ) -> None:
        self._link = RedisLink(
            client,
            prefix,
            lease_seconds=lease_seconds,
            max_attempts=max_attempts,
            limit_per_host=limit_per_host,
            patience=patience,
        )
        self._delay_of = delay_of
        self._max_attempts = max_attempts
        self._patience = patience
        self._known = KnownKeys(remember)
        self._absent: bytes | None = None
        self._held: dict[bytes, _Held] = {}
        self._outbox: list[_Step] = []
        self._new: dict[bytes, float] = {}
        """Of the outbox: addresses that the server is not known to have, with their scores."""
        self._interruptions = 0
        self._depth = _FEWEST_HOSTS
        self._generation = b""
        self._closed = False
        self.repeats = 0
        """Pushes that were taken for new ones here while another worker had made them already."""
        try:
            for worry in worries(client):
                _log.warning(worry)
            known = (part for blamed in inherited.condemned.items() for part in blamed)
            refuse_while_held(prefix, *self._link.run("join", int(fresh), inherited.worker, *known))
            if requeue_after:
                requeued = self._link.run("requeue", "passing", round(requeue_after * 1000), PASSING)
                if requeued:
                    _log.info(REQUEUED, requeued)
            self._step()
        except StorageError:
            client.close()
            raise
        self._link.start()

    @property
    def worker(self) -> str:
        """By which the server knows this worker."""
        return self._link.worker

    def state(self, key: bytes) -> State | None:
        """See `Frontier.state`; what is not known here is None while the server is away."""
        told = self._told(key)
        if told is not None:
            return told if isinstance(told, State) else State.WAITING
        if self._knows_all or key == self._absent or self._link.is_away:
            return None
        try:
            record: Any = self._link.ask(lambda: self._link.client.hget(self._link.key("dupefilter"), key))
        except DatabaseAwayError:
            return None
        if record is None:
            self._absent = key
            return None
        state, _, _, score, _ = record.split(b"|", 4)
        found = State(int(state))
        self._known.put(key, float(score) if found is State.WAITING else found)
        return found

    def score(self, key: bytes) -> float | None:
        """See `Frontier.score`; None as well for what is not known here."""
        told = self._told(key)
        return told if isinstance(told, float) else None

    def push(self, entry: Entry[bytes]) -> bool:
        """See `Frontier.push`.

        Raises:
            ValueError: a score that is not finite, a line break in the address, or half a surrogate pair.
            StorageError: the server has been away for too long, or refuses.
        """
        step = _step_of("push", entry)
        state = self.state(entry.key)
        if state is not None:
            told = self._told(entry.key)
            if not isinstance(told, float) or entry.score <= told:
                return False
        self._absent = None
        self._known.put(entry.key, float(entry.score))
        self._outbox.append(step)
        if state is None or entry.key in self._new:
            self._new[entry.key] = float(entry.score)
        self._outlook.add(entry.host, entry.score)
        if len(self._outbox) >= _STEPS_WAITING:
            self.sync()
        return state is None

    def lease(self, ready: Callable[[str, float], bool]) -> Entry[bytes] | None:
        """See `Frontier.lease`; None as well while the server is away."""
        if self._link.is_away:
            return None
        try:
            return self._lease(ready)
        except DatabaseAwayError:
            return None

    def answering(self, key: bytes) -> None:
        """See `Frontier.answering`; for an address on probation the server has it before this returns."""
        held = self._held.get(key)
        if held is not None and held.attempts:  # of others the first crash counts in full anyway
            self._outbox.append(("answering", key))
            self.sync()

    def fetched(self, key: bytes) -> None:
        """See `Frontier.fetched`; for an address on probation the server has it before this returns."""
        if (held := self._held.get(key)) is not None:
            self._outbox.append(("fetched", key))
            self._outlook.free(held.host)
            if held.attempts:
                self.sync()

    def done(self, key: bytes) -> None:
        """See `Frontier.done`."""
        self._settle(State.DONE, "done", key)

    def dead(self, key: bytes, reason: str) -> None:
        """See `Frontier.dead`."""
        self._settle(State.DEAD, "dead", key, reason.encode(errors="replace"))

    def release(self, key: bytes) -> None:
        """See `Frontier.release`."""
        if (held := self._held.get(key)) is not None:
            self._settle(held.score, "release", key)
            self._outlook.add(held.host, held.score)

    def again(self, entry: Entry[bytes]) -> None:
        """See `Frontier.again`; raises as `push` does."""
        step = _step_of("again", entry)
        state = self.state(entry.key)
        if state is None or state is State.WAITING:
            self.push(entry)
            return
        held = self._held.pop(entry.key, None)
        if held is None and state is State.LEASED:
            return
        if held is not None:
            self._outlook.free(held.host)
        self._known.put(entry.key, float(entry.score))
        self._outbox.append(step)
        self._outlook.add(entry.host if held is None else held.host, entry.score)
        if len(self._outbox) >= _STEPS_WAITING:
            self.sync()

    def failed(self, key: bytes, reason: str) -> bool:
        """See `Frontier.failed`."""
        if (held := self._held.get(key)) is None:
            return False
        if self.is_last_attempt(key):
            self.dead(key, reason)
            return True
        self._settle(held.score, "failed", key)
        self._outlook.add(held.host, held.score)
        return False

    def is_last_attempt(self, key: bytes) -> bool:
        """See `Frontier.is_last_attempt`."""
        held = self._held.get(key)
        return held is not None and held.attempts + 1 >= self._max_attempts

    def counts(self) -> Counts:
        """See `Frontier.counts`; while the server is away: as it was, and what was found since then."""
        if not self._link.is_away:
            with contextlib.suppress(DatabaseAwayError):
                self._send()
        told = self._outlook.counts
        return replace(told, waiting=told.waiting + len(self._new))

    def sync(self) -> bool:
        """Send what waits here; True when the server has all of it."""
        if not self._link.is_away and self._outbox:
            with contextlib.suppress(DatabaseAwayError):
                self._send()
        return not self._outbox

    def pause(self, host: str, seconds: float) -> None:
        """See `SharedFrontier.pause`."""
        self._outbox.append(("pause", host.encode(), str(max(0, round(seconds * 1000)))))

    def close(self) -> None:
        """See `Frontier.close`; waits for a server that is away.

        Raises:
            StorageError: the server stayed away, and what waited here is lost; the other workers will ask
                again for the pages it came from, as those are not done.
        """
        if self._closed:
            return
        self._closed = True
        end = time.monotonic() + self._patience
        try:
            while True:
                try:
                    if not self._link.is_away:
                        self._send()
                        self._link.run("leave")
                        return
                except DatabaseAwayError:
                    pass
                if time.monotonic() > end:
                    raise StorageError(f"{len(self._outbox)} steps could not be written to Redis")
                time.sleep(0.05)
        finally:
            self._link.stop()

    def _told(self, key: bytes) -> Known | None:
        told = self._known.get(key)
        return self._new.get(key) if told is None else told

    @property
    def _is_fresh(self) -> bool:
        return time.monotonic() - self._outlook.seen_at < _FRESH

    @property
    def _knows_all(self) -> bool:
        """Whether an address that is not known here is new: this worker is alone and remembers them all."""
        told = self._outlook.counts
        in_all = told.waiting + told.leased + told.done + told.dead + len(self._new)
        return self._outlook.workers == 1 and not self._known.forgot and len(self._known) == in_all

    def _lease(self, ready: Callable[[str, float], bool]) -> Entry[bytes] | None:
        if self._interruptions != self._link.interruptions or not self._is_fresh:
            self._send()
        asked: set[str] = set()
        attempts = 0
        while attempts < _ATTEMPTS:
            for place, head in enumerate(self._outlook.heads):
                if head.host in asked:
                    continue
                asked.add(head.host)
                if not ready(head.host, -head.rank) or head.free_at > time.monotonic():
                    continue
                if (entry := self._grant(head)) is not None:
                    self._depth = min(max(_FEWEST_HOSTS, 2 * place), _MOST_HOSTS)
                    return entry
                asked.discard(head.host)
                attempts += 1
                break  # what was expected there is gone; there is news
            else:
                if self._is_fresh and not self._outbox:
                    if self._outlook.complete or self._depth >= _MOST_HOSTS:
                        return None
                    self._depth = min(4 * self._depth, _MOST_HOSTS)
                self._send()
        return None

    def _grant(self, head: HostHead) -> Entry[bytes] | None:
        delay = max(0, round(self._delay_of(head.host) * 1000))
        granted = self._send(grant=(head.host, delay, repr(head.rank)))
        if not granted:
            return None
        key, score, payload, link, attempts = granted
        url, _, why = (link or b"").decode().partition("\n")
        self._held[key] = _Held(head.host, float(score), float(attempts))
        self._known.put(key, State.LEASED)
        return Entry(key, head.host, float(score), payload or b"", url, why)

    def _settle(self, told: Known, step: str, key: bytes, *more: Argument) -> None:
        held = self._held.pop(key, None)
        if held is not None:
            self._known.put(key, told)
            self._outbox.append((step, key, *more))
            self._outlook.free(held.host)
            if len(self._outbox) >= _STEPS_WAITING:
                self.sync()

    def _send(self, grant: tuple[str, int, str] = _NO_GRANT) -> Sequence[Any]:
        """Send what waits, in calls of bearable size, ask for a lease with the last, and hear the news."""
        if self._interruptions != self._link.interruptions:
            self._look_after_interruption()
        while True:
            steps = _steps_of_a_call(self._outbox)
            if steps == len(self._outbox):
                return self._step(steps, grant)
            self._step(steps)

    def _step(self, steps: int = 0, grant: tuple[str, int, str] = _NO_GRANT) -> Sequence[Any]:
        """Send the first steps, and hear the news; returns what was granted."""
        arguments = (argument for step in self._outbox[:steps] for argument in step)
        reply = self._link.run("step", self._depth, *grant, *arguments)
        for _, key, *_ in self._outbox[:steps]:
            self._new.pop(key, None)
        del self._outbox[:steps]
        outlook = Outlook.of(reply, self._depth)
        self.repeats += outlook.repeats
        if outlook.generation != self._generation:
            self._known.clear()
            self._absent = None
            self._generation = outlook.generation
        self._outlook = outlook
        granted: Sequence[Any] = reply[4]
        return granted

    def _look_after_interruption(self) -> None:
        """Make up for what the server may have forgotten, and for answers that did not arrive.

        A server may come back as it was seconds ago, and then the links found since are unknown to it; their
        pages are leased still, as nobody told it otherwise. They go back and are asked for again. The same
        goes for leases that were granted when the connection broke.
        """
        seen = self._link.interruptions
        leases = self._link.key(f"leases:{self._link.worker}")
        there: Any = self._link.ask(lambda: self._link.client.hkeys(leases))
        settled = {step[1] for step in self._outbox if step[0] in _ENDS}
        self._outbox += [("release", key) for key in there if key not in self._held and key not in settled]
        self._known.clear()
        self._absent = None
        self._interruptions = seen


def _step_of(name: str, entry: Entry[bytes]) -> _Step:
    """The step that sends an entry.

    Raises:
        ValueError: it cannot be sent; found here, as there it would hold up all that comes after it.
    """
    if not math.isfinite(entry.score) or "\n" in entry.url:
        raise ValueError(f"no entry of a frontier: {entry.url[:200]!r} with score {entry.score}")
    link = f"{entry.url}\n{entry.why}".encode()
    return name, entry.key, entry.host.encode(), repr(float(entry.score)), entry.payload, link


def _steps_of_a_call(outbox: Iterable[_Step]) -> int:
    """How many of the first steps go into one call."""
    size = count = 0
    for step in outbox:
        size += sum(len(part) for part in step if isinstance(part, (str, bytes)))
        if count and (count >= _STEPS_A_CALL or size > _BYTES_A_CALL):
            break
        count += 1
    return count
