"""What becomes of each address is counted and stored."""

from __future__ import annotations

import asyncio
from pathlib import Path

from scrapy import Request
from scrapy.utils.test import get_crawler

from topiccrawl.ledger import Ledger


def test_drops_that_could_not_be_stored_are_counted(tmp_path: Path) -> None:
    settings = {
        "TOPICCRAWL_DATABASE_URL": f"sqlite:///{tmp_path / '库.db'}",
        "TOPICCRAWL_DATABASE_PATIENCE": 5.0,
    }
    crawler = get_crawler(settings_dict=settings)
    ledger = Ledger(crawler, "样例")
    ledger.connect()

    async def crawl() -> None:
        ledger.open()
        ledger.drop(Request("http://a.example.cn/1"), "gate", "off_topic")
        ledger.drop(Request("http://a.example.cn/2"), "太长" * 100, "off_topic")
        await ledger.close("finished")

    asyncio.run(crawl())
    assert crawler.stats is not None
    assert crawler.stats.get_value("topiccrawl/drops/gate/off_topic") == 1
    assert crawler.stats.get_value("topiccrawl/storage/not_written") == 1
