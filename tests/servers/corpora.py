"""A corpus that is open."""

from __future__ import annotations

from typing import Any

from topiccrawl.storage.pages.store import CorpusStore


def opened(url: str, **options: Any) -> CorpusStore:
    """Return the corpus of a database, opened; its tables are made where they are missing."""
    store = CorpusStore(url, **options)
    store.open()
    return store
