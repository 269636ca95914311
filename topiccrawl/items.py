"""The item of the pipelines: a page that becomes a record."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator, KeysView
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Self, cast

from itemadapter.adapter import AdapterInterface, ItemAdapter
from scrapy.http import Response

from topiccrawl.access.tls.problems import TLS_HEADER
from topiccrawl.corpus import COLUMNS
from topiccrawl.corpus.columns import plain
from topiccrawl.crawl.request_meta import context_of, priority_of
from topiccrawl.crawl.visit import Visit
from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.extraction.document import Document
from topiccrawl.priority.link_context import FOUND_HEADER, LinkContext
from topiccrawl.priority.link_priority import Priority
from topiccrawl.relevance.judgement import Verdict
from topiccrawl.storage.records import PageRecord, PartRecord
from topiccrawl.storage.rows.row import url_hash

_HEADERS = (
    *("Content-Type", "Last-Modified", "ETag", "Content-Language"),
    *("X-Robots-Tag", "TDM-Reservation", "TDM-Policy", TLS_HEADER),
)
"""Response headers that are stored: type and date of the body, rights, whether the server was verified."""


@dataclass(repr=False)
class PageItem:
    """A candidate for the corpus.

    The first group of fields is set by the spider, the others by the pipelines.

    Attributes:
        parts: the other parts of an article over several pages, as they were fetched.
        partial: whether some of them are missing; None for an article on one page.
        replaces: URL of the stored page with the same story in whose place this older one is the original.
        judged: set when deduplication has decided whether the links of the page are followed.
        links_wait: whether its links are not followed before; set by the middleware `duplicate_pages`.
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
    parts: tuple[PartRecord, ...] = ()
    partial: bool | None = None
    duplicate_of: str | None = None
    duplicate_kind: str | None = None
    duplicate_similarity: float | None = None
    replaces: str | None = None
    judged: asyncio.Event = field(default_factory=asyncio.Event, compare=False)
    links_wait: bool = True
    stored: bool = False
    record: PageRecord | None = None

    @classmethod
    def of(cls, response: Response, visit: Visit) -> Self:
        """Return the page of a response that was fetched just now."""
        assert response.request is not None  # Scrapy sets it before any callback
        return cls(
            url=response.url,
            status=response.status,
            headers=stored_headers(response, context_of(response.request).found),
            body=response.body,
            fetched_at=datetime.now(UTC),
            visit=visit,
            link=context_of(response.request),
            priority=priority_of(response.request),
        )

    def __repr__(self) -> str:
        """Return the URL alone: Scrapy logs items, and a page is long."""
        return f"<PageItem {self.url}>"


def stored_headers(response: Response, how: str = "") -> dict[str, str]:
    """Return the headers that are stored, and how the link was found if it was no anchor."""
    values = ((name, response.headers.getlist(name)) for name in _HEADERS)
    # Several headers X-Robots-Tag may speak to several crawlers; of the others the last one counts.
    texts = ((name, b"\n".join(found if name == "X-Robots-Tag" else found[-1:])) for name, found in values)
    headers = {name: value.decode("latin-1") for name, value in texts if value}
    return headers | {FOUND_HEADER: how} if how else headers


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
