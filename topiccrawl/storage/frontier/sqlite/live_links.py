"""The links of a frontier that differ from what the file holds."""

from __future__ import annotations

import time
from collections import deque

from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.frontier.sqlite.batch import FrontierBatch, StoredLink
from topiccrawl.storage.sqlite.writer import SqliteWriter

MOST_IN_BATCH = 5_000
"""Maximum number of links written together."""
_MOST_UNWRITTEN = 20_000
"""Maximum number of unwritten links; beyond it the caller waits for the disk."""
_SCORE_SECONDS = 5.0
"""Seconds for which new scores are gathered: a crawl that learns scores its best links again and again."""


class LiveLinks:
    """The links that are leased, and those with changes that are not yet written.

    The caller changes a link, then calls a method here. Changes are written in the order of the calls; no
    call waits for the write. Each raises `StorageError` once the writer is broken.

    Args:
        writer: of the file.
        topic: name of the topic.

    Attributes:
        by_number: these links by id.
    """

    def __init__(self, writer: SqliteWriter, topic: str) -> None:
        self._writer = writer
        self._topic = topic
        self._by_key: dict[bytes, StoredLink] = {}
        self.by_number: dict[int, StoredLink] = {}
        self._leased = 0
        self._scored: dict[int, StoredLink] = {}
        self._scored_until = 0.0
        self._batch: FrontierBatch | None = None
        self._sent: deque[FrontierBatch] = deque()

    def get(self, key: bytes) -> StoredLink | None:
        """Return the link of a key; None when only the file holds it, or it is unknown."""
        return self._by_key.get(key)

    def is_written(self, link: StoredLink) -> bool:
        """Return whether the file holds a link as it is.

        Raises:
            StorageError: something could not be written.
        """
        if link.unwritten:
            self.collect()
        return not link.unwritten

    def leased(self) -> list[StoredLink]:
        """Return the leased links."""
        return [link for link in self.by_number.values() if link.state is State.LEASED]

    def write(self, link: StoredLink, before: State | None, *, host_is_new: bool = False) -> None:
        """Write a link as it is now.

        Args:
            link: the link.
            before: its state before the change; None for a new link.
            host_is_new: whether it is the first link of its host.
        """
        if self._scored.pop(link.number, None) is not None:
            link.unwritten -= 1
        with self._writer.lock:
            batch = self._open_batch()
            if host_is_new:
                batch.add_host(link.host.number, link.host.name)
            batch.add(link, before)
        self._by_key[link.key] = self.by_number[link.number] = link
        self._leased += (link.state is State.LEASED) - (before is State.LEASED)

    def write_later(self, link: StoredLink) -> None:
        """Write the new score of a waiting link with its next change, or with other scores."""
        if not self._scored:
            self._scored_until = time.monotonic() + _SCORE_SECONDS
        if link.number not in self._scored:
            self._scored[link.number] = self._by_key[link.key] = self.by_number[link.number] = link
            link.unwritten += 1
            if len(self._scored) >= MOST_IN_BATCH:
                self.write_scores()

    def write_scores(self) -> None:
        """Write the scores that were gathered."""
        for link in list(self._scored.values()):
            self.write(link, link.state)

    def collect(self) -> None:
        """Forget links whose changes are written; wait for the writer when it is far behind.

        Raises:
            StorageError: something could not be written.
        """
        if self._scored and time.monotonic() >= self._scored_until:
            self.write_scores()
        while self._sent:
            batch = self._sent[0]
            few = len(self.by_number) - self._leased < _MOST_UNWRITTEN
            if few and not (batch.sealed and batch.future.done()):
                break
            self._sent.popleft()
            batch.future.result()
            for link in batch.links.values():
                link.unwritten -= 1
                if not link.unwritten and link.state is not State.LEASED:
                    self._forget(link)

    def _open_batch(self) -> FrontierBatch:
        """Return the batch to add to; the caller holds the writer's lock."""
        last = self._batch if self._batch is not None and len(self._batch) < MOST_IN_BATCH else None
        batch = self._writer.open_batch(last, lambda: FrontierBatch(self._topic))
        if batch is not self._batch:
            self._batch = batch
            self._sent.append(batch)
        return batch

    def _forget(self, link: StoredLink) -> None:
        self._by_key.pop(link.key, None)
        if self.by_number.pop(link.number, None) is not None:
            link.host.late.pop(link.number, None)
