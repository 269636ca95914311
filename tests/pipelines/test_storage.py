from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from scrapy import signals
from scrapy.exceptions import DropItem
from scrapy.logformatter import LogFormatter
from scrapy.utils.spider import DefaultSpider
from scrapy.utils.test import get_crawler
from scrapy_parts import NotedLedger, crawler_of_a_session, visit_of

from topiccrawl.dedup.repeats import Match, Repeat
from topiccrawl.errors import RowRefusedError, StorageError
from topiccrawl.extraction import extract_page
from topiccrawl.items import PageItem
from topiccrawl.page.page import Page
from topiccrawl.pipelines.storage import StoragePipeline
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority
from topiccrawl.relevance.judgement import Verdict
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import WaitingRecord
from topiccrawl.storage.rows.waiting import read_waiting
from topiccrawl.storage.sketches.decisions import Decision

URL = "http://A.test/1?sid=5"
HTML = "<title>支部的一天_某网</title><h1>支部的一天</h1><p>" + "清晨六点，支部书记开始播报。" * 20


@pytest.fixture
def made() -> tuple[StoragePipeline, NotedLedger]:
    crawler, ledger = crawler_of_a_session()
    return StoragePipeline.from_crawler(crawler), ledger


def test_a_wrong_file_of_words_is_named_with_its_setting(tmp_path: Path) -> None:
    crawler, _ = crawler_of_a_session(TOPICCRAWL_SENSITIVE_WORDS=str(tmp_path / "none.txt"))
    with pytest.raises(
        ValueError, match=r"TOPICCRAWL_SENSITIVE_WORDS: .*none\.txt: .*: No such file"
    ) as told:
        StoragePipeline.from_crawler(crawler)
    assert "Errno" not in str(told.value)


def page_item() -> PageItem:
    page = Page.from_bytes(HTML.encode(), URL)
    visit = visit_of(page, "支部的一天_某网")
    link = LinkContext(anchor="支部", parent_url="http://a.test/", depth=3)
    priority = Priority(0.5, {"description": 0.4, "anchor": 0.6, "structure": 1.0})
    item = PageItem(URL, 200, {}, HTML.encode(), datetime.now(UTC), visit, link, priority)
    item.document = extract_page(page, "article")
    item.raw_text = item.text = item.document.text
    item.verdict = Verdict(0.7, 0.6, 0.8, True)
    return item


def test_a_page_becomes_a_record_with_where_it_came_from(made: tuple[StoragePipeline, NotedLedger]) -> None:
    pipeline, ledger = made
    asyncio.run(pipeline.process_item(page_item()))
    (record,) = ledger.kept
    assert (record.url, record.canonical_url, record.status) == (URL, "http://a.test/1", 200)
    assert (record.priority, record.priority_parts) == (
        0.5,
        {"description": 0.4, "anchor": 0.6, "structure": 1.0},
    )
    assert (record.anchor, record.parent_url, record.depth) == ("支部", "http://a.test/", 3)
    assert (record.relevance, record.description_relevance, record.body_relevance) == (0.7, 0.6, 0.8)
    assert (record.raw_html, record.raw_title) == (HTML.encode(), "支部的一天_某网")
    assert record.charset == "utf-8"
    assert (record.quality["language"], record.quality["chinese"] > 0.8) == ("zh", True)
    assert (record.robots, record.tdm_reservation) == (None, None)


def test_a_page_that_the_database_refuses_is_dropped_with_a_reason(
    made: tuple[StoragePipeline, NotedLedger],
) -> None:
    pipeline, ledger = made
    ledger.refuse = RowRefusedError("too big")
    with pytest.raises(DropItem, match="refused"):
        asyncio.run(pipeline.process_item(page_item()))
    assert ledger.drops == [(URL, "storage", "refused")]


def test_a_page_that_cannot_be_stored_is_no_drop_and_its_links_wait(
    made: tuple[StoragePipeline, NotedLedger],
) -> None:
    pipeline, ledger = made
    ledger.refuse = StorageError("gave up after 60 s")
    item = page_item()
    with pytest.raises(StorageError, match="gave up"):
        asyncio.run(pipeline.process_item(item))
    assert ledger.drops == []
    assert not item.judged.is_set()  # its request waits again


