"""Stored pages of a topic, for a person who grades them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import nlargest, nsmallest
from itertools import chain, zip_longest

from sqlalchemy import select

from topiccrawl.page.description import describe
from topiccrawl.page.page import Page
from topiccrawl.storage import schema
from topiccrawl.storage.pages.existing import existing_corpus
from topiccrawl.text.files.decompression import whole_or_none
from topiccrawl.text.sources import TextDocument

_SIMILAR = 0.7
"""Share of the character pairs of a title from which on it says nothing new."""
_COMPARED = 100
"""Number of pages that later ones are compared with."""


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
        set_aside: why exports leave it out; None: they do not.
    """

    url: str
    title: str
    text: str
    relevance: float | None
    raw_title: str
    raw_html: bytes | None
    set_aside: str | None = None

    def description(self) -> str:
        """Return title, description and keywords; the title alone if the page was not stored as fetched."""
        if (html := whole_or_none(self.raw_html)) is None:
            return self.raw_title or self.title
        return describe(Page.from_bytes(html, self.url)).text


def stored_pages(store_url: str, topic: str) -> Iterator[StoredPage]:
    """Yield the pages of a topic without duplicates, in the order of storing.

    Raises:
        ExportError: the topic was never crawled into this database.
        StorageError: the database is missing, holds no corpus or cannot be read.
    """
    with existing_corpus(store_url, topic) as store:
        columns = ("url", "title", "text", "relevance", "raw_title", "raw_html", "set_aside")
        for row in store.read_pages(topic, columns, originals_only=True):
            yield StoredPage(**row)


def nearly_kept(store_url: str, topic: str, most: int = 500) -> list[StoredPage]:
    """Return the pages that the verdict dropped, without texts, the highest verdicts first.

    The title is the text of the link to the page.

    Raises:
        ExportError: the topic was never crawled into this database.
        StorageError: the database is missing, holds no corpus or cannot be read.
    """
    drops = schema.drops.c
    query = (
        select(drops.url, drops.anchor, drops.score)
        .where(drops.topic == topic, drops.stage == "verdict")
        .order_by(drops.score.desc(), drops.id)
        .limit(most)
    )
    with existing_corpus(store_url, topic) as store:
        rows = store.fetch(query)
    return [StoredPage(row["url"], row["anchor"] or "", "", row["score"], "", None) for row in rows]


def least_sure(
    kept: Iterable[StoredPage], dropped: Iterable[StoredPage] = (), most: int = 1000
) -> list[StoredPage]:
    """Return pages whose grades teach most: in turn the lowest verdict of kept and the highest of others.

    Of pages with similar titles the first one teaches most, so the others come last.

    Args:
        kept: stored pages, with those that are set aside.
        dropped: dropped pages, the highest verdicts first.
        most: number of kept pages.
    """
    stored = list(kept)
    lowest = nsmallest(most, (one for one in stored if one.set_aside is None), key=_relevance)
    aside = nlargest(most, (one for one in stored if one.set_aside is not None), key=_relevance)
    known = {page.url for page in stored}
    others = chain(aside, (page for page in dropped if page.url not in known))
    found = [page for page in chain.from_iterable(zip_longest(lowest, others)) if page is not None]
    return _diverse(found)


def _relevance(page: StoredPage) -> float:
    return page.relevance or 0.0


def _diverse(pages: Iterable[StoredPage]) -> list[StoredPage]:
    """Return pages in their order, those whose titles are mostly that of an earlier one at the end."""
    first: list[StoredPage] = []
    last: list[StoredPage] = []
    shown: set[str] = set()
    for page in pages:
        pairs = {page.title[at : at + 2] for at in range(len(page.title) - 1)}
        is_new = not pairs or len(pairs & shown) < _SIMILAR * len(pairs)
        (first if is_new else last).append(page)
        shown |= pairs if len(first) <= _COMPARED else set()
    return first + last


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
