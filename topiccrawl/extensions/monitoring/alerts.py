"""Extension that sends alerts to webhooks."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

from topiccrawl.crawl.engine import DATABASE_UNAVAILABLE
from topiccrawl.crawl.session import Component, CrawlSession
from topiccrawl.extensions.monitoring.watching import SnapshotTaker
from topiccrawl.messages import message
from topiccrawl.page.unread.counts import read_unread
from topiccrawl.reporting.completeness import is_complete
from topiccrawl.reporting.figures import listed
from topiccrawl.reporting.finish_reasons import reason_text
from topiccrawl.reporting.monitoring.conditions import EVENTS, Alert, Conditions, Repetition
from topiccrawl.reporting.monitoring.webhooks import Webhook, WebhookError, message_for, parse_webhooks, send
from topiccrawl.reporting.passwords import without_password

logger = logging.getLogger(__name__)

_STORAGE = "topiccrawl.storage"
"""The logger under which warnings say that the database or Redis is away."""
INTERVAL = 2.0
"""Seconds between two looks at the crawl."""
REPEATED_AFTER = 3600.0
"""Seconds after which an alert is repeated while its cause lasts."""


class Alerts(Component):
    """Sends an alert to each webhook of `TOPICCRAWL_ALERTS` when something is wrong.

    Events are those of `TOPICCRAWL_ALERT_EVENTS`: the crawl stopped for another reason than its own end or
    budget, it finished, the harvest collapsed, a site refuses every request, the database or Redis is away,
    the disk is nearly full, a group of URLs that looks like a trap is parked. The same alert is repeated
    after `REPEATED_AFTER` seconds. Messages are sent in threads: no webhook holds up the crawl.

    Counters: `topiccrawl/alerts/sent` and `topiccrawl/alerts/failed`.
    """

    listens = ("spider_opened", "spider_closed")

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        settings = crawler.settings
        try:
            self._webhooks = parse_webhooks(settings.get("TOPICCRAWL_ALERTS") or "")
        except WebhookError as error:
            raise ValueError(message("TOPICCRAWL_ALERTS: {error}", error=error)) from None
        if not self._webhooks:
            raise NotConfigured
        self._events = _events(settings.get("TOPICCRAWL_ALERT_EVENTS"))
        self._taker = SnapshotTaker(crawler, session)
        self._conditions = Conditions(settings.getint("TOPICCRAWL_ALERT_DISK_MB") * 1_000_000)
        self._repetition = Repetition(REPEATED_AFTER)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: Any = None
        self._sending: set[asyncio.Task[None]] = set()
        self._warnings = _WarningHandler(self._storage_warning)

    def spider_opened(self) -> None:
        """Start to check the conditions."""
        self._loop = asyncio.get_running_loop()
        logging.getLogger(_STORAGE).addHandler(self._warnings)
        self._task = create_looping_call(self._look)
        self._task.start(INTERVAL, now=False)

    async def spider_closed(self, reason: str) -> None:
        """Send the remaining alerts and wait until all are sent."""
        if self._task is not None and self._task.running:
            self._task.stop()
        logging.getLogger(_STORAGE).removeHandler(self._warnings)
        self._look()
        is_planned = reason == "finished" or reason.startswith("closespider_")
        event = "finished" if is_planned else "stopped"
        figures = self._taker.latest.count("topiccrawl/pages/kept")
        text = f"the crawl {event} ({reason}): {self._why(reason)}; {figures:,} pages kept"
        if reason == DATABASE_UNAVAILABLE:
            self.raise_alert(Alert("storage", "gone", "the database or Redis is gone; the crawl has stopped"))
        self.raise_alert(Alert(event, event, text))
        if self._sending:
            await asyncio.wait(self._sending)

    def raise_alert(self, alert: Alert) -> None:
        """Send an alert, if its event is wanted and it is due."""
        if alert.event in self._events and self._repetition.is_due(alert, time.monotonic()):
            for webhook in self._webhooks:
                task = asyncio.ensure_future(self._send(webhook, alert))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

    def _look(self) -> None:
        for alert in self._conditions.alerts(self._taker.take()):
            self.raise_alert(alert)

    async def _send(self, webhook: Webhook, alert: Alert) -> None:
        message = message_for(webhook, alert, self.session.topic.name, datetime.now(UTC))
        try:
            await asyncio.to_thread(send, message)
        except WebhookError as error:
            logger.warning("the alert %r was not sent to %s: %s", alert.event, webhook.name, error)
            self.count("topiccrawl/alerts/failed")
        else:
            logger.info("alert sent to %s: %s", webhook.name, alert.text)
            self.count("topiccrawl/alerts/sent")

    def _why(self, reason: str) -> str:
        now = self._taker.latest
        unread = {str(one.reason): one.count for one in read_unread(now.stats)}
        complete = is_complete(now.stats, now.links)
        why = reason_text(reason, is_complete=complete, has_unread=bool(unread))
        return f"{why} ({listed(unread)})" if unread else why

    def _storage_warning(self, text: str) -> None:
        """Send an alert about a warning that another thread may have logged."""
        if self._loop is not None and not self._loop.is_closed():
            alert = Alert("storage", "storage", without_password(text))
            self._loop.call_soon_threadsafe(self.raise_alert, alert)


class _WarningHandler(logging.Handler):
    """Passes on warnings of the loggers it is added to."""

    def __init__(self, pass_on: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._pass_on = pass_on

    def emit(self, record: logging.LogRecord) -> None:
        self._pass_on(record.getMessage())


def _events(setting: Any) -> frozenset[str]:
    """Return the events of the setting.

    Raises:
        ValueError: an event is unknown.
    """
    names = setting.split(",") if isinstance(setting, str) else list(setting)
    events = frozenset(name.strip() for name in names if name.strip())
    if unknown := sorted(events - set(EVENTS)):
        raise ValueError(f"TOPICCRAWL_ALERT_EVENTS: unknown event {unknown[0]!r}; known: {', '.join(EVENTS)}")
    return events
