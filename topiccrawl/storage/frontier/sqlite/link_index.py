"""The state of a frontier's links, in memory and in its file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from topiccrawl.errors import StorageError
from topiccrawl.storage.frontier.contract import WAITED_FOR, Entry, State
from topiccrawl.storage.frontier.heads import Host
from topiccrawl.storage.frontier.known_keys import Known, KnownKeys
from topiccrawl.storage.frontier.sqlite.batch import StoredLink, storable_score
from topiccrawl.storage.frontier.sqlite.live_links import LiveLinks
from topiccrawl.storage.frontier.sqlite.queues import HostQueues
from topiccrawl.storage.frontier.sqlite.reader import BY_KEY, HELD, STATE_BY_KEY, FrontierReader
from topiccrawl.storage.frontier.sqlite.recovery import EMPTYING
from topiccrawl.storage.sqlite.writer import SqliteWriter

_KEYS_A_QUERY = 500


class LinkIndex:
    """The links of a topic: their states, their queues and the changes that are being written.

    Args:
        writer: writes the file.
        reader: reads the file.
        known: cache of the states of links.
        head: maximum number of places of a host in memory.

    Attributes:
        counts: links by state.
        live: links that are leased, or whose changes are not yet written.
    """

    def __init__(self, writer: SqliteWriter, reader: FrontierReader, known: KnownKeys, head: int) -> None:
        self._writer = writer
        self._reader = reader
        self._topic = reader.topic
        self._known = known
        self._numbers = writer.numbers("links")
        self._host_numbers = writer.numbers("hosts")
        self._hosts: dict[str, Host] = {}
        self._host_by_number: dict[int, Host] = {}
        self.counts = [0, 0, 0, 0]
        self.live = LiveLinks(writer, self._topic)
        self._queues = HostQueues(reader, self.live.by_number, head)
        self._load()

    def known(self, key: bytes) -> Known | None:
        """Return what is known of a key: from the cache, from memory or from the file."""
        known = self._known.get(key)
        if known is not None:
            return known
        link = self.live.get(key)
        if link is not None:
            known = link.score if link.state is State.WAITING else link.state
        elif not self._known.forgot and len(self._known) == sum(self.counts):
            return None  # all links are remembered
        else:
            row = self._reader.first(STATE_BY_KEY, (self._topic, key))
            if row is None:
                return None
            known = row[1] if row[0] == State.WAITING else State(row[0])
        self._known.put(key, known)
        return known

    def add(self, entry: Entry[bytes]) -> None:
        """Add a new link, which waits."""
        self.live.collect()
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
        )
        self.live.add(link, host_is_new=host is None)
        if host is None:
            self._hosts[entry.host] = self._host_by_number[link.host.number] = link.host
        self.counts[State.WAITING] += 1
        self._queues.wait(link)
        self._known.put(link.key, score)

    def replace(self, entry: Entry[bytes]) -> None:
        """Give a waiting link the score, the URL and the payload of a better one."""
        link = self._with_entry(entry)
        before = link.place
        link.score = float(entry.score)
        self.live.replace(link)
        self._queues.move(link, before)
        self._known.put(link.key, link.score)

    def again(self, entry: Entry[bytes]) -> None:
        """Requeue a leased or settled link with the values of the entry."""
        link = self._with_entry(entry)
        before = link.state
        link.score = float(entry.score)
        link.state, link.reason = State.WAITING, None
        link.attempts = link.attempts_before if before is State.LEASED else 0.0
        self.live.replace(link)
        self.note(link, before)
        self._queues.settle(link)
        self._queues.wait(link)

    def lease(self, ready: Callable[[str, float], bool]) -> StoredLink | None:
        """Lease the best link among the hosts that are `ready`."""
        self.live.collect()
        link = self._lease_best(ready)
        if link is None and self._queues.held_back:
            self._queues.lease_all_levels(True)
            try:
                link = self._lease_best(ready)
            finally:
                self._queues.lease_all_levels(False)
        return link

    def settle(self, key: bytes, state: State, reason: str | None = None) -> None:
        """End a lease; do nothing when there is none."""
        link = self.live.get(key)
        if link is None or link.state is not State.LEASED:
            return
        self.live.collect()
        link.state = state
        link.reason = reason
        if state is State.WAITING:
            link.attempts = link.attempts_before
        self.note(link, State.LEASED)
        self._queues.settle(link)
        if state is State.WAITING:
            self._queues.wait(link)

    def note(self, link: StoredLink, before: State) -> None:
        """Have the new state of a link written, and count it."""
        self.live.settle(link, before)
        self.counts[before] -= 1
        self.counts[link.state] += 1
        self._known.put(link.key, link.score if link.state is State.WAITING else link.state)

    def rescore(self, scores: Mapping[bytes, float]) -> None:
        """Give waiting links new scores, by key; other links are left alone."""
        self.live.collect()
        stored = []
        for key, score in scores.items():
            known = self._known.get(key)
            if isinstance(known, State) or known == score:
                continue
            if (link := self.live.get(key)) is None:
                stored.append(key)
            elif link.state is State.WAITING:
                self._score(link, score)
        for start in range(0, len(stored), _KEYS_A_QUERY):
            for row in self._reader.by_keys(stored[start : start + _KEYS_A_QUERY]):
                link = self._stored(row)
                if link.state is State.WAITING:
                    self._score(link, scores[link.key])

    def _load(self) -> None:
        """Read hosts, counts, links on probation and the best place of each host."""
        for number, name, counts in self._reader.hosts():
            if name == EMPTYING:
                continue
            self._host_by_number[number] = self._hosts[name] = Host(number, name)
            for state, count in enumerate((counts.waiting, counts.leased, counts.done, counts.dead)):
                self.counts[state] += count
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
        link = self.live.by_number.get(number) or self._stored(self._queues.row(host, number))
        link.state = State.LEASED
        link.attempts_before = link.attempts
        link.attempts += WAITED_FOR if link.attempts else 1
        self.note(link, State.WAITING)
        if self._queues.lease(link):
            # Written first, so that the attempt is recorded even if the page kills the process at once.
            self._writer.flush()
        return link

    def _with_entry(self, entry: Entry[bytes]) -> StoredLink:
        """Return a known link with everything of an entry but its score, which is checked."""
        self.live.collect()
        storable_score(entry, self._topic, self._reader.largest)
        link = self.live.get(entry.key) or self._stored(self._reader.first(BY_KEY, (self._topic, entry.key)))
        link.url, link.why, link.payload = entry.url, entry.why, entry.payload
        return link

    def _score(self, link: StoredLink, score: float) -> None:
        before = link.place
        link.score = float(score)
        self.live.score(link)
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
