"""Changes of a frontier: gathered by link, then written with few statements of many rows."""

from __future__ import annotations

import math
import sqlite3
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from topiccrawl.errors import RowRefusedError
from topiccrawl.storage.frontier.contract import Entry, State
from topiccrawl.storage.frontier.heads import Host, Place
from topiccrawl.storage.schema.column_types import KEY_BYTES
from topiccrawl.storage.sqlite.statements import write_rows

_INSERT_HOSTS = "INSERT INTO hosts (id, topic, name) VALUES {}"
_WRITE_LINKS = (
    "INSERT INTO links (id, topic, key, host_id, state, score, attempts, url, why, reason, payload, "
    "dead_since) VALUES {} ON CONFLICT (id) DO UPDATE SET state = excluded.state, score = excluded.score, "
    "attempts = excluded.attempts, url = excluded.url, why = excluded.why, reason = excluded.reason, "
    "payload = excluded.payload, dead_since = excluded.dead_since"
)
COUNT_HOSTS = (
    "UPDATE hosts SET waiting = waiting + v.column2, leased = leased + v.column3, done = done + v.column4, "
    "dead = dead + v.column5 FROM (VALUES {}) AS v WHERE hosts.id = v.column1"
)


@dataclass(slots=True, eq=False)
class StoredLink:
    """A link that is leased or not yet written, as it is to be in the database.

    Attributes:
        number: its id.
        key: identifies its URL.
        host: its host.
        state: its state.
        score: higher comes first.
        attempts: crashes it took part in, plus what a crash during its present lease would count.
        attempts_before: crashes it took part in.
        url: its URL.
        why: JSON on its origin.
        payload: the crawl's request.
        reason: why it is dead.
        unwritten: batches that hold changes of it.
    """

    number: int
    key: bytes
    host: Host
    score: float
    url: str
    why: str
    payload: bytes | None
    attempts: float = 0.0
    state: State = State.WAITING
    reason: str | None = None
    unwritten: int = 0
    attempts_before: float = field(init=False)

    def __post_init__(self) -> None:
        self.attempts_before = self.attempts

    @property
    def place(self) -> Place:
        """Its place in the queue of its host."""
        return -self.score, self.number

    def entry(self) -> Entry[bytes]:
        """Return the link as the frontier's users see it."""
        assert self.payload is not None  # only links that are done have none
        return Entry(self.key, self.host.name, self.score, self.payload, self.url, self.why)


class FrontierBatch:
    """Changes of one topic that are written together; of two of the same link the later one counts.

    Args:
        topic: name of the topic.

    Attributes:
        sealed: nothing may be added any more; set by the writer.
        future: done when the batch is committed.
        links: the links that have changes in it, by id.
    """

    fails_alone = False

    def __init__(self, topic: str) -> None:
        self.sealed = False
        self.future: Future[None] = Future()
        self.links: dict[int, StoredLink] = {}
        self._topic = topic
        self._hosts: list[tuple[int, str, str]] = []
        self._rows: dict[int, Sequence[Any]] = {}
        self._counts: dict[int, list[int]] = {}

    def __len__(self) -> int:
        """How many links have changes in it."""
        return len(self.links)

    def add_host(self, number: int, name: str) -> None:
        """Add a new host."""
        self._hosts.append((number, self._topic, name))

    def add(self, link: StoredLink, before: State | None) -> None:
        """Add a link as it is now; `before` is the state that was added last, None for a new link."""
        if link.number not in self.links:
            self.links[link.number] = link
            link.unwritten += 1
        self._rows[link.number] = self._row(link)
        counts = self._counts.setdefault(link.host.number, [0] * len(State))
        counts[link.state] += 1
        if before is not None:
            counts[before] -= 1

    def write(self, connection: sqlite3.Connection) -> None:
        """Write all changes, within the caller's transaction."""
        for statement, rows in (
            (_INSERT_HOSTS, self._hosts),
            (_WRITE_LINKS, self._rows.values()),
            (COUNT_HOSTS, ((number, *counts) for number, counts in self._counts.items() if any(counts))),
        ):
            write_rows(connection, statement, rows)

    def _row(self, link: StoredLink) -> Sequence[Any]:
        return (
            link.number,
            self._topic,
            link.key,
            link.host.number,
            int(link.state),
            link.score,
            link.attempts,
            link.url,
            link.why,
            link.reason,
            None if link.state is State.DONE else link.payload,
            time.time() if link.state is State.DEAD else None,
        )


def storable_score(entry: Entry[bytes], topic: str, largest: int) -> float:
    """Check that the file will take an entry; return its score.

    Args:
        entry: the entry.
        topic: name of the topic.
        largest: maximum bytes of a row.

    Raises:
        RowRefusedError: the file would refuse the entry; the message says why.
    """
    try:
        for text in (entry.url, entry.host, entry.why):
            text.encode()
    except UnicodeEncodeError as error:
        raise RowRefusedError(f"{entry.url[:200]!a}: {error}") from error
    score = float(entry.score)
    if not math.isfinite(score):
        raise RowRefusedError(f"{entry.url[:200]}: its score {score} is not a finite number")
    if len(entry.key) > KEY_BYTES:
        raise RowRefusedError(f"{entry.url[:200]}: a key of {len(entry.key)} bytes, at most {KEY_BYTES} fit")
    size = len(entry.payload) + 4 * (len(entry.url) + len(entry.why) + len(topic)) + 1000
    if size > largest:
        raise RowRefusedError(f"{entry.url[:200]}: takes {size} bytes, {largest} fit")
    return score
