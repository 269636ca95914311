"""Pages whose verdict waits: stored, restored, and processed again when they are to be kept."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler

from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.ledger import Ledger
from topiccrawl.crawl.link_origin import decode_link_context, encode_link_context
from topiccrawl.crawl.request_meta import LINK_KEY, PRIORITY_KEY, SETTLED_KEY
from topiccrawl.page.canonical_url import canonical_url, url_key
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority
from topiccrawl.priority.strategies.contract import Strategy
from topiccrawl.priority.two_step.waiting import Settled, WaitingChild, WaitingPage
from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.records import SettledRecord, WaitingChildRecord, WaitingRecord

_BETWEEN_LOOKS = 5.0
"""Seconds between two looks for what other workers have stored."""


class WaitingRoom:
    """Keeps the database in step with the pages that wait in the strategy.

    A page to be kept is requested again, and `StoredPages` answers from the database: it passes all
    components as a fetched page does, and its row here is deleted once it is in the corpus. Other workers of
    a shared crawl see waiting pages and their children through the database.

    Counters: `topiccrawl/pages/waiting`, `topiccrawl/waiting/kept` and `topiccrawl/waiting/dropped`.

    Attributes:
        shared: whether other workers share the crawl.
    """

    def __init__(self, crawler: Crawler, strategy: Strategy, ledger: Ledger) -> None:
        self.shared = False
        self._crawler = crawler
        self._engine = EngineView(crawler)
        self._strategy = strategy
        self._ledger = ledger
        self._last_page = self._last_child = 0
        self._looked = time.monotonic()
        self._requests: dict[str, Request] = {}  # of pages whose link is still leased, by URL
        self._served: set[str] = set()

    def resume(self, fresh: bool) -> None:
        """Let the pages wait that were stored by earlier runs; with `fresh`, delete them."""
        if fresh:
            self._ledger.store.delete_waiting(self._ledger.topic)
        self.take_over()

    def take_over(self) -> None:
        """Take over the pages and children that were stored since the last look."""
        self._looked = time.monotonic()
        found = self._ledger.store.read_waiting(self._ledger.topic, self._last_page, self._last_child)
        self._last_page, self._last_child = found.last_page, found.last_child
        children: dict[str, dict[str, float]] = {}
        for child in found.children:
            children.setdefault(child.page_url, {})[child.url] = child.similarity
        self._strategy.resume_waiting(
            WaitingPage(
                page.url,
                page.similarity,
                page.expected,
                page.weak_before,
                page.links,
                children.get(canonical_url(page.url), {}),
            )
            for page in found.pages
        )
        for child in found.children:
            self._strategy.child_fetched(WaitingChild(child.page_url, child.url, child.similarity))

    def store(
        self, url: str, status: int, headers: dict[str, str], body: bytes, fetched_at: datetime, why: Request
    ) -> None:
        """Store a page whose verdict waits, with one of the next batches.

        Args:
            url: its URL, after redirects.
            status: HTTP status.
            headers: response headers that matter.
            body: the body as fetched.
            fetched_at: when it was fetched.
            why: a request with the context of the link that led to it.
        """
        page = self._strategy.waiting_page(url)
        if page is None:
            return
        self._count("topiccrawl/pages/waiting")
        record = WaitingRecord(
            topic=self._ledger.topic,
            url=url,
            run_id=self._ledger.run_id,
            fetched_at=fetched_at,
            status=status,
            headers=headers,
            raw_html=body,
            why=encode_link_context(why),
            similarity=page.own,
            expected=page.expected,
            weak_before=page.weak_before,
            links=page.links,
        )
        self._ledger.wait(record)
        for child, similarity in page.children.items():
            self._store_child(WaitingChild(canonical_url(url), child, similarity))

    def after_visit(self, url: str, *, waits: bool) -> None:
        """Store what a page has changed for the pages that wait, and process those that are settled."""
        if url in self._served and not waits:
            self._served.discard(url)
            self._forget(url)
        for child in self._strategy.children_of_waiting():
            self._store_child(child)
        if self.shared and time.monotonic() - self._looked > _BETWEEN_LOOKS:
            self.take_over()
        self.process_settled()

    def process_settled(self) -> bool:
        """Request settled pages that are kept, and drop the others; return whether any is requested."""
        for settled in self._strategy.settled():
            if settled.kept:
                self._requests[settled.page.url] = self._request(settled)
            else:
                self._drop(settled)
        requested = False
        for url, request in list(self._requests.items()):
            scheduler = self._engine.scheduler
            # Until its lease has ended, the page itself is not finished, and may not be stored yet.
            if scheduler is None or scheduler.state(url_key(url)) is not State.LEASED:
                del self._requests[url]
                self._engine.crawl(request)
                requested = True
        return requested

    def end(self) -> bool:
        """Judge what still waits when no links are left; return whether any page is requested."""
        if self.shared:
            self.take_over()
        self._strategy.end_waiting()
        return self.process_settled()

    async def stored(self, request: Request) -> WaitingRecord | None:
        """Return the stored page of a request and set its link context; None if it was processed before."""
        store, topic = self._ledger.store, self._ledger.topic
        record = await self._ledger.ask(lambda: store.read_waiting_page(topic, request.url))
        if record is not None:
            self._served.add(record.url)
            request.meta.update(decode_link_context(record.why or "{}"))
        return record

    def _request(self, settled: Settled) -> Request:
        self._count("topiccrawl/waiting/kept")
        meta: dict[str, Any] = {
            SETTLED_KEY: True,
            LINK_KEY: LinkContext(),
            PRIORITY_KEY: Priority(settled.score, {"page": settled.page.own}),
        }
        spider: Any = self._crawler.spider
        # It costs no download, so it goes before all links.
        return Request(settled.page.url, errback=spider.failed, priority=1, meta=meta)

    def _drop(self, settled: Settled) -> None:
        self._count("topiccrawl/waiting/dropped")
        url = settled.page.url
        request = Request(url, meta={LINK_KEY: LinkContext()})
        self._ledger.drop(request, "verdict", "off_topic", settled.score)
        self._ledger.visit(url, accepted=False)
        self._forget(url)

    def _forget(self, url: str) -> None:
        self._ledger.wait(SettledRecord(topic=self._ledger.topic, url=url, canonical_url=canonical_url(url)))

    def _store_child(self, child: WaitingChild) -> None:
        self._ledger.wait(
            WaitingChildRecord(
                topic=self._ledger.topic,
                page_url=child.page_url,
                url=child.url,
                similarity=child.similarity,
            )
        )

    def _count(self, counter: str) -> None:
        assert self._crawler.stats is not None  # set before any component is created
        self._crawler.stats.inc_value(counter)
