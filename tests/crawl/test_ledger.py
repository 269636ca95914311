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
from topiccrawl.page.unread.counts import NotRead, read_unread
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.priority.link_context import LinkContext


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
    assert crawler.stats.get_value("topiccrawl/drops/gate/off_topic") == 1
    assert crawler.stats.get_value("topiccrawl/storage/not_written") == 1


def test_a_run_notes_its_settings_without_passwords_and_what_was_not_read_once_for_each_reason(
    tmp_path: Path,
) -> None:
    path = tmp_path / "库.db"
    settings = {
        "TOPICCRAWL_DATABASE_URL": f"sqlite:///{path}",
        "TOPICCRAWL_REDIS_URL": "redis://:geheim@127.0.0.1:6379/0",
        "TOPICCRAWL_MAX_ATTEMPTS": 7,
    }
    ledger = Ledger(get_crawler(settings_dict=settings), "样例")
    ledger.connect()
    notice = CrawlLink("http://a.example.cn/1.pdf", LinkContext(anchor="关于发展党员工作的通知"))

    async def crawl() -> None:
        ledger.open("adaptive")
        for _ in range(3):
            ledger.unread(Unread.FORM, "http://a.example.cn/dj/")
            ledger.unread(Unread.FILE_TEXT, notice)
        ledger.drop(CrawlLink("http://b.example.cn/1"), "gate", "challenge", how="521")
        ledger.drop(CrawlLink("http://c.example.cn/1"), "download", "dns")
        ledger.drop(CrawlLink("http://c.example.cn/2"), "verdict", "off_topic")
        await ledger.close("finished")

    asyncio.run(crawl())
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT reason, url, anchor FROM drops WHERE stage = 'unread' ORDER BY id")
        assert rows.fetchall() == [
            ("form", "http://a.example.cn/dj/", None),
            ("file_text", notice.url, "关于发展党员工作的通知"),
        ]
        stats, noted = connection.execute("SELECT stats, settings FROM runs").fetchone()
    assert json.loads(noted)["TOPICCRAWL_MAX_ATTEMPTS"] == 7
    assert "geheim" not in noted
    assert read_unread(json.loads(stats)) == (
        NotRead(Unread.CHALLENGE, 1, 1, {"b.example.cn": 1}, {"521": 1}),
        NotRead(Unread.FILE_TEXT, 1, 1, {"a.example.cn": 1}),
        NotRead(Unread.FORM, 1, 1, {"a.example.cn": 1}),
        NotRead(Unread.UNREACHABLE, 1, 1, {"c.example.cn": 1}, {"dns": 1}),
    )
