"""The site memory in the database: it survives restarts and is shared by all workers."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Select, select

from topiccrawl.errors import DatabaseAwayError, StorageError
from topiccrawl.extraction.site_memory import StoreAwayError
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.upsert import upsert
from topiccrawl.storage.schema.crawl import site_lines

_ATTEMPTS = 5
"""Two workers that store the first lines of a host at once lock each other out; one must try again."""
_PAUSE = 0.05


class SiteLines:
    """The stored lines of the hosts of a topic; a `SiteMemoryStore` of the extraction.

    Args:
        store: an open store; the caller closes it.
        topic: name of the topic.
    """

    def __init__(self, store: CorpusStore, topic: str) -> None:
        self._store = store
        self._topic = topic

    def load(self, host: str) -> bytes | None:
        """Return the stored lines of a host; None if there are none.

        Raises:
            StoreAwayError: the database cannot be read.
        """
        try:
            rows = self._store.fetch(self._query(host))
        except StorageError as error:
            raise StoreAwayError(str(error)) from error
        return bytes(rows[0]["line_counts"]) if rows else None

    def update(self, host: str, change: Callable[[bytes | None], bytes]) -> bytes:
        """Apply `change` to the stored lines, store the result and return it.

        Args:
            host: the host.
            change: has no side effects; called again when another worker was faster.

        Raises:
            StoreAwayError: the database cannot be written.
        """

        def write(connection: Connection) -> bytes:
            # MySQL locks the row; SQLite has one writer. When there is no row yet, MySQL lets two workers get
            # this far and ends the transaction of one when both insert: see `_ATTEMPTS`.
            found = connection.scalar(self._query(host).with_for_update())
            lines = change(None if found is None else bytes(found))
            row = {"topic": self._topic, "host": host, "line_counts": lines, "changed_at": datetime.now(UTC)}
            upsert(connection, site_lines, [row])
            return lines

        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return self._store.transact(write)
            except StorageError as error:
                if attempt == _ATTEMPTS or not isinstance(error, DatabaseAwayError):
                    raise StoreAwayError(str(error)) from error
                time.sleep(_PAUSE)
        raise AssertionError("the last attempt returns or raises")

    def _query(self, host: str) -> Select[Any]:
        columns = site_lines.c
        return select(columns.line_counts).where(columns.topic == self._topic, columns.host == host)
