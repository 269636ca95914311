"""The extractor `clustering` in a crawl: samples, growth, and what happens to them when things end badly."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from extraction.pages import PARAGRAPHS
from scrapy_parts import crawler_of_a_session, item_of, visit_of

from topiccrawl.extraction.clustering.clustering import START_MODELS
from topiccrawl.items import PageItem
from topiccrawl.page.page import Page
from topiccrawl.pipelines.cluster_growth import STEP_EVERY
from topiccrawl.pipelines.extraction import ExtractionPipeline
from topiccrawl.storage.pages.body_clusters import BodyClusters
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import Record

TOPIC = "党建"


def item(number: int, html: str = "") -> PageItem:
    """A page whose body has more pictures than any shipped one."""
    texts = [f"第{number}号消息，{text}" for text in PARAGRAPHS]
    body = "".join(f"<p>{text}</p>{'<img src=a.png>' * 60}" for text in texts)
    url = f"http://www.example.cn/{number}.html"
    page = Page.of(html or f"<title>第{number}号消息</title><h1>第{number}号消息</h1><div>{body}</div>", url)
    return item_of(url, visit_of(page))


def crawled(store: CorpusStore, items: list[PageItem], **settings: Any) -> dict[str, Any]:
    """Extract pages as a crawl does; return its counters of clusters."""
    settings = {"TOPICCRAWL_EXTRACTOR": "clustering", "TOPICCRAWL_CLUSTER_BUFFER": 8} | settings
    crawler, ledger = crawler_of_a_session(**settings)
    ledger.store = store

    def write(record: Record) -> None:
        store.write([record])

    ledger.write = write  # type: ignore[method-assign]

    async def run() -> None:
        pipeline = ExtractionPipeline.from_crawler(crawler)
        pipeline.open_spider()
        for one in items:
            await pipeline.process_item(one)
        await pipeline.close_spider()

    asyncio.run(run())
    stats: Any = crawler.stats
    prefix = "topiccrawl/clusters/"
    return {name.removeprefix(prefix): value for name, value in stats.get_stats().items() if prefix in name}


@pytest.mark.parametrize("extractor", START_MODELS)
def test_bodies_unlike_all_others_wait_and_then_everything_is_clustered_again(
    extractor: str, store: CorpusStore
) -> None:
    items = [item(number) for number in range(STEP_EVERY)]
    done = crawled(store, items, TOPICCRAWL_EXTRACTOR=extractor)
    assert done == {"samples": STEP_EVERY, "joined": 0, "clustered_again": 1, "waiting": 0}
    clusters = BodyClusters(store, TOPIC, extractor)
    assert [one.number for _, one in clusters.history()] == [0, 1]
    assert all(one.document and one.document.extractor == extractor for one in items)


def test_the_next_process_begins_with_the_newest_clusters(store: CorpusStore) -> None:
    crawled(store, [item(number) for number in range(STEP_EVERY)])
    done = crawled(store, [item(number) for number in range(100, 100 + STEP_EVERY)])
    assert done == {"samples": STEP_EVERY, "joined": STEP_EVERY, "clustered_again": 0, "waiting": 0}


def test_a_page_that_is_fetched_again_is_one_sample(store: CorpusStore) -> None:
    crawled(store, [item(1), item(1)])
    crawled(store, [item(1)])
    assert len(BodyClusters(store, TOPIC, "clustering").all_samples()) == 1


def test_a_page_of_which_clustering_finds_nothing_is_a_sample_all_the_same(store: CorpusStore) -> None:
    lonely = item(1, f"<h1>消息</h1><p>{'据介绍，改造资金由省市县三级共同承担，' * 400}</p>")
    assert crawled(store, [lonely]) == {"samples": 1}
    assert lonely.raw_text == ""


def test_a_page_without_a_body_is_none(store: CorpusStore) -> None:
    assert crawled(store, [item(1, "<ul><li><a href='/1'>首页</a></ul>")]) == {}


def test_growth_can_be_switched_off(store: CorpusStore) -> None:
    items = [item(number) for number in range(STEP_EVERY)]
    assert crawled(store, items, TOPICCRAWL_CLUSTER_GROWTH=False) == {}
    assert BodyClusters(store, TOPIC, "clustering").newest() is None


def test_other_extractors_leave_no_samples(store: CorpusStore) -> None:
    assert crawled(store, [item(1)], TOPICCRAWL_EXTRACTOR="article") == {}


def test_a_crawl_goes_on_with_its_clusters_while_the_database_is_away(
    store: CorpusStore, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.close()
    monkeypatch.setattr(CorpusStore, "write", lambda *_, **__: None)  # the rows wait in the writer
    items = [item(number) for number in range(STEP_EVERY)]
    assert crawled(store, items) == {"samples": STEP_EVERY}
    assert caplog.text.count("the clusters of bodies stay as they are for now") == 2
    assert all(one.document is not None for one in items)
