"""The index of a corpus's texts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

from topiccrawl.admin.lists.text_index import TextIndex
from topiccrawl.storage.pages.store import CorpusStore


@contextmanager
def indexed(store: CorpusStore) -> Iterator[TextIndex]:
    """Yield it, complete."""
    with closing(TextIndex(store._url.render_as_string(hide_password=False), store)) as index:
        index.fill()
        yield index
