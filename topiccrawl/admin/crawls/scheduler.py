"""Starts the regular crawls while the application runs."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from topiccrawl.admin.crawls.schedules import Schedule
from topiccrawl.admin.rounds import Rounds
from topiccrawl.errors import TopiccrawlError
from topiccrawl.reporting.crawl_state import finish_reason
from topiccrawl.text.language import localized

if TYPE_CHECKING:
    from topiccrawl.admin.services import Services

INTERVAL = 5.0
"""Polling interval in seconds."""


class Scheduler(Rounds):
    """Starts crawls that are due, as processes of this machine or as jobs of a scrapyd server.

    A start missed while the application was down is made up for once. A start is skipped while a crawl of the
    same topic runs, and delayed while another topic's crawl holds the SQLite file.

    Args:
        services: the application's services.
    """

    def __init__(self, services: Services) -> None:
        super().__init__("scheduler", INTERVAL, "the schedule waits: %s")
        self._services = services

    def look(self, now: datetime) -> None:
        """Start due crawls and record the outcome of earlier ones.

        Raises:
            TopiccrawlError: the database cannot be read.
        """
        found = self._services.schedules.all()
        for one in found:
            if one.result == "started":
                self._follow(one)
        for one in found:
            if not one.paused and one.next_at <= now:
                self._start(one, now)

    def _start(self, one: Schedule, now: datetime) -> None:
        alive = self._services.writers() | ({one.topic} if self._is_running(one) else set())
        if one.topic in alive:
            if one.once:
                return  # it waits for the crawl of its own topic as well
            self._services.schedules.claim(one, now, "left_out", started=False)
            return
        if alive and self._services.configuration.has_one_writer:
            if one.result != "waits":
                self._services.schedules.note(one.number, "waits")
            return
        if not self._services.schedules.claim(one, now, "started", started=True):
            return  # claimed by another application, or just edited
        try:
            job = self._services.start_crawl(
                one.topic, pages=one.pages, fresh=one.once == 2, revisit=not one.once
            )
            self._services.schedules.note(one.number, "started", job)
            if one.once:
                self._services.schedules.remove(one.number)
        except TopiccrawlError as error:
            self._services.schedules.note(one.number, f"error {localized(error, 'zh')}")

    def _is_running(self, one: Schedule) -> bool:
        scrapyd = self._services.scrapyd
        if scrapyd is None:
            return self._services.processes.is_running(one.topic)
        jobs = scrapyd.jobs() if one.job else {}
        return any(
            job.get("id") == one.job for state in ("pending", "running") for job in jobs.get(state, ())
        )

    def _follow(self, one: Schedule) -> None:
        """Record how the last crawl ended, once it has."""
        if self._is_running(one) or one.last_at is None:
            return
        code = self._services.processes.exit_code(one.topic)
        if reason := self._services.read(finish_reason, one.topic, one.last_at):
            self._services.schedules.note(one.number, f"end {reason}")
        elif code is not None:
            self._services.schedules.note(one.number, f"exit {code}")
