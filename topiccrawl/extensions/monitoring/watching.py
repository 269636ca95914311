"""Snapshots of a running crawl."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import Any

from scrapy.crawler import Crawler
from scrapy.utils.job import job_dir

from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.errors import StorageError
from topiccrawl.reporting.monitoring.snapshot import Snapshot
from topiccrawl.storage.frontier.contract import Counts

_SQLITE = "sqlite:///"


class SnapshotTaker:
    """Takes snapshots in the thread of the crawl; the last one may be read from any thread."""

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        self._crawler = crawler
        self._session = session
        self._engine = EngineView(crawler)
        self._start = time.monotonic()
        self._folder = _folder(crawler)
        self.latest = Snapshot(session.topic.name)

    def take(self) -> Snapshot:
        """Return the present state, and keep it as the latest."""
        stats: Any = self._crawler.stats
        self.latest = Snapshot(
            topic=self._session.topic.name,
            stats=dict(stats.get_stats()),
            links=self._links(),
            seconds=time.monotonic() - self._start,
            hosts_given_up=tuple(self._session.pauses.given_up()),
            traps=tuple(self._session.budgets.parked()),
            disk_free=_free(self._folder),
        )
        return self.latest

    def _links(self) -> Counts:
        scheduler = self._engine.scheduler
        try:
            return self.latest.links if scheduler is None else scheduler.counts()
        except StorageError:  # away; the crawl waits for it or ends
            return self.latest.links


def _folder(crawler: Crawler) -> Path:
    """Return the folder that the crawl writes most to."""
    database = str(crawler.settings.get("TOPICCRAWL_DATABASE_URL") or "")
    if database.startswith(_SQLITE):
        return Path(database.removeprefix(_SQLITE)).absolute().parent
    return Path(job_dir(crawler.settings) or os.curdir).absolute()


def _free(folder: Path) -> int | None:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None
