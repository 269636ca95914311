"""A temporary copy of the data that pages are compared by, for dry runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Select, Table, insert, select

from topiccrawl.storage import schema
from topiccrawl.storage.errors import reported
from topiccrawl.storage.pages.store import CorpusStore

_OF_PAGES = (schema.duplicates, schema.title_terms, schema.sketches, schema.sketch_hashes)
"""Tables with a column `page_id`; the pages as fetched stay out."""

_OF_TOPICS = (schema.pages, schema.sketch_progress, schema.sketch_runs)

_AT_ONCE = 1000


@contextmanager
def comparison_copy(store: CorpusStore, topic: str) -> Iterator[CorpusStore]:
    """Open a temporary SQLite database with the pages of a topic, their ids, marks and sketches.

    Args:
        store: an open store, which is only read.
        topic: name of the topic.

    Raises:
        StorageError: the database cannot be read, or the copy cannot be written.
    """
    with TemporaryDirectory(prefix="topiccrawl-") as folder:
        copy = CorpusStore(f"sqlite:///{Path(folder) / 'copy.db'}")
        copy.open()
        try:
            for table in _OF_TOPICS:
                _copy(store, copy, table, select(table).where(table.c.topic == topic))
            for table in _OF_PAGES:
                pages = table.join(schema.pages, schema.pages.c.id == table.c.page_id)
                query = select(table).select_from(pages).where(schema.pages.c.topic == topic)
                _copy(store, copy, table, query)
            yield copy
        finally:
            copy.close()


def _copy(store: CorpusStore, copy: CorpusStore, table: Table, query: Select[Any]) -> None:
    with store.reading() as connection:
        found = connection.execution_options(yield_per=_AT_ONCE).execute(query)
        for rows in found.mappings().partitions():
            _insert(copy, table, [dict(row) for row in rows])


def _insert(copy: CorpusStore, table: Table, rows: list[dict[str, Any]]) -> None:
    with reported(copy.display_name):
        copy.transact(lambda connection: connection.execute(insert(table), rows))
