"""The originals of a topic in the database, and those on their way there."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.originals import Role
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.sketches.candidates import StoredCandidates
from topiccrawl.storage.sketches.recent import FIRST_PENDING, PendingOriginal, RecentSketches

_MOST_PENDING = 1000
"""Pages that may be on their way to the database, more than are ever in flight."""


class StoredOriginals:
    """The originals of a topic in a database; see `topiccrawl.dedup.originals.Originals`.

    A page becomes an original in the database with the transaction that stores it. Until then it is kept in
    memory, so that pages in flight find each other; call `stored` when it is stored. Use it from one thread
    at a time, except for `stored`.

    Args:
        store: an open store; the caller closes it.
        topic: name of the topic.
    """

    def __init__(self, store: CorpusStore, topic: str) -> None:
        self._store = store
        self._topic = topic
        self._pending: dict[str, PendingOriginal] = {}
        self._next = FIRST_PENDING
        self._stored: deque[str] = deque()
        self._known = RecentSketches()

    @contextmanager
    def candidates(self, own: Fingerprint) -> Iterator[StoredCandidates]:
        """See `Originals.candidates`.

        Raises:
            StorageError: the database cannot be read; also raised within the context.
        """
        while self._stored:  # before the database is read, which has them
            self._pending.pop(self._stored.popleft(), None)
        while self._store.rewritten:
            self._known.forget(self._store.rewritten.popleft())
        self._known.shrink()
        with self._store.reading() as connection:
            pending = list(self._pending.values())
            yield StoredCandidates(connection, self._topic, own, pending, self._known)

    def keep(self, own: Fingerprint, key: str, roles: Role, original: str | None = None) -> None:
        """See `Originals.keep`; until the page is stored."""
        self._pending.pop(key, None)
        if roles:
            self._pending[key] = PendingOriginal(self._next, key, original or key, own, roles)
            self._next += 1
            if len(self._pending) > _MOST_PENDING:
                del self._pending[next(iter(self._pending))]

    def stored(self, key: str) -> None:
        """Note that a page is in the database, or will never be; from any thread."""
        self._stored.append(key)
