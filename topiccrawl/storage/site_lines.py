"""The site memory in the database: kept over restarts, and shared by all workers on one server."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

from sqlalchemy import Connection, select

from topiccrawl.extraction.site_memory import StoreAwayError
from topiccrawl.storage.corpus_store import CorpusStore
from topiccrawl.storage.errors import DatabaseAwayError, StorageError, reported
from topiccrawl.storage.schema_sites import site_lines
from topiccrawl.storage.upsert import upsert

_ATTEMPTS = 5
"""Two workers that change the lines of one host at once may lock each other out, once."""
_PAUSE = 0.05


class SiteLines:
    """What is known of the hosts of a topic; a `SiteMemoryStore` of the extraction.

    Args:
        store: an open store; the caller closes it.
        topic: name of the topic.
    """

    def __init__(self, store: CorpusStore, topic: str) -> None:
        self._store = store
        self._topic = topic

    def load(self, host: str) -> bytes | None:
        """What was stored for a host, None when nothing was.

        Raises:
            StoreAwayError: the database cannot be read.
        """
        columns = site_lines.c
        query = select(columns.line_counts).where(columns.topic == self._topic, columns.host == host)
        try:
            rows = self._store.fetch(query)
        except StorageError as error:
            raise StoreAwayError(str(error)) from error
        return bytes(rows[0]["line_counts"]) if rows else None

    def update(self, host: str, change: Callable[[bytes | None], bytes]) -> bytes:
        """Store what `change` makes of what is stored, and return it.

        Args:
            host: the host.
            change: has no effects; called again when another worker was faster.

        Raises:
            StoreAwayError: the database cannot be written.
        """
        columns = site_lines.c
        query = select(columns.line_counts).where(columns.topic == self._topic, columns.host == host)

        def write(connection: Connection) -> bytes:
            # Locking on MySQL; on SQLite there is one writer. A missing row is not locked: see below.
            found = connection.scalar(query.with_for_update())
            lines = change(None if found is None else bytes(found))
            row = {"topic": self._topic, "host": host, "line_counts": lines, "changed_at": datetime.now(UTC)}
            upsert(connection, site_lines, [row])
            return lines

        for attempt in range(1, _ATTEMPTS + 1):
            try:
                with reported(self._store.shown):
                    return self._store.transact(write)
            except StorageError as error:
                if attempt == _ATTEMPTS or not isinstance(error, DatabaseAwayError):
                    raise StoreAwayError(str(error)) from error
                time.sleep(_PAUSE)
        raise AssertionError("the last attempt returns or raises")
