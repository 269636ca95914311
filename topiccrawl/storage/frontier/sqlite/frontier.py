"""A frontier in a SQLite file: what was pushed is found again, whatever becomes of the process."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from topiccrawl.errors import StorageError
from topiccrawl.storage.frontier.contract import REQUEUED, WAITED_FOR, Counts, Entry, Inheritance, State
from topiccrawl.storage.frontier.known_keys import Known, KnownKeys
from topiccrawl.storage.frontier.sqlite.batch import StoredLink
from topiccrawl.storage.frontier.sqlite.entry import storable_score
from topiccrawl.storage.frontier.sqlite.heads import Host
from topiccrawl.storage.frontier.sqlite.live_links import LiveLinks
from topiccrawl.storage.frontier.sqlite.queues import HostQueues
from topiccrawl.storage.frontier.sqlite.reader import (
    BY_KEY,
    HELD,
    STATE_BY_KEY,
    FrontierReader,
)
from topiccrawl.storage.frontier.sqlite.recovery import (
    EMPTYING,
    Reclaimed,
    empty,
    finish_emptying,
    make_tables,
    reclaim,
    requeue_passing,
)
from topiccrawl.storage.frontier.sqlite.selection import Selection
from topiccrawl.storage.schema.columns import TOPIC_LENGTH
from topiccrawl.storage.sqlite.writer import SqliteWriter

_log = logging.getLogger(__name__)

_NOTHING = Inheritance()


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
        max_attempts: crashes that a link may take part in before it is given up.
        head: most places of a host in memory.
        cache: most keys to remember without asking the database; each takes about 150 bytes.
        fresh: start with nothing; other tables and topics in the file are left alone.
        requeue_after: seconds after which dead letters wait again whose pages may be there now; 0: never.
        inherited: what is known of the process that used the frontier before, if it died.

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
        requeue_after: float = 0.0,
        inherited: Inheritance = _NOTHING,
    ) -> None:
        if not 0 < len(topic) <= TOPIC_LENGTH:
            raise StorageError(f"the topic's name {topic!r} has not 1 to {TOPIC_LENGTH} characters")
        self.model = 0
        self.reclaimed = Reclaimed()
        self._writer = writer
        self._topic = topic
        self._claim = f"the frontier of {topic!r}"
        self._most_places = head
        self._max_attempts = max_attempts
        self._known = KnownKeys(cache)
        self._closed = False
        writer.claim(self._claim)
        try:
            make_tables(writer)
            (empty if fresh else finish_emptying)(writer, topic)
            self.reclaimed = reclaim(writer, topic, max_attempts, inherited)
            if self.reclaimed != Reclaimed():
                _log.info(
                    "the last crawl ended in the middle: %d links it held are tried again, %d are given up",
                    self.reclaimed.waiting,
                    self.reclaimed.dead,
                )
            if requeue_after and (requeued := requeue_passing(writer, topic, requeue_after)):
                _log.info(REQUEUED, requeued)
            self._numbers = writer.numbers("links")
            self._host_numbers = writer.numbers("hosts")
            self._reader = FrontierReader(writer.path, topic)
            self._load()
        except BaseException:
            writer.unclaim(self._claim)
            raise

    def state(self, key: bytes) -> State | None:
        """See `Frontier.state`."""
        known = self._known_of(key)
        return State.WAITING if type(known) is float else known  # type: ignore[return-value]

    def score(self, key: bytes) -> float | None:
        """See `Frontier.score`."""
        known = self._known_of(key)
        return known if type(known) is float else None

    def push(self, entry: Entry[bytes]) -> bool:
        """See `Frontier.push`.

        Raises:
            RowRefusedError: no database takes this entry: a score that is not finite, half a surrogate pair,
                a key or payload that is too long.
        """
        known = self._known_of(entry.key)
        if known is None:
            self._push_new(entry)
            return True
        if type(known) is float and entry.score > known:
            self._raise(entry)
        return False

    def lease(self, ready: Callable[[str, float], bool]) -> Entry[bytes] | None:
        """See `Frontier.lease`."""
        self._live.collect()
        link = self._lease_best(ready)
        if link is None and self._queues.held_back:
            self._queues.let_all_go(True)
            try:
                link = self._lease_best(ready)
            finally:
                self._queues.let_all_go(False)
        return None if link is None else _entry(link)

    def answering(self, key: bytes) -> None:
        """See `Frontier.answering`; for a link on probation it is written before this returns."""
        link = self._live.get(key)
        if link is None or link.state is not State.LEASED or not link.attempts_before:
            return
        if link.attempts != link.attempts_before + 1:
            link.attempts = link.attempts_before + 1
            self._note(link, State.LEASED)
            self._writer.flush()

    def fetched(self, key: bytes) -> None:
        """See `Frontier.fetched`; for a link on probation it is written before this returns."""
        self.answering(key)

    def done(self, key: bytes) -> None:
        """See `Frontier.done`."""
        self._settle(key, State.DONE)

    def dead(self, key: bytes, reason: str) -> None:
        """See `Frontier.dead`."""
        self._settle(key, State.DEAD, reason.encode(errors="replace").decode())

    def release(self, key: bytes) -> None:
        """See `Frontier.release`."""
        self._settle(key, State.WAITING)

    def again(self, entry: Entry[bytes]) -> None:
        """See `Frontier.again`; raises as `push` does."""
        known = self._known_of(entry.key)
        if known is None or type(known) is float:
            self.push(entry)
            return
        self._live.collect()
        score = storable_score(entry, self._topic, self._reader.largest)
        link = self._live.get(entry.key) or self._stored(self._reader.first(BY_KEY, (self._topic, entry.key)))
        before = link.state
        link.score, link.model = score, self.model
        link.url, link.why, link.payload = entry.url, entry.why, entry.payload
        link.state, link.reason = State.WAITING, None
        link.attempts = link.attempts_before if before is State.LEASED else 0.0
        self._live.raise_(link)
        self._note(link, before)
        self._queues.settle(link)
        self._queues.wait(link)

    def failed(self, key: bytes, reason: str) -> bool:
        """See `Frontier.failed`."""
        link = self._live.get(key)
        if link is None or link.state is not State.LEASED:
            return False
        given_up = self.is_last_attempt(key)
        link.attempts_before = link.attempts = link.attempts_before + 1
        if given_up:
            self.dead(key, reason)
        else:
            self._settle(key, State.WAITING)
        return given_up

    def is_last_attempt(self, key: bytes) -> bool:
        """See `Frontier.is_last_attempt`."""
        link = self._live.get(key)
        return link is not None and link.attempts_before + 1 >= self._max_attempts

    def counts(self) -> Counts:
        """See `Frontier.counts`."""
        return Counts(*self._counts)

    def flush(self) -> None:
        """Wait until everything is committed.

        Raises:
            StorageError: it cannot be.
        """
        self._writer.flush()
        self._live.collect()

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
            for link in self._live.leased():
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
        chosen = Selection.of(host, prefix, model_before)
        if model_before is not None and model < model_before:
            raise ValueError(f"version {model} cannot score again what is older than {model_before}")
        return self._rescored(chosen, score_of, model, chunk)

    # The start.

    def _load(self) -> None:
        """Read hosts, counts, links on probation and the best place of each host."""
        self._hosts: dict[str, Host] = {}
        self._of_number: dict[int, Host] = {}
        self._live = LiveLinks(self._writer, self._topic)
        self._counts = [0, 0, 0, 0]
        self._known.clear()
        for number, name, counts in self._reader.hosts():
            if name == EMPTYING:
                continue
            self._of_number[number] = self._hosts[name] = Host(number, name)
            for state, count in enumerate((counts.waiting, counts.leased, counts.done, counts.dead)):
                self._counts[state] += count
        held = self._reader.query(HELD, (self._topic,))
        self._queues = HostQueues(self._reader, self._live.by_number, self._most_places)
        self._queues.load(
            self._of_number,
            [
                (self._of_number[host], (-score, number), attempts)
                for number, host, _, score, attempts in held
            ],
        )

    # What is known.

    def _known_of(self, key: bytes) -> Known | None:
        """What is known of a key: remembered, in memory or in the database."""
        known = self._known.get(key)
        if known is not None:
            return known
        link = self._live.get(key)
        if link is not None:
            known = link.score if link.state is State.WAITING else link.state
        else:
            row = self._reader.first(STATE_BY_KEY, (self._topic, key))
            if row is None:
                return None
            known = row[1] if row[0] == State.WAITING else State(row[0])
        self._known.put(key, known)
        return known

    def _push_new(self, entry: Entry[bytes]) -> None:
        self._live.collect()
        score = storable_score(entry, self._topic, self._reader.largest)
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
        self._live.add(link, host_is_new=host is None)
        if host is None:
            self._hosts[entry.host] = self._of_number[link.host.number] = link.host
        self._counts[State.WAITING] += 1
        self._queues.wait(link)
        self._known.put(link.key, score)

    def _raise(self, entry: Entry[bytes]) -> None:
        """A known link that waits takes the higher score, and the payload with it."""
        self._live.collect()
        score = storable_score(entry, self._topic, self._reader.largest)
        link = self._live.get(entry.key)
        if link is None:
            link = self._stored(self._reader.first(BY_KEY, (self._topic, entry.key)))
        before = link.place
        link.score, link.model = score, self.model
        link.url, link.why, link.payload = entry.url, entry.why, entry.payload
        self._live.raise_(link)
        self._queues.move(link, before)
        self._known.put(link.key, score)

    # Leasing and settling.

    def _lease_best(self, ready: Callable[[str, float], bool]) -> StoredLink | None:
        for negative, number, host in self._queues:
            if ready(host.name, -negative):
                return self._take(host, number)
        return None

    def _take(self, host: Host, number: int) -> StoredLink:
        """Lease the best link of a host."""
        link = self._live.by_number.get(number) or self._stored(self._queues.row(host, number))
        link.state = State.LEASED
        link.attempts_before = link.attempts
        link.attempts += WAITED_FOR if link.attempts else 1
        self._note(link, State.WAITING)
        if self._queues.lease(link):
            # Before it can do harm: what kills the process at once must not be forgotten with it.
            self._writer.flush()
        return link

    def _settle(self, key: bytes, state: State, reason: str | None = None) -> None:
        """End a lease; nothing happens when there is none."""
        link = self._live.get(key)
        if link is None or link.state is not State.LEASED:
            return
        self._live.collect()
        link.state = state
        link.reason = reason
        if state is State.WAITING:
            link.attempts = link.attempts_before
        self._note(link, State.LEASED)
        self._queues.settle(link)
        if state is State.WAITING:
            self._queues.wait(link)

    def _note(self, link: StoredLink, before: State) -> None:
        """Have a new state written, and count it."""
        self._live.settle(link, before)
        self._counts[before] -= 1
        self._counts[link.state] += 1
        self._known.put(link.key, link.score if link.state is State.WAITING else link.state)

    # Scoring again.

    def _rescored(
        self, chosen: Selection, score_of: Callable[[Entry[bytes]], float], model: int, chunk: int
    ) -> Iterator[int]:
        self.flush()
        for numbers in chosen.numbers(self._reader, self._hosts, chunk):
            self._live.collect()
            scored = 0
            for row in self._reader.links(numbers):
                link = self._live.by_number.get(row[0]) or self._stored(row)
                if link.state is State.WAITING and chosen.fits(link):
                    self._score(link, float(score_of(_entry(link))), model)
                    scored += 1
            yield scored

    def _score(self, link: StoredLink, score: float, model: int) -> None:
        if not math.isfinite(score):
            raise ValueError(f"{link.url[:200]}: its new score {score} is not a finite number")
        before = link.place
        link.score, link.model = score, model
        self._live.score(link)
        self._queues.move(link, before)
        self._known.put(link.key, score)

    def _stored(self, row: Sequence[Any] | None) -> StoredLink:
        """A link that memory does not hold, as the database has it."""
        if row is None:
            raise StorageError(f"{self._writer.shown}: a link is gone that nobody but us could have deleted")
        number, key, host, state, score, attempts, model, url, why, _, payload = row
        link = StoredLink(number, key, self._of_number[host], score, url, why, payload, model, attempts)
        link.state = State(state)
        return link


def _entry(link: StoredLink) -> Entry[bytes]:
    assert link.payload is not None  # only what is done has none
    return Entry(link.key, link.host.name, link.score, link.payload, link.url, link.why)
