"""Extension: how the crawl is doing, as a live line on a terminal or as plain log lines elsewhere."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any, Self

from rich.console import Console
from rich.live import Live
from rich.text import Text
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.utils.asyncio import create_looping_call

from topiccrawl.evaluation.harvest import harvest_rate
from topiccrawl.session import CrawlSession

logger = logging.getLogger(__name__)

_LOG_INTERVAL = 60.0
"""Seconds between two log lines where there is no terminal."""


def progress_line(pages: int, kept: int, duplicates: int, waiting: int, seconds: float) -> str:
    """What is shown.

    Args:
        pages: HTML pages fetched.
        kept: pages kept, duplicates not counted.
        duplicates: pages stored with the mark of a duplicate; they are relevant, too.
        waiting: links in the frontier.
        seconds: since the crawl began.

    >>> progress_line(200, 80, 10, 1234, 20.0)
    'pages 200 | kept 80 | harvest rate 45.0 % | queue 1,234 | 10.0 pages/s'
    """
    speed = pages / seconds if seconds > 0 else 0.0
    harvest = 100 * harvest_rate(kept + duplicates, pages)
    return (
        f"pages {pages:,} | kept {kept:,} | harvest rate {harvest:.1f} % | "
        f"queue {waiting:,} | {speed:.1f} pages/s"
    )


class Progress:
    """Shows pages, pages kept, harvest rate, queue and speed while a crawl runs.

    On a terminal (stderr) it is one live line, refreshed every `TOPICCRAWL_PROGRESS_INTERVAL` seconds, and
    log lines go above it. Elsewhere the same line is logged once a minute and at the end.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._interval = crawler.settings.getfloat("TOPICCRAWL_PROGRESS_INTERVAL")
        # Asked for here, as rich also takes FORCE_COLOR for a terminal.
        self._console = Console(stderr=True, force_terminal=sys.stderr.isatty())
        self._live: Live | None = None
        self._streams: list[tuple[logging.StreamHandler[Any], Any]] = []
        self._task: Any = None
        self._start = time.monotonic()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Scrapy's constructor."""
        CrawlSession.of(crawler)  # other spiders have no figures to show
        progress = cls(crawler)
        crawler.signals.connect(progress.spider_opened, signals.spider_opened)
        crawler.signals.connect(progress.spider_closed, signals.spider_closed)
        return progress

    def spider_opened(self) -> None:
        """Begin to show."""
        self._start = time.monotonic()
        if self._console.is_terminal and not self._console.is_dumb_terminal:
            self._live = Live(
                Text(self._line()), console=self._console, auto_refresh=False, redirect_stdout=False
            )
            self._live.start()
            self._streams = _log_through(self._console)
        interval = self._interval if self._live else _LOG_INTERVAL
        self._task = create_looping_call(self._show)
        self._task.start(interval, now=False)

    def spider_closed(self) -> None:
        """Show the last state and stop."""
        if self._task is not None and self._task.running:
            self._task.stop()
        self._show()
        if self._live is not None:
            self._live.stop()
        for handler, stream in self._streams:
            handler.setStream(stream)

    def _show(self) -> None:
        if self._live is not None:
            self._live.update(Text(self._line()), refresh=True)
        else:
            logger.info("%s", self._line())

    def _line(self) -> str:
        stats: Any = self._crawler.stats
        engine = self._crawler.engine
        scheduler: Any = engine.scheduler if engine is not None else None
        return progress_line(
            stats.get_value("topiccrawl/pages/html", 0),
            stats.get_value("topiccrawl/pages/kept", 0),
            stats.get_value("topiccrawl/pages/duplicate", 0),
            len(scheduler) if scheduler is not None else 0,
            time.monotonic() - self._start,
        )


class _AboveTheLine:
    """A stream for log handlers: what is written appears above the live line, unwrapped."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def write(self, text: str) -> None:
        self._console.print(Text(text.removesuffix("\n")), soft_wrap=True)

    def flush(self) -> None:
        pass


def _log_through(console: Console) -> list[tuple[logging.StreamHandler[Any], Any]]:
    """Send the root logger's terminal output through the console; returns what it went to before."""
    return [
        (handler, handler.setStream(_AboveTheLine(console)))
        for handler in logging.root.handlers
        if isinstance(handler, logging.StreamHandler) and handler.stream is sys.__stderr__
    ]
