"""The item of the pipelines: a page that becomes a record."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator, KeysView
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from itemadapter.adapter import AdapterInterface, ItemAdapter

from topiccrawl.corpus.columns import COLUMNS, plain
from topiccrawl.crawl.visit import Visit
from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.extraction import Document
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority
from topiccrawl.relevance.judgement import Verdict
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.rows.row import url_hash


@dataclass(repr=False)
class PageItem:
    """A candidate for the corpus.

    The first group of fields is set by the spider, each of the others by one pipeline.

    Attributes:
        replaces: URL of the stored page with the same story in whose place this older one is the original.
        judged: set when deduplication has decided whether the links of the page are followed.
        stored: whether the page is in the database.
        record: the page as it was stored; None until then.
    """

    url: str
    status: int
    headers: dict[str, str]
    body: bytes
    fetched_at: datetime
    visit: Visit
    link: LinkContext
    priority: Priority | None

    document: Document | None = None
    raw_text: str = ""
    text: str = ""
    verdict: Verdict | None = None
    fingerprint: Fingerprint | None = None
    dedup: DedupRule | None = None
    duplicate_of: str | None = None
    duplicate_kind: str | None = None
    duplicate_similarity: float | None = None
    replaces: str | None = None
    judged: asyncio.Event = field(default_factory=asyncio.Event, compare=False)
    stored: bool = False
    record: PageRecord | None = None

    def __repr__(self) -> str:
        """Return the URL alone: Scrapy logs items, and a page is long."""
        return f"<PageItem {self.url}>"


class PageItemAdapter(AdapterInterface):
    """A page as a mapping of the columns of an export: what Scrapy's feeds write, and `ItemAdapter` reads.

    A page that is not stored yet has values only in the columns that are fields of `PageItem`.
    """

    item: PageItem

    @classmethod
    def is_item_class(cls, item_class: type) -> bool:
        """Return whether a class is `PageItem`."""
        return issubclass(item_class, PageItem)

    @classmethod
    def get_field_names_from_class(cls, item_class: type) -> list[str]:
        """Return the names of the columns."""
        return list(COLUMNS)

    def field_names(self) -> KeysView[str]:
        """Return the names of the columns."""
        return dict.fromkeys(COLUMNS).keys()

    def __getitem__(self, name: str) -> Any:
        if name not in COLUMNS:
            raise KeyError(name)
        if name == "id":
            return url_hash(self.item.url)
        return plain(getattr(self.item.record or self.item, name, None))

    def __setitem__(self, name: str, value: Any) -> None:
        raise TypeError(f"{name}: set the attribute of the PageItem instead, before it is stored")

    def __delitem__(self, name: str) -> None:
        raise TypeError(f"{name}: the columns of a page cannot be deleted")

    def __iter__(self) -> Iterator[str]:
        return iter(COLUMNS)

    def __len__(self) -> int:
        return len(COLUMNS)


# First, since a PageItem is a dataclass too, whose fields are no columns.
cast("deque[type[AdapterInterface]]", ItemAdapter.ADAPTER_CLASSES).appendleft(PageItemAdapter)
