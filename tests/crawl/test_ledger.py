"""What becomes of each address is counted and stored."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

from scrapy.utils.test import get_crawler

from topiccrawl.crawl.ledger import Ledger
from topiccrawl.crawl.request_meta import CrawlLink


def test_drops_that_could_not_be_stored_are_counted(tmp_path: Path) -> None:
    settings = {
        "TOPICCRAWL_DATABASE_URL": f"sqlite:///{tmp_path / '库.db'}",
        "TOPICCRAWL_DATABASE_PATIENCE": 5.0,
    }
    crawler = get_crawler(settings_dict=settings)
    ledger = Ledger(crawler, "样例")
    ledger.connect()

    async def crawl() -> None:
        ledger.open("adaptive")
        ledger.drop(CrawlLink("http://a.example.cn/1"), "gate", "off_topic")
        ledger.drop(CrawlLink("http://a.example.cn/2"), "太长" * 100, "off_topic")
        await ledger.close("finished")

    asyncio.run(crawl())
    assert crawler.stats is not None
    assert crawler.stats.get_value("topiccrawl/drops/gate/off_topic") == 1
    assert crawler.stats.get_value("topiccrawl/storage/not_written") == 1


def test_a_run_notes_its_settings_and_no_password(tmp_path: Path) -> None:
    path = tmp_path / "库.db"
    settings = {
        "TOPICCRAWL_DATABASE_URL": f"sqlite:///{path}",
        "TOPICCRAWL_DATABASE_PATIENCE": 5.0,
        "TOPICCRAWL_REDIS_URL": "redis://:geheim@127.0.0.1:6379/0",
        "TOPICCRAWL_MAX_ATTEMPTS": 7,
    }
    ledger = Ledger(get_crawler(settings_dict=settings), "样例")
    ledger.connect()

    async def crawl() -> None:
        ledger.open("adaptive")
        await ledger.close("finished")

    asyncio.run(crawl())
    with closing(sqlite3.connect(path)) as connection:
        (noted,) = connection.execute("SELECT settings FROM runs").fetchone()
    assert json.loads(noted)["TOPICCRAWL_MAX_ATTEMPTS"] == 7
    assert "geheim" not in noted
