"""Stored pages of a topic, for a person who grades them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import nsmallest

from topiccrawl.page.description import describe
from topiccrawl.page.page import Page
from topiccrawl.storage.pages.existing import existing_corpus
from topiccrawl.text.files.decompression import PackedFileError, inflate


@dataclass(frozen=True)
class StoredPage:
    """A page of the corpus.

    Attributes:
        url: its URL.
        title: its title.
        text: its text.
        relevance: the verdict; None if the page was kept without one.
        raw_title: the title as the page gives it.
        raw_html: the page as fetched, compressed; None if it was not stored.
    """

    url: str
    title: str
    text: str
    relevance: float | None
    raw_title: str
    raw_html: bytes | None

    def description(self) -> str:
        """Return title, description and keywords; the title alone if the page was not stored as fetched."""
        if self.raw_html is None:
            return self.raw_title or self.title
        try:
            html = inflate(self.raw_html)
        except PackedFileError:
            return self.raw_title or self.title
        return describe(Page.from_bytes(html, self.url)).text


def stored_pages(store_url: str, topic: str) -> Iterator[StoredPage]:
    """Yield the pages of a topic without duplicates, in the order of storing.

    Raises:
        ExportError: the topic was never crawled into this database.
        StorageError: the database is missing, holds no corpus or cannot be read.
    """
    with existing_corpus(store_url, topic) as store:
        columns = ("url", "title", "text", "relevance", "raw_title", "raw_html")
        for row in store.read_pages(topic, columns, originals_only=True):
            yield StoredPage(**row)


def least_sure(pages: Iterable[StoredPage], most: int = 1000) -> list[StoredPage]:
    """Return the pages with the lowest verdicts, the lowest first: their grades teach most."""
    return nsmallest(most, pages, key=lambda page: page.relevance or 0.0)
