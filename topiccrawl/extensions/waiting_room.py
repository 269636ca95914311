"""Extension that keeps pages with a pending verdict, and processes them once it is given."""

from __future__ import annotations

import contextlib
import time
from dataclasses import asdict, replace
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider, NotConfigured

from topiccrawl.crawl.request_meta import (
    LINK_KEY,
    PRIORITY_KEY,
    SETTLED_KEY,
    CrawlLink,
    decode_link_context,
    encode_link,
)
from topiccrawl.crawl.session import Component, CrawlSession
from topiccrawl.errors import DatabaseAwayError, StorageError
from topiccrawl.page.canonical_url import canonical_url, url_key
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority
from topiccrawl.priority.two_step.waiting import Settled, WaitingChild, WaitingPage, WaitingVerdicts
from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.group_commit import PATIENCE
from topiccrawl.storage.records import SettledRecord, VisitRecord, WaitingChildRecord, WaitingRecord
from topiccrawl.storage.rows.waiting import delete_orphans, read_children, read_waiting, read_waiting_page

BETWEEN_LOOKS = 5.0
"""Seconds between two reads of what other workers have stored."""


class WaitingRoom(Component):
    """Keeps the database in step with the pages that wait in the strategy.

    A page to be kept is requested again, and `StoredPages` answers from the database: it passes all
    components as a fetched page does, and its row here is deleted once it is in the corpus. Other workers of
    a shared crawl see waiting pages and their children through the database, and the row of a page there
    decides which of them ends its waiting.

    Counters: `topiccrawl/pages/waiting`, `topiccrawl/waiting/kept` and `topiccrawl/waiting/dropped`.

    Attributes:
        patience: seconds for which a crawl that has only waiting pages left waits for its database.

    Raises:
        NotConfigured: no verdict of the crawl's strategy waits.
    """

    listens = ("spider_idle",)

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        if not isinstance(session.strategy, WaitingVerdicts):
            raise NotConfigured
        session.waiting = self
        session.last_steps.append(self.delete_orphans)
        self._strategy = session.strategy
        self._ledger = session.ledger
        self._last_page = self._last_child = 0
        self._looked = time.monotonic()
        self.patience = crawler.settings.getfloat("TOPICCRAWL_DATABASE_PATIENCE", PATIENCE)
        self._away_since: float | None = None
        self._undropped: DatabaseAwayError | None = None  # why a settled page could not be dropped
        self._settled: dict[str, Settled] = {}  # while the link of the page is still leased, by URL
        self._served: set[str] = set()

    def take_over(self) -> None:
        """Take over what was stored since the last read; first, the pages and children of earlier runs."""
        self._looked = time.monotonic()
        found = self._ledger.store.read(read_waiting, self._ledger.topic, self._last_page, self._last_child)
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

    def store(self, page: WaitingRecord, link: CrawlLink) -> None:
        """Store a page whose verdict waits, with one of the next batches.

        Args:
            page: the page as fetched; what the strategy knows of it is added.
            link: the link that led to it.
        """
        waiting = self._strategy.waiting_page(page.url)
        assert waiting is not None  # the verdict has just made it wait
        self.count("topiccrawl/pages/waiting")
        own: dict[str, Any] = {"expected": waiting.expected, "weak_before": waiting.weak_before}
        own |= {"similarity": waiting.own, "links": waiting.links, "why": encode_link(link)}
        self._ledger.write(replace(page, **own))
        for child, similarity in waiting.children.items():
            self._store_child(WaitingChild(canonical_url(page.url), child, similarity))

    def after_visit(self, url: str, *, waits: bool) -> None:
        """Store what a page has changed for the pages that wait, and process those that are settled."""
        if url in self._served and not waits:
            self._served.discard(url)
            self._forget(url)
        for child in self._strategy.children_of_waiting():
            self._store_child(child)
        if self.session.is_shared and time.monotonic() - self._looked > BETWEEN_LOOKS:
            self._look()
        self.process_settled()

    def _look(self) -> StorageError | None:
        """Take over what other workers have stored; return the error when the database is away.

        The next look takes it over then: nothing is read twice, and nothing is passed over.
        """
        try:
            self.take_over()
        except DatabaseAwayError as error:
            self._away_since = self._away_since or time.monotonic()
            return error
        if self._undropped is None:  # otherwise the database can be read, but not written
            self._away_since = None
        return None

    def process_settled(self) -> bool:
        """Request settled pages that are kept, and drop the others; return whether any is requested."""
        self._collect_settled()
        requested, self._undropped = False, None
        while (settled := self._next_settled()) is not None:
            if settled.kept:
                self.engine.crawl(self._request(settled))
                requested = True
                continue
            try:
                self._drop_unless_changed(settled)
            except DatabaseAwayError as error:
                self._undropped = error
                self._away_since = self._away_since or time.monotonic()
                self._settled[settled.page.url] = settled  # until the database is back
                break
        return requested

    def _drop_unless_changed(self, settled: Settled) -> None:
        if self._has_new_children(settled):
            self._collect_settled()
        elif self._state(settled) is not State.WAITING:  # it waits if another worker keeps the page
            self._drop_once(settled)

    def _collect_settled(self) -> None:
        for settled in self._strategy.settled():
            if settled.kept or self.session.is_shared:
                self._settled[settled.page.url] = settled
            else:
                self._drop(settled)

    def _next_settled(self) -> Settled | None:
        """Return a settled page whose link is not leased any more; until then it may not be stored yet."""
        for url, settled in self._settled.items():
            if self._state(settled) is not State.LEASED:
                return self._settled.pop(url)
        return None

    def _state(self, settled: Settled) -> State | None:
        scheduler = self.engine.scheduler
        if scheduler is None:
            return None
        # Its lease has the key that the URL had before its host was known to serve twins.
        url = settled.page.url
        states = [scheduler.state(key) for key in (url_key(url), self.session.twins.key(url))]
        return State.LEASED if State.LEASED in states else states[1]

    def _has_new_children(self, settled: Settled) -> bool:
        """Requeue a page if other workers have fetched children that its verdict did not include."""
        page, store = settled.page, self._ledger.store
        stored = store.read(read_children, self._ledger.topic, canonical_url(page.url))
        if stored.keys() <= page.children.keys():
            return False
        self._strategy.resume_waiting([replace(page, children={**stored, **page.children})])
        return True

    def spider_idle(self) -> None:
        """Judge the pages that still wait when no links are left.

        A crawl that is stopped earlier leaves its pages waiting for the next run.

        Raises:
            DontCloseSpider: some are kept, and are processed now; or the database is away, but not for long.
        """
        error = self._look() if self.session.is_shared else None
        if error is None:
            self._strategy.end_waiting()
            if self.process_settled():
                raise DontCloseSpider
            error = self._undropped
        if error is None:
            return
        assert self._away_since is not None  # set with the error
        if time.monotonic() - self._away_since < self.patience:
            raise DontCloseSpider
        self._ledger.give_up(error)  # waiting pages stay in the database for the next run

    async def delete_orphans(self) -> None:
        """Delete the rows of children that were written after the verdict on their page, at the end.

        Another worker may fetch a child of a page, and write it down, while this one ends the page's waiting.
        """
        store, topic = self._ledger.store, self._ledger.topic
        with contextlib.suppress(StorageError):  # they do no harm, and the next crawl deletes them
            await self._ledger.ask(lambda: store.transact(lambda link: delete_orphans(link, topic)))

    async def stored(self, request: Request) -> WaitingRecord | None:
        """Return the stored page of a request and set its link context; None if it was processed before."""
        store, topic = self._ledger.store, self._ledger.topic
        record = await self._ledger.ask(lambda: store.read(read_waiting_page, topic, request.url))
        if record is not None:
            self.count("topiccrawl/waiting/kept")
            self._served.add(record.url)
            request.meta.update(decode_link_context(record.why or "{}"))
        return record

    def _request(self, settled: Settled) -> Request:
        meta: dict[str, Any] = {
            SETTLED_KEY: True,
            LINK_KEY: LinkContext(),
            PRIORITY_KEY: Priority(settled.score, {"page": settled.page.own}),
        }
        # It needs no download, so it precedes all links.
        return Request(settled.page.url, priority=1, meta=meta)

    def _drop(self, settled: Settled) -> None:
        self.count("topiccrawl/waiting/dropped")
        url = settled.page.url
        self._ledger.drop(CrawlLink(url), "verdict", "off_topic", settled.score)
        self._ledger.write(VisitRecord(topic=self._ledger.topic, url=url, accepted=False))
        self._forget(url)

    def _drop_once(self, settled: Settled) -> None:
        """Drop a page unless another worker has ended its waiting."""
        url = settled.page.url
        if self._ledger.drop_waiting(
            CrawlLink(url), "verdict", "off_topic", settled.score, self._end_of(url)
        ):
            self.count("topiccrawl/waiting/dropped")
            self._ledger.write(VisitRecord(topic=self._ledger.topic, url=url, accepted=False))

    def _forget(self, url: str) -> None:
        self._ledger.write(self._end_of(url))

    def _end_of(self, url: str) -> SettledRecord:
        return SettledRecord(topic=self._ledger.topic, url=url, canonical_url=canonical_url(url))

    def _store_child(self, child: WaitingChild) -> None:
        self._ledger.write(WaitingChildRecord(topic=self._ledger.topic, **asdict(child)))
