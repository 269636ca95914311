"""A frontier in a SQLite file: what was pushed is found again, whatever becomes of the process."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from topiccrawl.storage.errors import RowRefusedError, StorageError
from topiccrawl.storage.frontier import Counts, Entry, State
from topiccrawl.storage.frontier_batch import FrontierBatch, StoredLink
from topiccrawl.storage.frontier_head import LAST, Host, HostOrder, Place
from topiccrawl.storage.frontier_known import Known, KnownKeys
from topiccrawl.storage.frontier_reader import (
    BY_KEY,
    HELD,
    STATE_BY_KEY,
    FrontierReader,
)
from topiccrawl.storage.frontier_recovery import (
    EMPTYING,
    Reclaimed,
    empty,
    finish_emptying,
    make_tables,
    reclaim,
)
from topiccrawl.storage.frontier_trials import Trials
from topiccrawl.storage.schema import TOPIC_LENGTH
from topiccrawl.storage.schema_frontier import KEY_BYTES
from topiccrawl.storage.sqlite_writer import SqliteWriter

_MOST_PLACES = 100_000
"""Places of all heads together, as long as each host may have a few."""
_FEWEST_PLACES = 4
_READ_AHEAD = 16
"""Links of a host that are read together."""
_MOST_AHEAD = 20_000
_MOST_IN_BATCH = 5_000
_MOST_UNWRITTEN = 20_000
"""Links that may wait to be written; who pushes faster than that waits for the disk."""


class SqliteFrontier:
    """The links of a topic in a SQLite file, best first over all hosts.

    The file is the queue and its duplicate filter. What is pushed, settled or released is written by the
    file's only writer, in the order of the calls and after what was submitted to it before, and a call does
    not wait for it: a crash loses at most what was called last, a lease lost so is leased again. The best
    places of each host are in memory and read again when they run out.

    A frontier is used from one thread. Payloads are bytes. Besides what `Frontier` says, each method raises
    `StorageError` once the writer is broken.

    Args:
        writer: of the file; the caller closes it, after the frontier.
        topic: name of the topic, at most 64 characters.
        max_attempts: dead processes that may have held a link before it is given up.
        head: most places of a host in memory.
        cache: most keys to remember without asking the database; each takes about 150 bytes.
        fresh: start with nothing; other tables and topics in the file are left alone.

    Attributes:
        model: version of the link model that scores what is pushed from now on; 0: none.
        reclaimed: what was done at the start with the leases of a dead process.

    Raises:
        StorageError: the file cannot be used, or the topic's frontier is open in this process already.
    """

    def __init__(
        self,
        writer: SqliteWriter,
        topic: str,
        *,
        max_attempts: int = 3,
        head: int = 64,
        cache: int = 500_000,
        fresh: bool = False,
    ) -> None:
        if not 0 < len(topic) <= TOPIC_LENGTH:
            raise StorageError(f"the topic's name {topic!r} has not 1 to {TOPIC_LENGTH} characters")
        self.model = 0
        self.reclaimed = Reclaimed()
        self._writer = writer
        self._topic = topic
        self._claim = f"the frontier of {topic!r}"
        self._most_places = head
        self._known = KnownKeys(cache)
        self._closed = False
        writer.claim(self._claim)
        try:
            make_tables(writer)
            (empty if fresh else finish_emptying)(writer, topic)
            self.reclaimed = reclaim(writer, topic, max_attempts)
            self._numbers = writer.numbers("links")
            self._host_numbers = writer.numbers("hosts")
            self._reader = FrontierReader(writer.path, topic)
            self._load()
        except BaseException:
            writer.unclaim(self._claim)
            raise

    def state(self, key: bytes) -> State | None:
        """See `Frontier.state`."""
        known = self._known.get(key)
        if known is None:
            known = self._look_up(key)
        return State.WAITING if type(known) is float else known  # type: ignore[return-value]

    def push(self, entry: Entry[bytes]) -> bool:
        """See `Frontier.push`.

        Raises:
            RowRefusedError: no database takes this entry: a score that is not finite, half a surrogate pair,
                a key or payload that is too long.
        """
        known = self._known.get(entry.key)
        if known is None:
            known = self._look_up(entry.key)
        if known is None:
            self._push_new(entry)
            return True
        if type(known) is float and entry.score > known:
            self._raise(entry)
        return False

    def lease(self, ready: Callable[[str, float], bool]) -> Entry[bytes] | None:
        """See `Frontier.lease`."""
        self._collect()
        link = self._lease_best(ready)
        if link is None and self._trials.held_back:
            self._trials.all_levels = True
            self._refresh_trials()
            try:
                link = self._lease_best(ready)
            finally:
                self._trials.all_levels = False
                self._refresh_trials()
        if link is None:
            return None
        return _entry(link)

    def done(self, key: bytes) -> None:
        """See `Frontier.done`."""
        self._settle(key, State.DONE)

    def dead(self, key: bytes, reason: str) -> None:
        """See `Frontier.dead`."""
        self._settle(key, State.DEAD, reason.encode(errors="replace").decode())

    def release(self, key: bytes) -> None:
        """See `Frontier.release`."""
        self._settle(key, State.WAITING)

    def counts(self) -> Counts:
        """See `Frontier.counts`."""
        return Counts(*self._counts)

    def flush(self) -> None:
        """Wait until everything is committed.

        Raises:
            StorageError: it cannot be.
        """
        self._writer.flush()
        self._collect()

    def fresh(self) -> None:
        """Forget every link of the topic, also what is leased; other tables and topics are left alone."""
        self.flush()
        empty(self._writer, self._topic)
        self._load()

    def close(self) -> None:
        """See `Frontier.close`; the writer stays open. May be called twice."""
        if self._closed:
            return
        self._closed = True
        try:
            for link in list(self._links.values()):
                if link.state is State.LEASED:
                    self._settle(link.key, State.WAITING)
            self.flush()
        finally:
            self._reader.close()
            self._writer.unclaim(self._claim)

    def rescore(
        self,
        score_of: Callable[[Entry[bytes]], float],
        *,
        model: int,
        host: str | None = None,
        prefix: str | None = None,
        model_before: int | None = None,
        chunk: int = 500,
    ) -> Iterator[int]:
        """Score waiting links again, some at a time; nothing happens until the iterator is advanced.

        The frontier may be used in between. Each link that waits is given to `score_of` once; those pushed
        meanwhile are not. At least one of the three conditions is needed, and all that are given must hold.

        Args:
            score_of: the new score of an entry; higher comes first.
            model: version of the link model that scores now.
            host: only links of this host.
            prefix: only links whose address begins so.
            model_before: only links that an older version than this scored.
            chunk: links of one step.

        Yields:
            How many links each step has scored.

        Raises:
            ValueError: no condition is given, or `model` is itself older than `model_before`.
        """
        if host is None and prefix is None and model_before is None:
            raise ValueError("to score again: which host, prefix or model version?")
        if model_before is not None and model < model_before:
            raise ValueError(f"version {model} cannot score again what is older than {model_before}")
        if host is None and prefix is not None and (host := urlsplit(prefix).hostname) is None:
            raise ValueError(f"{prefix!r} names no host: to score again by a prefix, say which host")

        def fits(link: StoredLink) -> bool:
            return (prefix is None or link.url.startswith(prefix)) and (
                model_before is None or link.model < model_before
            )

        return self._rescored(self._numbers_of(host, model_before, chunk), fits, score_of, model)

    # The start.

    def _load(self) -> None:
        """Read hosts, counts, links on probation and the best place of each host."""
        self._hosts: dict[str, Host] = {}
        self._of_number: dict[int, Host] = {}
        self._order = HostOrder()
        self._trials = Trials()
        self._links: dict[bytes, StoredLink] = {}
        self._live: dict[int, StoredLink] = {}
        self._ahead: dict[int, Sequence[Any]] = {}
        self._batch: FrontierBatch | None = None
        self._sent: deque[FrontierBatch] = deque()
        self._counts = [0, 0, 0, 0]
        self._known.clear()
        for number, name, counts in self._reader.hosts():
            if name == EMPTYING:
                continue
            self._of_number[number] = self._hosts[name] = Host(number, name)
            for state, count in enumerate((counts.waiting, counts.leased, counts.done, counts.dead)):
                self._counts[state] += count
        for number, host_number, _, score, attempts in self._reader.query(HELD, (self._topic,)):
            self._trials.add(self._of_number[host_number], (-score, number), attempts)
        for host_number, place in self._reader.best_places():
            host = self._of_number[host_number]
            host.floor = place
            if not self._trials.holds(host, place[1]):
                host.head = [place]
            self._refresh(host)

    # What is known.

    def _look_up(self, key: bytes) -> Known | None:
        """What memory and database know of a key that is not remembered."""
        link = self._links.get(key)
        if link is not None:
            known: Known = link.score if link.state is State.WAITING else link.state
        else:
            row = self._reader.first(STATE_BY_KEY, (self._topic, key))
            if row is None:
                return None
            known = row[1] if row[0] == State.WAITING else State(row[0])
        self._known.put(key, known)
        return known

    def _push_new(self, entry: Entry[bytes]) -> None:
        self._collect()
        score = self._checked(entry)
        host = self._hosts.get(entry.host)
        link = StoredLink(
            next(self._numbers),
            entry.key,
            host or Host(next(self._host_numbers), entry.host),
            score,
            entry.url,
            entry.why,
            entry.payload,
            self.model,
        )
        with self._writer.lock:
            batch = self._open_batch()
            if host is None:
                batch.add_host(link.host.number, entry.host)
            batch.add(link)
        if host is None:
            host = self._hosts[entry.host] = self._of_number[link.host.number] = link.host
        self._links[link.key] = self._live[link.number] = link
        self._counts[State.WAITING] += 1
        self._wait_in(host, link)
        self._known.put(link.key, score)

    def _raise(self, entry: Entry[bytes]) -> None:
        """A known link that waits takes the higher score, and the payload with it."""
        self._collect()
        score = self._checked(entry)
        link = self._links.get(entry.key)
        if link is None:
            link = self._stored(self._reader.first(BY_KEY, (self._topic, entry.key)))
        before = link.place
        link.score, link.model = score, self.model
        link.url, link.why, link.payload = entry.url, entry.why, entry.payload
        with self._writer.lock:
            self._open_batch().raise_(link)
        self._links[link.key] = self._live[link.number] = link
        self._ahead.pop(link.number, None)
        self._move(link, before)
        self._known.put(link.key, score)

    def _checked(self, entry: Entry[bytes]) -> float:
        """The score of an entry that the database will take."""
        try:
            for text in (entry.url, entry.host, entry.why):
                text.encode()
        except UnicodeEncodeError as error:
            raise RowRefusedError(f"{entry.url[:200]!a}: {error}") from error
        score = float(entry.score)
        if not math.isfinite(score):
            raise RowRefusedError(f"{entry.url[:200]}: its score {score} is not a finite number")
        if len(entry.key) > KEY_BYTES:
            raise RowRefusedError(
                f"{entry.url[:200]}: a key of {len(entry.key)} bytes, at most {KEY_BYTES} fit"
            )
        size = len(entry.payload) + 4 * (len(entry.url) + len(entry.why) + len(self._topic)) + 1000
        if size > self._reader.largest:
            raise RowRefusedError(f"{entry.url[:200]}: takes {size} bytes, {self._reader.largest} fit")
        return score

    # Leasing and settling.

    def _lease_best(self, ready: Callable[[str, float], bool]) -> StoredLink | None:
        for negative, number, host in self._order:
            if ready(host.name, -negative):
                return self._take(host, (negative, number))
        return None

    def _take(self, host: Host, place: Place) -> StoredLink:
        """Lease the link at a host's best place."""
        number = place[1]
        link = self._live.get(number) or self._stored(self._read(host, number))
        on_trial = self._trials.remove(host, number)
        if not on_trial:
            del host.head[0]
        link.state = State.LEASED
        link.attempts += 1
        self._live[number] = self._links[link.key] = link
        self._note(link, State.WAITING)
        if on_trial:
            self._trials.out = number
            self._refresh_trials()
        self._refresh(host)
        if on_trial:
            # Before it can do harm: what kills the process at once must not be forgotten with it.
            self._writer.flush()
        return link

    def _settle(self, key: bytes, state: State, reason: str | None = None) -> None:
        """End a lease; nothing happens when there is none."""
        link = self._links.get(key)
        if link is None or link.state is not State.LEASED:
            return
        self._collect()
        link.state = state
        link.reason = reason
        if state is State.WAITING:
            link.attempts -= 1
        self._note(link, State.LEASED)
        if link.number == self._trials.out:
            self._trials.out = None
            self._refresh_trials()
        if state is State.WAITING:
            self._wait_in(link.host, link)
        elif not link.unwritten:
            self._forget(link)

    def _note(self, link: StoredLink, before: State) -> None:
        """Have a new state written, and count it."""
        with self._writer.lock:
            self._open_batch().settle(link, before)
        self._counts[before] -= 1
        self._counts[link.state] += 1
        self._known.put(link.key, link.score if link.state is State.WAITING else link.state)

    # Scoring again.

    def _numbers_of(self, host: str | None, model_before: int | None, chunk: int) -> Iterator[Sequence[int]]:
        """Ids of links that may be meant, some at a time."""
        self.flush()
        if host is None:
            assert model_before is not None
            yield from self._reader.of_older_model(model_before, chunk)
        elif host in self._hosts:
            numbers = self._reader.of_host(self._hosts[host].number)
            for start in range(0, len(numbers), chunk):
                yield numbers[start : start + chunk]

    def _rescored(
        self,
        chunks: Iterable[Sequence[int]],
        fits: Callable[[StoredLink], bool],
        score_of: Callable[[Entry[bytes]], float],
        model: int,
    ) -> Iterator[int]:
        for numbers in chunks:
            self._collect()
            scored = 0
            for row in self._reader.links(numbers):
                link = self._live.get(row[0]) or self._stored(row)
                if link.state is State.WAITING and fits(link):
                    self._score(link, float(score_of(_entry(link))), model)
                    scored += 1
            yield scored

    def _score(self, link: StoredLink, score: float, model: int) -> None:
        if not math.isfinite(score):
            raise ValueError(f"{link.url[:200]}: its new score {score} is not a finite number")
        before = link.place
        link.score, link.model = score, model
        with self._writer.lock:
            self._open_batch().score(link)
        self._links[link.key] = self._live[link.number] = link
        self._ahead.pop(link.number, None)
        self._move(link, before)
        self._known.put(link.key, score)

    # Places.

    def _wait_in(self, host: Host, link: StoredLink) -> None:
        """Let a link wait in its host's queue."""
        if link.attempts:
            self._trials.add(host, link.place, link.attempts)
            self._refresh_trials()
            return
        host.add(link.place)
        if len(host.head) > 2 * self._limit():
            self._cut(host)
        self._refresh(host)

    def _move(self, link: StoredLink, before: Place) -> None:
        """Let a link that waits take another place."""
        host = link.host
        if self._trials.remove(host, link.number):
            self._trials.add(host, link.place, link.attempts)
        else:
            host.remove(before)
            host.add(link.place)
        self._refresh(host)

    def _refresh(self, host: Host) -> None:
        """Fill an empty head, and put the host where its best link belongs."""
        if not host.head and host.floor is not LAST:
            self._refill(host)
        best = host.head[0] if host.head else None
        trial = self._trials.best(host)
        self._order.put(host, trial if best is None or (trial is not None and trial < best) else best)

    def _refresh_trials(self) -> None:
        for host in self._trials.hosts:
            self._refresh(host)

    def _refill(self, host: Host) -> None:
        """Read the next places of a host whose head is empty, and see what is late."""
        limit = self._limit()
        after: Place | None = host.floor
        found: list[Place] = []
        while after is not None and not found:
            rows = self._reader.places(host.number, after, limit)
            # What has changes that are not written is late, or does not wait at all.
            found = [
                place
                for place in rows
                if place[1] not in self._live and not self._trials.holds(host, place[1])
            ]
            after = rows[-1] if len(rows) == limit else None
            if any(after is None or place <= after for place in host.late.values()):
                break
        host.floor = LAST if after is None else after
        for place in [place for place in host.late.values() if place <= host.floor]:
            del host.late[place[1]]
            found.append(place)
        found.sort()
        host.head = found
        if len(found) > 2 * limit:
            self._cut(host)

    def _cut(self, host: Host) -> None:
        for place in host.cut(self._limit()):
            if place[1] in self._live:
                host.late[place[1]] = place

    def _limit(self) -> int:
        """Places of one host's head."""
        return max(_FEWEST_PLACES, min(self._most_places, _MOST_PLACES // max(1, len(self._order))))

    # What is not yet written.

    def _read(self, host: Host, number: int) -> Sequence[Any] | None:
        """The row of a host's best link; the rows of the next ones are read with it."""
        row = self._ahead.pop(number, None)
        if row is None:
            most = max(1, min(_READ_AHEAD, _MOST_AHEAD // len(self._order)))
            if len(self._ahead) + most > _MOST_AHEAD:
                self._ahead.clear()
            numbers = [place[1] for place in host.head[:most] if place[1] not in self._live]
            for one in self._reader.links([*numbers, number]):
                self._ahead[one[0]] = one
            row = self._ahead.pop(number, None)
        return row

    def _stored(self, row: Sequence[Any] | None) -> StoredLink:
        """A link that memory does not hold, as the database has it."""
        if row is None:
            raise StorageError(f"{self._writer.shown}: a link is gone that nobody but us could have deleted")
        number, key, host, state, score, attempts, model, url, why, _, payload = row
        link = StoredLink(number, key, self._of_number[host], score, url, why, payload, model, attempts)
        link.state = State(state)
        return link

    def _open_batch(self) -> FrontierBatch:
        """The batch to add to; the caller holds the writer's lock."""
        last = self._batch if self._batch is not None and len(self._batch) < _MOST_IN_BATCH else None
        batch = self._writer.open_batch(last, lambda: FrontierBatch(self._topic))
        if batch is not self._batch:
            self._batch = batch
            self._sent.append(batch)
        return batch

    def _collect(self) -> None:
        """Let go of links whose changes are written; wait for the writer when it is far behind."""
        while self._sent:
            unwritten = len(self._live) - self._counts[State.LEASED]
            batch = self._sent[0]
            if unwritten < _MOST_UNWRITTEN and not (batch.sealed and batch.future.done()):
                break
            self._sent.popleft()
            batch.future.result()
            for link in batch.links.values():
                link.unwritten -= 1
                if not link.unwritten and link.state is not State.LEASED:
                    self._forget(link)

    def _forget(self, link: StoredLink) -> None:
        self._links.pop(link.key, None)
        if self._live.pop(link.number, None) is not None:
            link.host.late.pop(link.number, None)


def _entry(link: StoredLink) -> Entry[bytes]:
    assert link.payload is not None  # only what is done has none
    return Entry(link.key, link.host.name, link.score, link.payload, link.url, link.why)
