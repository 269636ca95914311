"""A frontier in a SQLite file; what was pushed is found again after a crash of the process."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from topiccrawl.errors import StorageError
from topiccrawl.messages import said
from topiccrawl.storage.frontier.contract import (
    NOTHING_INHERITED,
    REQUEUED,
    WAITED_FOR,
    Counts,
    Entry,
    Inheritance,
    State,
    check_scores,
)
from topiccrawl.storage.frontier.heads import Host
from topiccrawl.storage.frontier.known_keys import Known, KnownKeys, score_of_known, state_of_known
from topiccrawl.storage.frontier.sqlite.batch import StoredLink, storable_score
from topiccrawl.storage.frontier.sqlite.live_links import LiveLinks
from topiccrawl.storage.frontier.sqlite.queues import HostQueues
from topiccrawl.storage.frontier.sqlite.reader import BY_KEY, HELD, HOSTS, STATE_BY_KEY, FrontierReader, by_id
from topiccrawl.storage.frontier.sqlite.recovery import (
    Reclaimed,
    empty,
    make_tables,
    reclaim,
    requeue_passing,
)
from topiccrawl.storage.schema.column_types import check_topic_name
from topiccrawl.storage.sqlite.writer import SqliteWriter

_log = logging.getLogger(__name__)

_KEYS_A_QUERY = 500


class SqliteFrontier:
    """The links of a topic in a SQLite file, best first over all hosts.

    The file is both the queue and its duplicate filter. What is pushed, settled or released is written by the
    file's only writer, in the order of the calls and after what was submitted to it before. A call does not
    wait for the write: a crash loses at most the newest calls, and a lease lost so is leased again. Scores of
    `rescore` are written some five seconds later, once for a link that is scored again and again. The best
    places of each host are kept in memory and read again when they run out.

    A frontier is used from one thread. Payloads are bytes. Besides what `Frontier` says, each method raises
    `StorageError` once the writer is broken.

    Args:
        writer: writes the file; the caller closes it, after the frontier.
        topic: name of the topic, at most 64 characters.
        max_attempts: crashes that a link may take part in before it is given up.
        head: maximum number of places of a host in memory.
        cache: maximum number of keys to remember without asking the database, see `KnownKeys`.
        fresh: start with an empty frontier; other tables and topics in the file are left alone.
        requeue_after: seconds after which dead letters of a passing cause wait again; 0: never.
        inherited: what is known of the process that used the frontier before, if it died.

    Attributes:
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
        inherited: Inheritance = NOTHING_INHERITED,
    ) -> None:
        try:
            check_topic_name(topic)
        except ValueError as error:
            raise StorageError(said(error)) from None
        self.reclaimed = Reclaimed()
        self._writer = writer
        self._topic = topic
        self._claim = f"the frontier of {topic!r}"
        self._max_attempts = max_attempts
        self._known = KnownKeys(cache)
        self._closed = False
        writer.claim(self._claim)
        try:
            make_tables(writer)
            if fresh:
                empty(writer, topic)
            self._recover(requeue_after, inherited)
            self._reader = FrontierReader(writer.path, topic)
            self._numbers = writer.numbers("links")
            self._host_numbers = writer.numbers("hosts")
            self._hosts: dict[str, Host] = {}
            self._host_by_number: dict[int, Host] = {}
            self._counts = dict.fromkeys(State, 0)
            self._live = LiveLinks(writer, topic)
            self._queues = HostQueues(self._reader, self._live.by_number, head)
            self._load()
        except BaseException:
            writer.unclaim(self._claim)
            raise

    def state(self, key: bytes) -> State | None:
        return state_of_known(self._look_up(key))

    def score(self, key: bytes) -> float | None:
        return score_of_known(self._look_up(key))

    def push(self, entry: Entry[bytes]) -> bool:
        """See `Frontier.push`.

        Raises:
            RowRefusedError: no database takes this entry: a score that is not finite, half a surrogate pair,
                a key or payload that is too long.
        """
        known = self._look_up(entry.key)
        if known is None:
            self._add(entry)
            return True
        score = score_of_known(known)
        if score is not None and entry.score > score:
            link = self._with_entry(entry)
            self._rescore(link, entry.score)
            self._live.write(link, link.state)
        return False

    def lease(self, ready: Callable[[str, float], bool]) -> Entry[bytes] | None:
        self._live.collect()
        link = self._lease_best(ready)
        if link is None and self._queues.held_back:
            self._queues.lease_all_levels(True)
            try:
                link = self._lease_best(ready)
            finally:
                self._queues.lease_all_levels(False)
        return None if link is None else link.entry()

    def rescore(self, scores: Mapping[bytes, float]) -> None:
        check_scores(scores)
        self._live.collect()
        stored = []
        for key, score in scores.items():
            known = self._known.get(key)
            if isinstance(known, State) or known == score:
                continue
            if (link := self._live.get(key)) is None:
                stored.append(key)
            elif link.state is State.WAITING:
                self._rescore(link, score)
        for start in range(0, len(stored), _KEYS_A_QUERY):
            for row in self._reader.by_keys(stored[start : start + _KEYS_A_QUERY]):
                link = self._stored(row)
                if link.state is State.WAITING:
                    self._rescore(link, scores[link.key])

    def answering(self, key: bytes) -> None:
        """See `Frontier.answering`; a lease and the attempt of a suspect are written before it returns."""
        link = self._live.get(key)
        if link is None or link.state is not State.LEASED:
            return
        if link.attempts_before and link.attempts != link.attempts_before + 1:
            link.attempts = link.attempts_before + 1
            self._note(link, State.LEASED)
            self._writer.flush()
        elif not self._live.is_written(link):
            # Answered sooner than leases are committed, and the page may kill the process: without this its
            # first crash would not count. It costs 0.4 ms, and only for such pages.
            self._writer.flush()

    def fetched(self, key: bytes) -> None:
        """See `Frontier.fetched`; written as by `answering`."""
        self.answering(key)

    def done(self, key: bytes) -> None:
        self._settle(key, State.DONE)

    def dead(self, key: bytes, reason: str) -> None:
        self._settle(key, State.DEAD, reason.encode(errors="replace").decode())

    def release(self, key: bytes) -> None:
        self._settle(key, State.WAITING)

    def again(self, entry: Entry[bytes]) -> None:
        """See `Frontier.again`; raises as `push` does."""
        known = self._look_up(entry.key)
        if known is None or score_of_known(known) is not None:
            self.push(entry)
            return
        link = self._with_entry(entry)
        before = link.state
        link.score = float(entry.score)
        link.state, link.reason = State.WAITING, None
        link.attempts = link.attempts_before if before is State.LEASED else 0.0
        self._note(link, before)
        self._queues.settle(link)
        self._queues.wait(link)

    def failed(self, key: bytes, reason: str) -> bool:
        link = self._live.get(key)
        if link is None or link.state is not State.LEASED:
            return False
        given_up = self.is_last_attempt(key)
        link.attempts_before = link.attempts = link.attempts_before + 1
        if given_up:
            self.dead(key, reason)
        else:
            self.release(key)
        return given_up

    def is_last_attempt(self, key: bytes) -> bool:
        """See `Frontier.is_last_attempt`."""
        link = self._live.get(key)
        return link is not None and link.attempts_before + 1 >= self._max_attempts

    def counts(self) -> Counts:
        return Counts(*self._counts.values())

    def flush(self) -> None:
        """Wait until everything is committed.

        Raises:
            StorageError: it cannot be.
        """
        self._live.write_scores()
        self._writer.flush()
        self._live.collect()

    def close(self) -> None:
        """See `Frontier.close`; the writer stays open. May be called twice."""
        if self._closed:
            return
        self._closed = True
        try:
            for link in self._live.leased():
                self.release(link.key)
            self.flush()
        finally:
            self._reader.close()
            self._writer.unclaim(self._claim)

    def _recover(self, requeue_after: float, inherited: Inheritance) -> None:
        """Requeue the links leased by a dead process, and dead letters with a transient cause."""
        self.reclaimed = reclaim(self._writer, self._topic, self._max_attempts, inherited)
        if self.reclaimed != Reclaimed():
            _log.info(
                "the last crawl ended in the middle: %d links it held are tried again, %d are given up",
                self.reclaimed.waiting,
                self.reclaimed.dead,
            )
        if requeue_after and (requeued := requeue_passing(self._writer, self._topic, requeue_after)):
            _log.info(REQUEUED, requeued)

    def _look_up(self, key: bytes) -> Known | None:
        """Return what is known of a key: from the cache, from memory or from the file."""
        known = self._known.get(key)
        if known is not None:
            return known
        link = self._live.get(key)
        if link is not None:
            known = link.score if link.state is State.WAITING else link.state
        elif not self._known.forgot and len(self._known) == sum(self._counts.values()):
            return None  # all links are remembered
        else:
            row = self._reader.first(STATE_BY_KEY, (self._topic, key))
            if row is None:
                return None
            known = row[1] if row[0] == State.WAITING else State(row[0])
        self._known.put(key, known)
        return known

    def _add(self, entry: Entry[bytes]) -> None:
        """Add a new link, which waits."""
        self._live.collect()
        score = storable_score(entry, self._topic, self._reader.largest)
        host = self._hosts.get(entry.host)
        at = host or Host(next(self._host_numbers), entry.host)
        link = StoredLink(next(self._numbers), entry.key, at, score, entry.url, entry.why, entry.payload)
        self._live.write(link, None, host_is_new=host is None)
        if host is None:
            self._hosts[entry.host] = self._host_by_number[link.host.number] = link.host
        self._counts[State.WAITING] += 1
        self._queues.wait(link)
        self._known.put(link.key, score)

    def _settle(self, key: bytes, state: State, reason: str | None = None) -> None:
        """End a lease; do nothing when there is none."""
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
        """Have the new state of a link written, and count it."""
        self._live.write(link, before)
        self._counts[before] -= 1
        self._counts[link.state] += 1
        self._known.put(link.key, link.score if link.state is State.WAITING else link.state)

    def _load(self) -> None:
        """Read hosts, counts, links on probation and the best place of each host."""
        for number, name, *counts in self._reader.query(HOSTS, (self._topic,)):
            self._host_by_number[number] = self._hosts[name] = Host(number, name)
            for state, count in zip(State, counts, strict=True):
                self._counts[state] += count
        held = [
            (self._host_by_number[host], (-score, number), attempts)
            for number, host, _, score, attempts in self._reader.query(HELD, (self._topic,))
        ]
        self._queues.load(self._host_by_number, held)

    def _lease_best(self, ready: Callable[[str, float], bool]) -> StoredLink | None:
        for negative, number, host in self._queues:
            if ready(host.name, -negative):
                return self._take(host, number)
        return None

    def _take(self, host: Host, number: int) -> StoredLink:
        """Lease the best link of a host."""
        link = self._live.by_number.get(number) or self._stored(self._reader.first(by_id(1), (number,)))
        link.state = State.LEASED
        link.attempts_before = link.attempts
        link.attempts += WAITED_FOR if link.attempts else 1
        self._note(link, State.WAITING)
        if self._queues.lease(link):
            # Written first, so that the attempt is recorded even if the page kills the process at once.
            self._writer.flush()
        return link

    def _with_entry(self, entry: Entry[bytes]) -> StoredLink:
        """Return a known link with everything of an entry but its score, which is checked."""
        self._live.collect()
        storable_score(entry, self._topic, self._reader.largest)
        link = self._live.get(entry.key) or self._stored(self._reader.first(BY_KEY, (self._topic, entry.key)))
        link.url, link.why, link.payload = entry.url, entry.why, entry.payload
        return link

    def _rescore(self, link: StoredLink, score: float) -> None:
        before = link.place
        link.score = float(score)
        self._live.write_later(link)
        self._queues.move(link, before)
        self._known.put(link.key, link.score)

    def _stored(self, row: Sequence[Any] | None) -> StoredLink:
        """Return a link that memory does not hold, as it is in the file."""
        if row is None:
            raise StorageError(
                "{database}: a link was deleted by another program", database=self._writer.display_name
            )
        number, key, host, state, score, attempts, url, why, _, payload = row
        link = StoredLink(number, key, self._host_by_number[host], score, url, why, payload, attempts)
        link.state = State(state)
        return link
