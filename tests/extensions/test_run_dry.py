"""A crawl without a budget ends when it finds nothing more."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Spider
from scrapy.exceptions import NotConfigured
from scrapy.utils.test import get_crawler

from topiccrawl.extensions import run_dry
from topiccrawl.extensions.run_dry import REASON, RunDry
from topiccrawl.priority.strategies.contract import Outcome, VisitedPage


@pytest.fixture(autouse=True)
def _a_fifth_must_be_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_dry, "NEW_SHARE", 0.2)


def made(has_budgets: bool = True, **settings: Any) -> tuple[RunDry, list[str]]:
    own = {"TOPICCRAWL_DRY_PAGES": 10}
    crawler = get_crawler(Spider, own | settings)
    ended: list[str] = []

    async def close(reason: str) -> None:
        ended.append(reason)

    crawler.engine = SimpleNamespace(close_spider_async=close, _slot=SimpleNamespace(closing=None))  # type: ignore[assignment]
    session: Any = SimpleNamespace(strategy=SimpleNamespace(has_budgets=has_budgets))
    return RunDry(crawler, session), ended


async def feed(dry: RunDry, *outcomes: Outcome) -> None:
    for outcome in outcomes:
        dry.finished(VisitedPage("http://a.test/", outcome))
    await asyncio.sleep(0)
    await asyncio.sleep(0)


def run(dry: RunDry, *outcomes: Outcome) -> None:
    asyncio.run(feed(dry, *outcomes))


def test_it_ends_once_when_almost_nothing_of_the_last_pages_is_new() -> None:
    dry, ended = made()
    run(dry, Outcome.KEPT, Outcome.KEPT, *[Outcome.COPY, Outcome.LIST] * 4)
    assert ended == []  # two of ten
    run(dry, *[Outcome.FAILED] * 20)
    assert ended == []
    run(dry, Outcome.REJECTED, Outcome.REJECTED, Outcome.REJECTED)
    assert ended == [REASON]


def test_pages_whose_verdict_waits_may_be_kept() -> None:
    dry, ended = made()
    run(dry, *[Outcome.WAITING] * 30)
    assert ended == []


@pytest.mark.parametrize(
    ("has_budgets", "settings"),
    [
        (True, {"CLOSESPIDER_PAGECOUNT": 100}),
        (True, {"CLOSESPIDER_ITEMCOUNT": 100}),
        (True, {"TOPICCRAWL_DRY_PAGES": 0}),
        (False, {}),
    ],
)
def test_with_a_budget_or_a_strategy_that_fetches_everything_it_never_ends(
    has_budgets: bool, settings: dict[str, int]
) -> None:
    with pytest.raises(NotConfigured):
        made(has_budgets, **settings)
