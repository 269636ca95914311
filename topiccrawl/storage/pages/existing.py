"""The corpus of an existing database, opened for reading."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from topiccrawl.storage.pages.store import CorpusStore


@contextmanager
def existing_corpus(url: str) -> Iterator[CorpusStore]:
    """Open a corpus without changing its database, also while a crawl writes it; close it at the end.

    Raises:
        StorageError: the database is missing, holds no corpus or cannot be read.
    """
    store = CorpusStore(url)
    try:
        store.open(create=False)
        yield store
    finally:
        store.close()
