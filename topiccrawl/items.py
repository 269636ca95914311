"""The item of the pipelines: a page that becomes a record."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import datetime

from topiccrawl.crawl.visit import Visit
from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.extraction import Document
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority
from topiccrawl.relevance.judgement import Verdict


@dataclass(repr=False)
class PageItem:
    """A candidate for the corpus.

    The first group of fields is set by the spider, each of the others by one pipeline.

    Attributes:
        replaces: URL of the stored page with the same story in whose place this older one is the original.
        judged: set when deduplication has decided whether the links of the page are followed.
        stored: whether the page is in the database.
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

    def __repr__(self) -> str:
        """Return the URL alone: Scrapy logs items, and a page is long."""
        return f"<PageItem {self.url}>"
