"""Alerts of a crawl: which events are sent, and that no webhook can hurt it."""

from __future__ import annotations

import asyncio
import json
import logging

import pytest
from scrapy_parts import crawler_of_a_session

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.extensions.monitoring import alerts
from topiccrawl.extensions.monitoring.alerts import Alerts
from topiccrawl.priority.budgets.credit import TrapBudgets
from topiccrawl.reporting.monitoring.webhooks import Message, WebhookError

WEBHOOKS = "generic=http://a.test/hook?key=geheim"


def events_of(
    monkeypatch: pytest.MonkeyPatch,
    reason: str,
    *,
    warning: str = "",
    events: str = "stopped,finished,storage,trap",
    broken: bool = False,
    months: int = 0,
) -> list[tuple[str, str]]:
    """Event and text of what was sent until a crawl ended for this reason."""
    sent: list[Message] = []

    def send(message: Message) -> None:
        sent.append(message)
        if broken:
            raise WebhookError("it answered 500")

    monkeypatch.setattr(alerts, "send", send)
    crawler, _ = crawler_of_a_session(TOPICCRAWL_ALERTS=WEBHOOKS, TOPICCRAWL_ALERT_EVENTS=events)
    session = CrawlSession.of(crawler)
    session.budgets = TrapBudgets(start=2)
    for month in range(months):
        session.budgets.take(f"http://a.test/calendar/2031/{month + 1:02}/")
    extension = Alerts(crawler, session)

    async def run() -> None:
        extension.spider_opened()
        if warning:
            logging.getLogger("topiccrawl.storage.group_commit").warning(warning)
            logging.getLogger("topiccrawl.storage.group_commit").warning(warning)
        await asyncio.sleep(0)
        await extension.spider_closed(reason)

    asyncio.run(run())
    found = [json.loads(message.body) for message in sent]
    return [(one["event"], one["text"].partition(": ")[2]) for one in found]


def test_the_end_of_a_crawl(monkeypatch: pytest.MonkeyPatch) -> None:
    (event,) = events_of(monkeypatch, "shutdown")
    assert event == (
        "stopped",
        "the crawl stopped (shutdown): stopped from outside (Ctrl-C or SIGTERM); 0 pages kept",
    )
    ((kind, _),) = events_of(monkeypatch, "closespider_pagecount")
    assert kind == "finished"
    assert events_of(monkeypatch, "finished", events="stopped") == []


def test_a_database_that_is_away_and_one_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    away = "the database is away for 1.0 s, writes wait: mysql+pymysql://u:geheim@db.test/x"
    found = events_of(monkeypatch, "database_unavailable", warning=away)
    # Each is sent in a thread of its own, so they arrive in any order.
    assert sorted(event for event, _ in found) == ["stopped", "storage", "storage"]
    texts = [text for event, text in found if event == "storage"]
    away_text, gone_text = sorted(texts, key=lambda text: "gone" in text)
    assert away_text.endswith("mysql+pymysql://u:***@db.test/x")
    assert gone_text == "the database or Redis is gone; the crawl has stopped"


def test_a_webhook_that_fails_is_a_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert len(events_of(monkeypatch, "shutdown", broken=True)) == 1
    assert "the alert 'stopped' was not sent to generic at a.test: it answered 500" in caplog.text
    assert "geheim" not in caplog.text


def test_a_parked_trap_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ((event, text),) = events_of(monkeypatch, "finished", events="trap", months=6)
    assert event == "trap"
    assert "a.test" in text
    assert events_of(monkeypatch, "finished", events="trap", months=2) == []


def test_unknown_events_are_an_error() -> None:
    crawler, _ = crawler_of_a_session(TOPICCRAWL_ALERTS=WEBHOOKS, TOPICCRAWL_ALERT_EVENTS="stopped,blockd")
    with pytest.raises(ValueError, match="TOPICCRAWL_ALERT_EVENTS: unknown event 'blockd'; known: stopped"):
        Alerts.from_crawler(crawler)
    crawler, _ = crawler_of_a_session(TOPICCRAWL_ALERTS="mail=me@a.test")
    with pytest.raises(ValueError, match=r"TOPICCRAWL_ALERTS: .*webhook"):
        Alerts.from_crawler(crawler)
