"""A frontier in a SQLite file; what was pushed is found again after a crash of the process."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from topiccrawl.errors import StorageError
from topiccrawl.messages import said
from topiccrawl.storage.frontier.contract import (
    NOTHING_INHERITED,
    REQUEUED,
    Counts,
    Entry,
    Inheritance,
    State,
    check_scores,
)
from topiccrawl.storage.frontier.known_keys import KnownKeys, score_of_known, state_of_known
from topiccrawl.storage.frontier.sqlite.link_index import LinkIndex
from topiccrawl.storage.frontier.sqlite.reader import FrontierReader
from topiccrawl.storage.frontier.sqlite.recovery import (
    Reclaimed,
    empty,
    finish_emptying,
    make_tables,
    reclaim,
    requeue_passing,
)
from topiccrawl.storage.schema.column_types import check_topic_name
from topiccrawl.storage.sqlite.writer import SqliteWriter

_log = logging.getLogger(__name__)


class SqliteFrontier:
    """The links of a topic in a SQLite file, best first over all hosts.

    The file is both the queue and its duplicate filter. What is pushed, settled or released is written by the
    file's only writer, in the order of the calls and after what was submitted to it before. A call does not
    wait for the write: a crash loses at most the newest calls, and a lease lost so is leased again. The best
    places of each host are kept in memory and read again when they run out.

    A frontier is used from one thread. Payloads are bytes. Besides what `Frontier` says, each method raises
    `StorageError` once the writer is broken.

    Args:
        writer: writes the file; the caller closes it, after the frontier.
        topic: name of the topic, at most 64 characters.
        max_attempts: crashes that a link may take part in before it is given up.
        head: maximum number of places of a host in memory.
        cache: maximum number of keys to remember without asking the database; each takes about 150 bytes.
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
        self._head = head
        self._max_attempts = max_attempts
        self._known = KnownKeys(cache)
        self._closed = False
        writer.claim(self._claim)
        try:
            make_tables(writer)
            (empty if fresh else finish_emptying)(writer, topic)
            self._recover(requeue_after, inherited)
            self._reader = FrontierReader(writer.path, topic)
            self._links = LinkIndex(writer, self._reader, self._known, head)
        except BaseException:
            writer.unclaim(self._claim)
            raise

    def state(self, key: bytes) -> State | None:
        return state_of_known(self._links.known(key))

    def score(self, key: bytes) -> float | None:
        return score_of_known(self._links.known(key))

    def push(self, entry: Entry[bytes]) -> bool:
        """See `Frontier.push`.

        Raises:
            RowRefusedError: no database takes this entry: a score that is not finite, half a surrogate pair,
                a key or payload that is too long.
        """
        known = self._links.known(entry.key)
        if known is None:
            self._links.add(entry)
            return True
        score = score_of_known(known)
        if score is not None and entry.score > score:
            self._links.replace(entry)
        return False

    def lease(self, ready: Callable[[str, float], bool]) -> Entry[bytes] | None:
        link = self._links.lease(ready)
        return None if link is None else link.entry()

    def rescore(self, scores: Mapping[bytes, float]) -> None:
        check_scores(scores)
        self._links.rescore(scores)

    def answering(self, key: bytes) -> None:
        """See `Frontier.answering`; a lease and the attempt of a suspect are written before it returns."""
        link = self._links.live.get(key)
        if link is None or link.state is not State.LEASED:
            return
        if link.attempts_before and link.attempts != link.attempts_before + 1:
            link.attempts = link.attempts_before + 1
            self._links.note(link, State.LEASED)
            self._writer.flush()
        elif not self._links.live.is_written(link):
            # Answered sooner than leases are committed, and the page may kill the process: without this its
            # first crash would not count. It costs 0.4 ms, and only for such pages.
            self._writer.flush()

    def fetched(self, key: bytes) -> None:
        """See `Frontier.fetched`; written as by `answering`."""
        self.answering(key)

    def done(self, key: bytes) -> None:
        self._links.settle(key, State.DONE)

    def dead(self, key: bytes, reason: str) -> None:
        self._links.settle(key, State.DEAD, reason.encode(errors="replace").decode())

    def release(self, key: bytes) -> None:
        self._links.settle(key, State.WAITING)

    def again(self, entry: Entry[bytes]) -> None:
        """See `Frontier.again`; raises as `push` does."""
        known = self._links.known(entry.key)
        if known is None or score_of_known(known) is not None:
            self.push(entry)
        else:
            self._links.again(entry)

    def failed(self, key: bytes, reason: str) -> bool:
        link = self._links.live.get(key)
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
        link = self._links.live.get(key)
        return link is not None and link.attempts_before + 1 >= self._max_attempts

    def counts(self) -> Counts:
        return Counts(*self._links.counts)

    def flush(self) -> None:
        """Wait until everything is committed.

        Raises:
            StorageError: it cannot be.
        """
        self._writer.flush()
        self._links.live.collect()

    def fresh(self) -> None:
        """Forget every link of the topic, leased ones too; other tables and topics are left alone."""
        self.flush()
        empty(self._writer, self._topic)
        self._known.clear()
        self._links = LinkIndex(self._writer, self._reader, self._known, self._head)

    def close(self) -> None:
        """See `Frontier.close`; the writer stays open. May be called twice."""
        if self._closed:
            return
        self._closed = True
        try:
            for link in self._links.live.leased():
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
