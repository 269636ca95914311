"""The corpus of an existing database, opened for reading."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from topiccrawl.errors import ExportError
from topiccrawl.storage.pages.store import CorpusStore


@contextmanager
def existing_corpus(url: str, topic: str = "") -> Iterator[CorpusStore]:
    """Open a corpus without changing its database, also while a crawl writes it; close it at the end.

    Args:
        url: URL of the database.
        topic: a topic that it must hold; empty: any.

    Raises:
        ExportError: the topic was never crawled into this database.
        StorageError: the database is missing, holds no corpus or cannot be read.
    """
    store = CorpusStore(url)
    try:
        store.open(create=False)
        if topic and topic not in store.topics():
            raise ExportError(
                "{database}: holds no topic {topic!r}", database=store.display_name, topic=topic
            )
        yield store
    finally:
        store.close()
