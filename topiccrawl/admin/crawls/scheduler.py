"""Starts the regular crawls while the application runs."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime

from topiccrawl.admin.crawls.processes import CrawlProcesses
from topiccrawl.admin.crawls.schedules import Schedule, Schedules
from topiccrawl.admin.crawls.scrapyd import Scrapyd
from topiccrawl.admin.topics import TopicShelf
from topiccrawl.errors import AdminError, TopiccrawlError
from topiccrawl.text.language import localized

logger = logging.getLogger(__name__)

INTERVAL = 5.0
"""Polling interval in seconds."""
REVISIT = ("--revisit",)
"""Start options of a regular crawl, besides waiting links; the same as those of `topiccrawl watch`."""


class Scheduler:
    """Starts crawls that are due, as processes of this machine or as jobs of a scrapyd server.

    A start missed while the application was down is made up for once. A start is skipped while a crawl of the
    same topic runs, and delayed while another topic's crawl holds the SQLite file.

    Args:
        schedules: the regular crawls.
        topics: the topics.
        processes: crawls of this machine.
        scrapyd: the server that runs crawls instead; None: there is none.
        alive: returns the topics with a running crawl, however it was started.
        finished: returns Scrapy's finish reason of the last run of a topic since a time; empty: none.
        one_writer: whether only one crawl may use the database at a time.
    """

    def __init__(
        self,
        schedules: Schedules,
        topics: TopicShelf,
        processes: CrawlProcesses,
        scrapyd: Scrapyd | None,
        alive: Callable[[], set[str]],
        finished: Callable[[str, datetime], str],
        *,
        one_writer: bool,
    ) -> None:
        self._schedules = schedules
        self._topics = topics
        self._processes = processes
        self._scrapyd = scrapyd
        self._alive = alive
        self._finished = finished
        self._one_writer = one_writer
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Start a thread that checks every few seconds for crawls that are due."""
        self._thread = threading.Thread(target=self._run, name="scheduler", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread; running crawls continue."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()

    def look(self, now: datetime) -> None:
        """Start due crawls and record the outcome of earlier ones.

        Raises:
            TopiccrawlError: the database cannot be read.
        """
        found = self._schedules.all()
        for one in found:
            if one.result == "started":
                self._follow(one)
        for one in found:
            if not one.paused and one.next_at <= now:
                self._start(one, now)

    def _start(self, one: Schedule, now: datetime) -> None:
        alive = self._alive() | ({one.topic} if self._is_running(one) else set())
        if one.topic in alive:
            if one.once:
                return  # it waits for the crawl of its own topic as well
            self._schedules.claim(one, now, "left_out", started=False)
            return
        if alive and self._one_writer:
            if one.result != "waits":
                self._schedules.note(one.number, "waits")
            return
        if not self._schedules.claim(one, now, "started", started=True):
            return  # claimed by another application, or just edited
        try:
            topic = self._topics.find(one.topic)
            if topic is None:
                raise AdminError("there is no topic {topic}", topic=one.topic)
            if self._scrapyd is not None:
                job = self._scrapyd.start(topic.place, pages=one.pages, arguments={"revisit": "1"})
                self._schedules.note(one.number, "started", job)
            else:
                options = () if one.once else REVISIT
                fresh = one.once == 2
                self._processes.start(one.topic, topic.place, pages=one.pages, fresh=fresh, arguments=options)
            if one.once:
                self._schedules.remove(one.number)
        except TopiccrawlError as error:
            self._schedules.note(one.number, f"error {localized(error, 'zh')}")

    def _is_running(self, one: Schedule) -> bool:
        if self._scrapyd is None:
            return self._processes.is_running(one.topic)
        if not one.job:
            return False
        jobs = self._scrapyd.jobs()
        return any(job.get("id") == one.job for state in ("pending", "running") for job in jobs[state])

    def _follow(self, one: Schedule) -> None:
        """Record how the last crawl ended, once it has."""
        if self._is_running(one) or one.last_at is None:
            return
        code = self._processes.exit_code(one.topic)
        if reason := self._finished(one.topic, one.last_at):
            self._schedules.note(one.number, f"end {reason}")
        elif code is not None:
            self._schedules.note(one.number, f"exit {code}")

    def _run(self) -> None:
        while not self._stopped.wait(INTERVAL):
            try:
                self.look(datetime.now(UTC))
            except TopiccrawlError as error:
                logger.warning("the schedule waits: %s", error)
            except Exception:  # a bug here must not stop the scheduler
                logger.exception("the schedule failed; trying again")
