"""The originals of a database, for an index outside of a crawl."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from sqlalchemy import Connection

from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.originals import Role
from topiccrawl.storage.sketches.candidates import StoredCandidates
from topiccrawl.storage.sketches.index_reads import IndexReads
from topiccrawl.storage.sketches.pending import PendingOriginal, PendingOriginals

_FIRST_PENDING = 2**62
"""Numbers of originals in memory: greater than the ids of stored pages."""


class Readable(Protocol):
    """A database; `CorpusStore` is one."""

    def reading(self) -> AbstractContextManager[Connection]:
        """Open a connection."""


class StoredOriginals:
    """The originals of a topic in a database; see `topiccrawl.dedup.originals.Originals`.

    Originals that are added stay in memory. A crawl does not add any this way: its pages are compared in the
    transaction that stores them, see `topiccrawl.storage.sketches.decisions`.

    Args:
        store: an open store; the caller closes it.
        topic: name of the topic.
    """

    def __init__(self, store: Readable, topic: str) -> None:
        self._store = store
        self._topic = topic
        self._pending = PendingOriginals()

    @contextmanager
    def candidates(self, own: Fingerprint) -> Iterator[StoredCandidates]:
        """See `Originals.candidates`.

        Raises:
            StorageError: the database cannot be read; also raised within the context.
        """
        with self._store.reading() as connection:
            yield StoredCandidates(IndexReads(connection, [self._topic]), self._topic, own, self._pending)

    def keep(self, own: Fingerprint, key: str, roles: Role, original: str | None = None) -> None:
        """See `Originals.keep`."""
        number = _FIRST_PENDING + len(self._pending)
        self._pending.add(PendingOriginal(number, key, original or key, own, roles))
