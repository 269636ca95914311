from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy.crawler import Crawler
from scrapy_parts import NotedLedger, crawler_of_a_session, item_of, visit_of
from servers.corpora import opened

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.errors import DatabaseAwayError, StorageError
from topiccrawl.extraction import Document
from topiccrawl.items import PageItem
from topiccrawl.page.page import Page
from topiccrawl.pipelines.dedup import DedupPipeline
from topiccrawl.storage.pages import sketch_catch_up
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.sketches.decisions import Decision

BODIES = [
    "清晨六点，村口的大喇叭准时响起，支部书记开始播报当天的农事安排。" * 8,
    "医院的走廊里，三名护士围着一张排班表，讨论怎样把夜班匀得更公平。" * 8,
    "检修车间的黑板上写着本周的难题，谁解开了，名字就留在旁边一整年。" * 8,
]
TITLES = ["大喇叭里的支部书记", "护士站的排班表", "车间黑板上的难题"]


def item(url: str, title: str, body: str) -> PageItem:
    made = item_of(url)
    made.document = Document(title, body)
    made.visit = visit_of(Page.from_bytes(b"<p>", url), title)
    made.text = body
    return made


class Crawl:
    """Pages that pass the pipeline and are stored, one after the other."""

    def __init__(self, store: CorpusStore) -> None:
        self.store = store
        self.crawler: Crawler
        self.restart()

    def restart(self) -> None:
        ledger: NotedLedger
        self.crawler, ledger = crawler_of_a_session()
        ledger.store = self.store
        self.topic = CrawlSession.of(self.crawler).topic.name  # type: ignore[union-attr]
        self.dedup = DedupPipeline.from_crawler(self.crawler)
        self.dedup.open_spider()

    def see(self, url: str, title: str, body: str) -> Decision:
        page = asyncio.run(self._see(item(url, title, body)))
        return self.store.write([self.record(page)])[url]

    async def _see(self, page: PageItem) -> PageItem:
        try:
            return await self.dedup.process_item(page)
        finally:
            await self.dedup.close_spider()

    def marks(self, url: str, title: str, body: str) -> tuple[str | None, str | None]:
        found = self.see(url, title, body).repeat
        return (found.match.key, found.kind) if found else (None, None)

    def record(self, page: PageItem) -> PageRecord:
        assert page.document is not None
        return PageRecord(
            topic=self.topic,
            url=page.url,
            run_id=1,
            fetched_at=page.fetched_at,
            title=page.document.title,
            text=page.text,
            fingerprint=page.fingerprint,
            dedup=page.dedup,
        )


@pytest.fixture
def crawl(database_url: str) -> Iterator[Crawl]:
    store = opened(database_url, timeout=2.0)
    yield Crawl(store)
    store.close()


def test_the_same_body_under_another_title_also_after_a_restart(crawl: Crawl) -> None:
    crawl.see("http://a.test/1", TITLES[0], BODIES[0])
    assert crawl.marks("http://b.test/1", TITLES[1], BODIES[0]) == ("http://a.test/1", "body")
    crawl.restart()
    assert crawl.marks("http://b.test/1", TITLES[1], BODIES[0]) == ("http://a.test/1", "body")


def test_how_much_alike_they_are_is_noted(crawl: Crawl) -> None:
    random = Random(7)
    story = "".join(chr(random.randrange(0x4E00, 0x9FA5)) for _ in range(250))
    crawl.see("http://a.test/1", TITLES[0], story)
    same, shorter = (
        crawl.see(url, TITLES[1], text).repeat
        for url, text in (("http://b.test/1", story), ("http://c.test/1", story[:225]))
    )
    assert same is not None and same.match.similarity == 1.0
    assert shorter.match.similarity == pytest.approx(0.9, abs=0.1)  # of shingles, by a sample
    assert crawl.see("http://d.test/1", TITLES[2], BODIES[2]).repeat is None


