"""Extension that applies requests from the administration pages to a crawl, and records its figures."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider

from topiccrawl.corpus.labels import grade_pages
from topiccrawl.crawl.request_meta import ALLOWED_KEY, LINK_KEY
from topiccrawl.crawl.session import Component, CrawlSession
from topiccrawl.errors import StorageError
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.reporting.figures import Figures
from topiccrawl.storage.database import parse_url
from topiccrawl.storage.frontier.contract import Entry, Frontier, State
from topiccrawl.storage.inbox import (
    ALLOW,
    FETCH,
    KEEP,
    LABEL,
    PAUSE,
    REQUEUE,
    STOP,
    Inbox,
    Message,
    inbox_file,
)
from topiccrawl.storage.rows.admin.run_figures import write_figures

logger = logging.getLogger(__name__)

STOPPED = "stopped"
"""Scrapy's finish reason of a crawl that was stopped from the administration pages."""

_GROWTH = 0.005
"""Least time between two rows of figures, as a share of the crawl's time: a day gives some 1,500 rows."""

_PRECEDENCE = {FETCH: 1, KEEP: 2}
"""`Request.priority` of allowed URLs: before all links and seeds, and a page that is kept before a visit."""
INBOX_INTERVAL, FIGURES_INTERVAL = 1.0, 2.0
"""Seconds between two looks for wishes, and between two rows of figures."""


