"""The alert about a crawl whose process died, sent by its supervisor."""

from __future__ import annotations

import signal
from contextlib import suppress
from datetime import UTC, datetime

from scrapy.settings import BaseSettings

from topiccrawl.reporting.monitoring.conditions import Alert
from topiccrawl.reporting.monitoring.webhooks import WebhookError, message_for, parse_webhooks, send


def alert_of_death(settings: BaseSettings, spider: str, number: int) -> None:
    """Send the alert that no worker could send any more.

    Args:
        settings: of the crawl.
        spider: its name.
        number: the signal that killed the last worker.
    """
    if "stopped" not in str(settings.get("TOPICCRAWL_ALERT_EVENTS")):
        return
    text = f"the crawl died of {signal.Signals(number).name}; the same command continues it"
    alert = Alert("stopped", "stopped", text)
    with suppress(WebhookError):  # there is no log any more
        for webhook in parse_webhooks(settings.get("TOPICCRAWL_ALERTS") or ""):
            with suppress(WebhookError):
                send(message_for(webhook, alert, spider, datetime.now(UTC)))