def test_copies_of_a_copy_lead_to_the_original_also_after_a_restart(crawl: Crawl) -> None:
    random = Random(5)
    told = "".join(chr(random.randrange(0x4E00, 0x9FA5)) for _ in range(600))
    more = "".join(chr(random.randrange(0x4E00, 0x9FA5)) for _ in range(110))
    retold = told[110:] + more  # not the same body, but clearly the same story
    crawl.see("http://a.test/1", TITLES[0], told)
    assert crawl.marks("http://b.test/1", TITLES[0], retold) == ("http://a.test/1", "title")
    assert crawl.marks("http://c.test/1", TITLES[1], retold) == ("http://a.test/1", "body")
    crawl.restart()
    assert crawl.marks("http://c.test/1", TITLES[1], retold) == ("http://a.test/1", "body")


def old_corpus(crawl: Crawl, count: int) -> None:
    """Pages as a version without sketches left them."""
    random = Random(3)
    bodies = ["".join(random.choices(BODIES[0] + BODIES[1] + BODIES[2], k=300)) for _ in range(count)]
    pages = [item(f"http://a.test/{n}", f"第{n}个标题", body) for n, body in enumerate(bodies)]
    crawl.store.write([crawl.record(page) for page in pages])
    for table in ("sketches", "sketch_hashes", "sketch_progress"):
        crawl.store.transact(lambda connection, name=table: connection.exec_driver_sql(f"DELETE FROM {name}"))
    crawl.old = pages  # type: ignore[attr-defined]


def test_an_older_corpus_is_made_comparable_before_the_first_page(
    crawl: Crawl, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sketch_catch_up, "PAGES_AT_ONCE", 4)
    caplog.set_level(logging.INFO)
    old_corpus(crawl, 10)
    last = crawl.old[-1]  # type: ignore[attr-defined]
    assert crawl.marks("http://b.test/", "另一个标题", last.text) == (last.url, "body")
    told = [one for one in caplog.messages if "stored pages" in one]
    assert told[0] == "dedup: 10 stored pages are made comparable; new ones wait"
    assert re.fullmatch(r"dedup: all stored pages are done, after \d+ s", told[1])
    assert len(told) == 2
    crawl.restart()
    caplog.clear()
    assert crawl.marks("http://b.test/", "另一个标题", last.text) == (last.url, "body")
    assert [one for one in caplog.messages if "stored pages" in one] == []


def test_a_crawl_that_is_ended_meanwhile_gives_its_pages_back(
    crawl: Crawl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sketch_catch_up, "PAGES_AT_ONCE", 1)
    old_corpus(crawl, 60)
    crawl.crawler.engine._slot = SimpleNamespace(inprogress=set(), closing=True)  # type: ignore[union-attr]
    with pytest.raises(StorageError, match="the crawl closed"):
        crawl.see("http://b.test/", "另一个标题", BODIES[0])
    catch_up = SketchCatchUp(crawl.store, crawl.topic)
    assert not catch_up.progress().complete
    crawl.restart()
    assert crawl.see("http://b.test/", "另一个标题", BODIES[0]).repeat is None
    assert catch_up.progress().complete


def test_a_crawl_that_closes_after_its_first_page_keeps_it(crawl: Crawl) -> None:
    crawl.see("http://a.test/0", TITLES[0], BODIES[0])
    crawl.restart()
    crawl.crawler.engine._slot = SimpleNamespace(inprogress=set(), closing=True)  # type: ignore[union-attr]
    assert crawl.see("http://b.test/", TITLES[1], BODIES[1]).repeat is None


def test_a_database_that_is_away_is_told_and_makes_no_original(crawl: Crawl) -> None:
    crawl.see("http://a.test/0", TITLES[1], BODIES[1])
    crawl.store.close()
    with pytest.raises(StorageError):
        crawl.see("http://a.test/1", TITLES[0], BODIES[0])
    crawl.store.open()
    assert crawl.marks("http://b.test/1", TITLES[0], BODIES[0]) == (None, None)


def test_it_waits_for_a_server_that_is_silent_for_a_while(mariadb_server: Any, mariadb_url: str) -> None:
    store = opened(mariadb_url, timeout=1.0)
    crawl = Crawl(store)
    crawl.see("http://a.test/0", TITLES[1], BODIES[1])
    mariadb_server.pause()
    with pytest.raises(DatabaseAwayError):
        crawl.see("http://b.test/1", TITLES[0], BODIES[1])
    mariadb_server.resume()
    assert crawl.marks("http://b.test/1", TITLES[0], BODIES[1]) == ("http://a.test/0", "body")
    store.close()