class Desk(Component):
    """Reads the inbox every `INBOX_INTERVAL` seconds: wishes, grades, dead links, allowed URLs.

    Grades are written by the crawl's own writer. A URL that an editor allows waits before all links, and is
    fetched although it was visited or given up before; one that is being fetched just now is left in the
    inbox until that visit has ended. A crawl does not end before it has looked once. The figures of the crawl
    become rows of `run_figures`, at most one in `FIGURES_INTERVAL` seconds.

    Counter: `topiccrawl/inbox/messages`.
    """

    listens = ("engine_started", "spider_idle", "spider_closed")

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        session.ledger.on_close(self._close)
        self._database = str(crawler.settings.get("TOPICCRAWL_DATABASE_URL"))
        self._began = datetime.now(UTC)
        self._started = self._written_at = time.monotonic()
        self._inbox: Inbox | None = None
        self._paused = False
        self._has_looked = False
        self._is_held_up = False
        self._tasks: list[asyncio.Task[None]] = []

    def engine_started(self) -> None:
        """Start to poll the inbox and to write figures."""
        loop = asyncio.get_running_loop()
        for work, interval in ((self._look_first, INBOX_INTERVAL), (self._show_figures, FIGURES_INTERVAL)):
            self._tasks.append(loop.create_task(_regularly(work, interval), name="desk"))

    def spider_idle(self) -> None:
        """Keep a crawl without links open if URLs were allowed in the meantime.

        Raises:
            DontCloseSpider: the inbox was not looked into yet, or has a URL that was just being fetched.
        """
        if not self._has_looked or self._is_held_up:
            raise DontCloseSpider

    def spider_closed(self) -> None:
        """Stop polling and writing."""
        for task in self._tasks:
            task.cancel()

    async def _look_first(self) -> None:
        try:
            await self._look()
        finally:
            if not self._has_looked:
                self._has_looked = True
                self.engine.wake()

    async def _look(self) -> None:
        topic = self.session.topic.name
        inbox = self._inbox = self._inbox or await asyncio.to_thread(self._open)
        if inbox is None:
            return
        self._obey(await asyncio.to_thread(inbox.wish_since, topic, self._began))
        own = await asyncio.to_thread(inbox.messages, topic)
        # Any writer of the database writes the grades of all topics.
        grades = await asyncio.to_thread(inbox.messages, kinds=(LABEL,))
        was_held_up, self._is_held_up = self._is_held_up, False
        for message in [*own, *(one for one in grades if one.topic != topic)]:
            if not await self._carry_out(message):
                continue
            await asyncio.to_thread(inbox.remove, [message])
            self.count("topiccrawl/inbox/messages")
        if was_held_up and not self._is_held_up:
            self.engine.wake()

    def _open(self) -> Inbox | None:
        """Open the inbox; None until its file exists, which the first message creates."""
        file = inbox_file(parse_url(self._database))
        if file is not None and not file.is_file():
            return None
        return Inbox(self._database, create=False)

    def _obey(self, wish: str) -> None:
        engine = self.engine.engine
        if engine is None or self.engine.is_closing:
            return
        if wish == STOP:
            logger.info("the crawl is stopped from the administration pages")
            self._resume()
            self.engine.end(STOPPED)
        elif wish == PAUSE and not self._paused:
            logger.info("the crawl is paused from the administration pages")
            engine.pause()
            self._paused = True
        elif wish != PAUSE:
            self._resume()

    def _resume(self) -> None:
        if self._paused and self.engine.engine is not None:
            logger.info("the crawl continues")
            self.engine.engine.unpause()
            self._paused = False

    async def _carry_out(self, message: Message) -> bool:
        """Apply a message; return whether it is finished.

        It may be applied twice if the process dies before deleting it.
        """
        if message.kind == LABEL:
            store = self.session.ledger.store
            await asyncio.to_thread(
                store.transact, lambda connection: grade_pages(connection, message.topic, message.body)
            )
        elif message.kind == REQUEUE:
            urls = frozenset(map(str, message.body.get("urls", ())))
            await self._requeue(urls, str(message.body.get("reason", "")))
        elif message.kind == ALLOW:
            return await self._allow(message.body)
        else:
            logger.warning("the inbox has a message of the unknown kind %r", message.kind)
        return True

    async def _allow(self, body: Mapping[str, Any]) -> bool:
        session, scheduler = self.session, self.engine.scheduler
        url, how = str(body.get("url", "")), str(body.get("how", FETCH))
        if self.engine.is_closing or scheduler is None or session.frontier is None:
            return False
        if scheduler.state(session.twins.key(url)) is State.LEASED:
            self._is_held_up = True
            return False
        link = LinkContext(anchor=str(body.get("anchor", "")), parent_url=str(body.get("parent_url", "")))
        try:
            priority = _PRECEDENCE.get(how, 1)
            request = Request(url, meta={LINK_KEY: link, ALLOWED_KEY: how}, priority=priority)
        except ValueError as error:
            logger.warning("a URL that was allowed cannot be requested: %s", error)
            return True
        self.engine.crawl(request)
        await asyncio.to_thread(session.frontier.flush)
        logger.info("allowed (%s): %s", how, url)
        return True

    async def _requeue(self, urls: frozenset[str], reason: str) -> None:
        session, frontier = self.session, self.session.opened_frontier
        if frontier is None or session.frontier is None:
            return
        found = await asyncio.to_thread(session.frontier.dead_entries, urls, reason)
        for entry in found:
            _wait_again(frontier, entry)
        logger.info("%d dead links wait again", len(found))
        self.engine.wake()

    async def _show_figures(self) -> None:
        now = time.monotonic()
        if now - self._written_at >= max(FIGURES_INTERVAL, _GROWTH * (now - self._started)):
            self._written_at = now
            await asyncio.to_thread(self._write_figures)

    def _write_figures(self) -> None:
        ledger = self.session.ledger
        scheduler = self.engine.scheduler
        waiting = scheduler.counts().waiting if scheduler is not None else 0
        state = "closing" if self.engine.is_closing else "paused" if self._paused else "running"
        own = Figures.of(self.stats.get_stats())
        counts = {"fetched": own.fetched, "kept": own.kept, "duplicates": own.duplicates, "waiting": waiting}
        counts |= {"dropped": sum(own.dropped.values()), "errors": own.errors}
        ledger.store.transact(lambda connection: write_figures(connection, ledger.run_id, state, **counts))

    def _close(self) -> None:
        with suppress(StorageError):  # the ledger has written those of the run
            self._write_figures()
        if self._inbox is not None:
            self._inbox.close()


async def _regularly(work: Callable[[], Awaitable[None]], interval: float) -> None:
    while True:
        try:
            await work()
        except StorageError as error:
            logger.debug("the database cannot be used for now: %s", error)
        except Exception:  # a bug here must not end the crawl
            logger.exception("the inbox or the figures failed; trying again")
        await asyncio.sleep(interval)


def _wait_again(frontier: Frontier[bytes], entry: Entry[bytes]) -> None:
    if frontier.state(entry.key) is State.DEAD:
        frontier.again(entry)
