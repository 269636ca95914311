"""A corpus that is open."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from topiccrawl.storage.pages.store import CorpusStore


def opened(url: str, **options: Any) -> CorpusStore:
    """Return the corpus of a database, opened; its tables are made where they are missing."""
    lay_tables(url)
    store = CorpusStore(url, **options)
    store.open()
    return store


def lay_tables(url: str) -> None:
    """Copy an empty corpus to where a SQLite file is missing: to make its tables takes three times as long.

    Not beside the log of a file that was deleted: SQLite deletes that only for a file that it makes itself.
    """
    file = Path(url.removeprefix("sqlite:///"))
    if url.startswith("sqlite:///") and file.parent.is_dir() and not any(file.parent.glob(f"{file.name}*")):
        file.write_bytes(_empty())


@cache
def _empty() -> bytes:
    with TemporaryDirectory() as folder:
        store = CorpusStore(f"sqlite:///{folder}/corpus.db")
        store.open()
        store.close()
        return Path(folder, "corpus.db").read_bytes()
