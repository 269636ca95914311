"""The texts of a topic's stored pages, as documents that can be read several times."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from topiccrawl.corpus.labelling import stored_pages
from topiccrawl.text.sources import TextDocument


@dataclass(frozen=True)
class CorpusTexts:
    """Titles and texts of the pages that crawls stored for a topic, duplicates left out.

    Attributes:
        store_url: URL of the database.
        topic: name of the topic.
    """

    store_url: str
    topic: str

    def __iter__(self) -> Iterator[TextDocument]:
        """Yield the documents in the order of storing.

        Raises:
            ExportError: the topic was never crawled into this database.
            StorageError: the database is missing, holds no corpus or cannot be read.
        """
        for page in stored_pages(self.store_url, self.topic):
            if page.set_aside is None:
                yield TextDocument(page.title, page.text, 0)