def tell_dropped(pipeline: StoragePipeline, item: object, error: DropItem) -> None:
    """Send the signal that Scrapy sends of an item that a pipeline drops."""
    pipeline.crawler.signals.send_catch_log(
        signals.item_dropped, item=item, response=None, exception=error, spider=pipeline.crawler.spider
    )


def test_a_page_that_another_pipeline_drops_leaves_a_reason(
    made: tuple[StoragePipeline, NotedLedger],
) -> None:
    pipeline, ledger = made
    tell_dropped(pipeline, page_item(), DropItem("a sentence of the user's"))
    assert ledger.drops == [(URL, "pipeline", "drop_item")]
    assert ledger.visits == [(URL, False)]


def test_a_dropped_page_leaves_one_reason_and_a_stored_one_none(
    made: tuple[StoragePipeline, NotedLedger],
) -> None:
    pipeline, ledger = made
    item = page_item()
    with pytest.raises(DropItem) as raised:
        pipeline.drop(item, "refused")
    tell_dropped(pipeline, item, raised.value)
    assert ledger.drops == [(URL, "storage", "refused")]
    asyncio.run(pipeline.process_item(item))
    tell_dropped(pipeline, item, DropItem("by a pipeline behind the last one"))
    tell_dropped(pipeline, {"url": URL}, DropItem("an item of the user's"))
    assert len(ledger.drops) == 1


def test_a_lost_page_does_not_fill_the_log() -> None:
    item = page_item()
    spider = DefaultSpider.from_crawler(get_crawler())
    told = LogFormatter().dropped(item, DropItem("storage: away"), None, spider)
    line = told["msg"] % told["args"]
    assert URL in line
    assert len(line) < 200


@pytest.mark.parametrize(
    ("decision", "marks"),
    [
        (Decision(), (None, None, None, None)),
        (Decision(Repeat(Match("http://b.test/", 0.9), "title")), ("http://b.test/", "title", 0.9, None)),
        (Decision(replaced="http://b.test/"), (None, None, None, "http://b.test/")),
    ],
)
def test_the_decision_of_the_database_is_noted_before_the_links_are_followed(
    made: tuple[StoragePipeline, NotedLedger], decision: Decision, marks: tuple[object, ...]
) -> None:
    pipeline, ledger = made
    ledger.decision = decision
    item = page_item()
    asyncio.run(pipeline.process_item(item))
    assert (item.duplicate_of, item.duplicate_kind, item.duplicate_similarity, item.replaces) == marks
    assert item.judged.is_set()


def test_what_the_owner_of_a_page_allows_is_stored(made: tuple[StoragePipeline, NotedLedger]) -> None:
    pipeline, ledger = made
    item = page_item()
    item.headers = {
        "X-Robots-Tag": "noai, noimageai",
        "TDM-Reservation": "1",
        "TDM-Policy": "http://a.test/tdm",
    }
    asyncio.run(pipeline.process_item(item))
    (record,) = ledger.kept
    assert record.robots == "noai,noimageai"
    assert (record.tdm_reservation, record.tdm_policy) == (True, "http://a.test/tdm")


def test_a_fresh_crawl_deletes_the_pages_that_wait_for_a_verdict(
    made: tuple[StoragePipeline, NotedLedger], tmp_path: Path
) -> None:
    pipeline, ledger = made
    topic = pipeline.session.topic.name
    ledger.store = store = CorpusStore(f"sqlite:///{tmp_path / 'corpus.db'}")
    store.open()
    store.write([WaitingRecord(topic=topic, url=URL, run_id=1, fetched_at=datetime.now(UTC))])
    for fresh, left in ((False, 1), (True, 0)):
        pipeline.session.fresh = fresh
        pipeline.open_spider()
        assert len(store.read(read_waiting, topic, 0, 0).pages) == left
    store.close()
