"""Extension that shows the progress of a crawl: a live line on a terminal, log lines elsewhere."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from scrapy.crawler import Crawler
from scrapy.utils.asyncio import create_looping_call

from topiccrawl.crawl.session import Component, CrawlSession
from topiccrawl.errors import StorageError
from topiccrawl.items import PageItem
from topiccrawl.reporting.figures import Figures
from topiccrawl.reporting.progress_line import Moment
from topiccrawl.reporting.terminal import can_redraw, log_above
from topiccrawl.storage.frontier.contract import Counts
from topiccrawl.storage.run_totals import pages_kept

if TYPE_CHECKING:
    from rich.live import Live

logger = logging.getLogger(__name__)

_LOG_INTERVAL = 60.0
"""Seconds between two log lines where there is no terminal."""
_COUNT_INTERVAL = 30.0
"""Seconds between two counts of the corpus; in between, the pages that this process keeps are added."""
INTERVAL = 0.5
"""Seconds between two updates of the live line on a terminal."""


class Progress(Component):
    """Shows fetched and kept pages, the corpus, the queue, errors and speed.

    On a terminal (stderr) this is a live line with the title of the last page kept, refreshed every
    `INTERVAL` seconds; log lines are printed above it. Elsewhere the same numbers are
    logged once a minute and at the end.
    """

    listens = ("spider_opened", "item_scraped", "spider_closed")

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        session.ledger.on_close(self._count_at_end)
        self._live: Live | None = None
        self._restore_log: Any = None
        self._task: Any = None
        self._start = time.monotonic()
        self._counting: asyncio.Task[None] | None = None
        self._counted_at = -_COUNT_INTERVAL
        self._corpus: int | None = None
        self._kept_at_count = 0
        self._title = ""

    def spider_opened(self) -> None:
        """Start the display."""
        self._start = time.monotonic()
        if can_redraw():
            from rich.console import Console
            from rich.live import Live

            console = Console(stderr=True, force_terminal=True)
            line = self._moment().text(console.width)
            self._live = Live(line, console=console, auto_refresh=False, redirect_stdout=False)
            self._live.start()
            self._restore_log = log_above(console)
        interval = INTERVAL if self._live else _LOG_INTERVAL
        self._task = create_looping_call(self._show)
        self._task.start(interval, now=False)
        self._count_now_and_then()

    def item_scraped(self, item: object) -> None:
        """Remember the title of a kept page."""
        if isinstance(item, PageItem) and item.duplicate_of is None and item.document is not None:
            self._title = item.document.title

    def spider_closed(self) -> None:
        """Show the final state and stop."""
        if self._task is not None and self._task.running:
            self._task.stop()
        if self._counting is not None:
            self._counting.cancel()
        self._count_at_end()
        self._draw()
        if self._live is not None:
            self._live.stop()
        if self._restore_log is not None:
            self._restore_log()

    def _count_at_end(self) -> None:
        """Count the corpus exactly: pages that were fetched again are counted as kept, but have one row."""
        ledger = self.session.ledger
        if ledger.is_down:
            return
        with suppress(StorageError):  # the ledger has closed the database, and called this just before
            self._corpus = pages_kept(ledger.store, ledger.topic)
            self._kept_at_count = self._figures().kept

    def _show(self) -> None:
        self._count_now_and_then()
        self._draw()

    def _draw(self) -> None:
        if self._live is not None:
            self._live.update(self._moment().text(self._live.console.width), refresh=True)
        else:
            logger.info("%s", self._moment().line())

    def _count_now_and_then(self) -> None:
        """Count the corpus at intervals, in a thread."""
        now = time.monotonic()
        if now - self._counted_at >= _COUNT_INTERVAL and (self._counting is None or self._counting.done()):
            self._counted_at = now
            self._counting = asyncio.ensure_future(self._count_corpus())

    async def _count_corpus(self) -> None:
        ledger = self.session.ledger
        kept = self._figures().kept
        try:
            self._corpus = await asyncio.to_thread(pages_kept, ledger.store, ledger.topic)
        except StorageError:
            return  # down or closed; the last count stays
        self._kept_at_count = kept

    def _figures(self) -> Figures:
        return Figures.of(self.stats.get_stats())

    def _moment(self) -> Moment:
        scheduler = self.engine.scheduler
        links = Counts() if scheduler is None else scheduler.counts()
        figures = self._figures()
        corpus = None if self._corpus is None else self._corpus + figures.kept - self._kept_at_count
        return Moment(figures, corpus, links, time.monotonic() - self._start, self._title)
