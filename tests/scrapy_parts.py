"""A crawler with a session, but without an engine that runs: for tests of single components."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from types import SimpleNamespace
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.utils.test import get_reactor_settings

from topiccrawl import settings as shipped
from topiccrawl.crawl.host_pauses import HostPauses
from topiccrawl.crawl.request_meta import CrawlLink
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.visit import Visit
from topiccrawl.items import PageItem
from topiccrawl.page.anchors.link import Link
from topiccrawl.page.description import Description
from topiccrawl.page.page import Page
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import FetchedPage, Passage
from topiccrawl.priority.strategies.formula_5 import Formula5
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.spiders.partybuild import PartybuildSpider
from topiccrawl.storage.records import LinkRecord, PageRecord, Record, VisitRecord
from topiccrawl.storage.sketches.decisions import Decision


@cache
def focus_of(topic: str, limited: bool) -> Focus:
    """The judges of a shipped topic, with or without its limit on domains; shared by the tests of a run."""
    loaded = Topic.load(topic)
    return Focus(loaded if limited else replace(loaded, domains=()))


@dataclass
class NotedLedger:
    """A ledger that remembers what it is given."""

    drops: list[tuple[str, str, str]] = field(default_factory=list)
    kept: list[PageRecord] = field(default_factory=list)
    links: list[LinkRecord] = field(default_factory=list)
    visits: list[tuple[str, bool]] = field(default_factory=list)
    refuse: Exception | None = None
    decision: Decision = field(default_factory=Decision)
    run_id: int = 1
    topic: str = "党建"
    records_links: bool = True
    submitted: int = 0
    written: int = 0
    is_behind: bool = False
    store: Any = field(default_factory=lambda: SimpleNamespace(last_strategy=lambda topic: None))
    strategy: str = ""

    def open(self, strategy: str, guest: str = "") -> None:
        self.strategy = strategy

    def drop(self, link: CrawlLink, stage: str, reason: str, score: float | None = None) -> None:
        self.drops.append((link.url, stage, reason))

    def unread(self, reason: str, link: CrawlLink) -> None:
        self.drop(link, "unread", str(reason))

    def write(self, record: Record) -> None:
        if isinstance(record, VisitRecord):
            self.visits.append((record.url, record.accepted))
        elif isinstance(record, LinkRecord):
            self.links.append(record)

    async def keep(self, record: PageRecord) -> Decision:
        if self.refuse is not None:
            raise self.refuse
        self.kept.append(record)
        return self.decision

    async def ask(self, read: Callable[[], Any]) -> Any:
        return await asyncio.to_thread(read)

    async def flush(self) -> None:
        pass

    async def close(self, reason: str) -> None:
        pass


def crawler_of_a_session(seeds: str = "http://portal.test/", **settings: Any) -> tuple[Crawler, NotedLedger]:
    """A crawler of the party topic whose downloader has no slots yet."""
    own = {
        name: getattr(shipped, name) for name in dir(shipped) if name.startswith(("TOPICCRAWL_", "COOKIES_"))
    }
    crawler = Crawler(PartybuildSpider, {**get_reactor_settings(), **own, **settings})
    crawler._apply_settings()
    crawler.spider = PartybuildSpider.from_crawler(crawler, seeds=seeds or None)
    ledger = NotedLedger()
    strategy = Formula5(focus_of("partybuild", limited=not seeds))
    CrawlSession(strategy, ledger, HostPauses(longest=300.0, patience=900.0)).attach(crawler)  # type: ignore[arg-type]
    crawler.engine = SimpleNamespace(downloader=Downloader(), _slot=SimpleNamespace(inprogress=set()))
    return crawler, ledger


def visit_of(page: Page, title: str = "", links: tuple[Link, ...] = ()) -> Visit:
    """The visit of a page that may be kept and whose links are followed."""
    fetched = FetchedPage(page.url, page.url, LinkContext(), Description(title), links, False, lambda: "")
    return Visit(page, fetched, Passage(0.6, 0.6, candidate=True, follows=True))


def item_of(url: str, visit: Any = None, **context: Any) -> PageItem:
    """The item of a page; most pipelines do not look at its visit."""
    return PageItem(url, 200, {}, b"", datetime.now(UTC), visit, LinkContext(**context), None)


@dataclass
class Downloader:
    """What a scheduler looks at of Scrapy's downloader."""

    slots: dict[str, Any] = field(default_factory=dict)

    def get_slot_key(self, request: Request) -> str:
        return str(request.meta.get("download_slot") or request.url.split("/")[2])

    def fill(self, host: str) -> None:
        """Let a host be as busy as it may be."""
        self.slots[host] = SimpleNamespace(queue=[], active={1}, concurrency=1, delay=0.0)
