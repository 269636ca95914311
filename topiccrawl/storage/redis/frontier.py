"""The frontier of several workers on one Redis server."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Mapping, Set
from typing import Any

import redis

from topiccrawl.errors import DatabaseAwayError, FrontierLostError, StorageError
from topiccrawl.storage.frontier.contract import (
    NOTHING_INHERITED,
    PASSING,
    REQUEUED,
    Counts,
    Entry,
    Inheritance,
    State,
    check_scores,
)
from topiccrawl.storage.frontier.known_keys import KnownKeys
from topiccrawl.storage.redis.check import refuse_while_held
from topiccrawl.storage.redis.connection import configuration_warnings
from topiccrawl.storage.redis.exchange import Exchange, entry_step
from topiccrawl.storage.redis.leases import FEWEST_HOSTS, Held, Leases
from topiccrawl.storage.redis.worker import RedisWorker

_log = logging.getLogger(__name__)


def no_delay(host: str) -> float:
    """Return no pause between two fetches of a host."""
    return 0.0


class RedisFrontier:
    """Queue and duplicate filter shared by workers on any number of machines; see `Frontier`.

    Scripts on the server decide everything, by its clock and over all workers: which URLs are new, which one
    is best, how many fetches of a host run at once, when it may be asked again, and whose leases have ended.
    Each worker renews its leases from a thread; what a dead worker held is leased again after
    `lease_seconds`.

    Pauses and denials of hosts are steps like those of URLs, so they keep their order; the server counts them
    over all workers, until the last worker of the crawl ends.

    What is pushed and settled is sent with the next lease, at the latest. The order is kept, so that the
    links of a page arrive before the page is done. While the server is away, all of it waits in the worker,
    and `lease` returns None. The worker remembers what it knows already and does not ask the server again.

    Args:
        client: of the server, from `topiccrawl.storage.redis.connection.connect`; closed with the frontier.
        prefix: of the crawl's keys, in scrapy-redis the name of the spider.
        limit_per_host: URLs of a host fetched at once, over all workers; 0: no limit.
        delay_of: seconds from one fetch of a host to the next, over all workers.
        max_attempts: crashes of workers that a URL may take part in; then it is a dead letter.
        lease_seconds: seconds without a sign of life after which a worker counts as dead.
        patience: seconds that the server may be away.
        remember: most URLs that a worker remembers.
        fresh: empty the frontier first.
        requeue_after: seconds after which dead letters of a passing cause wait again; 0: never.
        inherited: what is known of the worker whose place this one takes; its leases end at once.

    Raises:
        FrontierLostError: keys of the crawl are gone, and `fresh` is not given.
        StorageError: the server cannot be used, or `fresh` is given while another worker holds leases.
    """

    def __init__(
        self,
        client: redis.Redis,
        prefix: str,
        *,
        limit_per_host: int = 0,
        delay_of: Callable[[str], float] = no_delay,
        max_attempts: int = 3,
        lease_seconds: float = 30.0,
        patience: float = 60.0,
        remember: int = 300_000,
        fresh: bool = False,
        requeue_after: float = 0.0,
        inherited: Inheritance = NOTHING_INHERITED,
    ) -> None:
        self._worker = RedisWorker(
            client,
            prefix,
            lease_seconds=lease_seconds,
            max_attempts=max_attempts,
            limit_per_host=limit_per_host,
            patience=patience,
        )
        self._max_attempts = max_attempts
        self._patience = patience
        self._closed = False
        self._refusing: set[str] = set()
        """Hosts whose refusals this worker has reported, and which have not answered it since."""
        self._given_up: frozenset[str] = frozenset()
        self._given_up_seen = (b"", 0)
        try:
            for warning in configuration_warnings(client):
                _log.warning(warning)
            condemned = (part for blamed in inherited.condemned.items() for part in blamed)
            refuse_while_held(prefix, *self._worker.run("join", int(fresh), inherited.worker, *condemned))
            if requeue_after:
                requeued = self._worker.run("requeue", "passing", round(requeue_after * 1000), PASSING)
                if requeued:
                    _log.info(REQUEUED, requeued)
            known = KnownKeys(remember)
            held: dict[bytes, Held] = {}
            self._exchange = Exchange(self._worker, known, held.keys(), FEWEST_HOSTS)
            self._leases = Leases(self._exchange, held, delay_of)
        except StorageError:
            client.close()
            raise
        self._worker.start()

    @property
    def worker(self) -> str:
        """The name by which the server knows this worker."""
        return self._worker.name

    @property
    def repeats(self) -> int:
        """Pushes that looked new here while another worker had made them already."""
        return self._exchange.repeats

    def state(self, key: bytes) -> State | None:
        """See `Frontier.state`; None as well for what is not known here while the server is away."""
        return self._exchange.state(key)

    def score(self, key: bytes) -> float | None:
        """See `Frontier.score`; None as well for what is not known here."""
        return self._exchange.score(key)

    def push(self, entry: Entry[bytes]) -> bool:
        """See `Frontier.push`.

        Raises:
            ValueError: a score that is not finite, a line break in the URL, or half a surrogate pair.
            StorageError: the server has been away for too long, or refuses.
        """
        step = entry_step("push", entry)
        state = self.state(entry.key)
        if state is not None:
            score = self.score(entry.key)
            if score is None or entry.score <= score:
                return False
        may_be_new = state is None or self._exchange.new_score(entry.key) is not None
        self._exchange.put(entry.key, float(entry.score))
        self._exchange.add(step, new_score=float(entry.score) if may_be_new else None)
        self._exchange.outlook.add(entry.host, entry.score)
        self._exchange.sync_if_many()
        return state is None

    def rescore(self, scores: Mapping[bytes, float]) -> None:
        """See `Frontier.rescore`; raises as `push` does."""
        check_scores(scores)
        for key, score in scores.items():
            known = self._exchange.local(key)
            if isinstance(known, State):
                continue
            if known is not None:
                self._exchange.put(key, float(score))
            # Sent even if the score is known: another worker may have changed it.
            self._exchange.rescore(key, float(score))
        self._exchange.sync_if_many()

    def lease(self, ready: Callable[[str, float], bool]) -> Entry[bytes] | None:
        """See `Frontier.lease`; None as well while the server is away."""
        if self._worker.is_away:
            return None
        try:
            return self._leases.take(ready)
        except DatabaseAwayError:
            return None

    def answering(self, key: bytes) -> None:
        """See `Frontier.answering`; for a URL on probation the server has it before this returns."""
        held = self._leases.get(key)
        if held is not None and held.attempts:  # without attempts, a crash counts in full anyway
            self._exchange.add(("answering", key))
            self.sync()

    def fetched(self, key: bytes) -> None:
        """See `Frontier.fetched`; for a URL on probation the server has it before this returns."""
        if (held := self._leases.get(key)) is not None:
            self._exchange.add(("fetched", key))
            self._exchange.outlook.free(held.host)
            if held.attempts:
                self.sync()

    def done(self, key: bytes) -> None:
        self._leases.settle(State.DONE, "done", key)

    def dead(self, key: bytes, reason: str) -> None:
        self._leases.settle(State.DEAD, "dead", key, reason.encode(errors="replace"))

    def release(self, key: bytes) -> None:
        self._leases.put_back("release", key)

    def again(self, entry: Entry[bytes]) -> None:
        """See `Frontier.again`; raises as `push` does."""
        step = entry_step("again", entry)
        state = self.state(entry.key)
        if state is None or state is State.WAITING:
            self.push(entry)
            return
        held = self._leases.drop(entry.key)
        if held is None and state is State.LEASED:
            return
        self._exchange.put(entry.key, float(entry.score))
        self._exchange.add(step)
        self._exchange.outlook.add(entry.host if held is None else held.host, entry.score)
        self._exchange.sync_if_many()

    def failed(self, key: bytes, reason: str) -> bool:
        if self._leases.get(key) is None:
            return False
        given_up = self.is_last_attempt(key)
        if given_up:
            self.dead(key, reason)
        else:
            self._leases.put_back("failed", key)
        return given_up

    def is_last_attempt(self, key: bytes) -> bool:
        """See `Frontier.is_last_attempt`."""
        held = self._leases.get(key)
        return held is not None and held.attempts + 1 >= self._max_attempts

    def counts(self) -> Counts:
        """See `Frontier.counts`; while the server is away: its last answer, and what was found since."""
        if not self._worker.is_away:
            with contextlib.suppress(DatabaseAwayError):
                self._exchange.send()
        return self._exchange.counts

    def sync(self) -> bool:
        return self._exchange.sync()

    def pause(self, host: str, seconds: float, patience: float) -> None:
        self._refusing.add(host)
        self._exchange.add(("pause", host.encode(), _milliseconds(seconds), _milliseconds(patience)))

    def deny(self, host: str, most: int) -> None:
        self._refusing.add(host)
        self._exchange.add(("deny", host.encode(), str(most)))

    def answered(self, host: str) -> None:
        """See `SharedFrontier.answered`; nothing is sent while no host refuses any worker."""
        if host in self._refusing or self._exchange.outlook.refusing:
            self._refusing.discard(host)
            self._exchange.add(("answered", host.encode()))

    def hosts_given_up(self) -> Set[str]:
        """See `SharedFrontier.hosts_given_up`; their names are read when their number has changed."""
        seen = (self._exchange.generation, self._exchange.outlook.given_up)
        if seen != self._given_up_seen:
            # While the server is unavailable, the last known names are used.
            with contextlib.suppress(StorageError):
                if not seen[1]:
                    self._given_up, self._given_up_seen = frozenset(), seen
                elif not self._worker.is_away:
                    self._given_up, self._given_up_seen = self._read_given_up(), seen
        return self._given_up

    def close(self) -> None:
        """See `Frontier.close`; waits for a server that is away.

        Raises:
            FrontierLostError: keys of the crawl are gone.
            StorageError: the server stayed away, and what waited here is lost; the pages it came from are not
                done, so other workers fetch them again.
        """
        if self._closed:
            return
        self._closed = True
        end = time.monotonic() + self._patience
        try:
            while True:
                try:
                    if not self._worker.is_away:
                        self._exchange.send()
                        self._worker.run("leave")
                        return
                except DatabaseAwayError:
                    pass
                except FrontierLostError:
                    self._worker.run("leave")  # or the next crawl would have to wait for its leases
                    raise
                if time.monotonic() > end:
                    raise StorageError(
                        "{count} steps could not be written to Redis", count=len(self._exchange)
                    )
                time.sleep(0.05)
        finally:
            self._worker.stop()

    def _read_given_up(self) -> frozenset[str]:
        key = self._worker.key("given_up")
        names: Any = self._worker.ask(lambda: self._worker.client.smembers(key))
        return frozenset(name.decode(errors="replace") for name in names)


def _milliseconds(seconds: float) -> str:
    return str(max(0, round(seconds * 1000)))
