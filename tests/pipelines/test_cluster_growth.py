"""The extractor `clustering` in a crawl: samples and growth."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from extraction.pages import PARAGRAPHS
from scrapy_parts import crawler_of_a_session, item_of, visit_of

from topiccrawl.extraction.clustering.clustering import START_MODELS
from topiccrawl.extraction.clustering.growth import BUFFER
from topiccrawl.items import PageItem
from topiccrawl.page.page import Page
from topiccrawl.pipelines.extraction import ExtractionPipeline


def item(number: int, html: str = "") -> PageItem:
    """A page whose body has more pictures than any shipped one."""
    texts = [f"第{number}号消息，{text}" for text in PARAGRAPHS]
    body = "".join(f"<p>{text}</p>{'<img src=a.png>' * 60}" for text in texts)
    url = f"http://www.example.cn/{number}.html"
    page = Page.of(html or f"<title>第{number}号消息</title><h1>第{number}号消息</h1><div>{body}</div>", url)
    return item_of(url, visit_of(page))


def crawled(items: list[PageItem], **settings: Any) -> dict[str, Any]:
    """Extract pages as a crawl does; return its counters of clusters."""
    crawler, _ = crawler_of_a_session(**{"TOPICCRAWL_EXTRACTOR": "clustering"} | settings)

    async def run() -> None:
        pipeline = ExtractionPipeline.from_crawler(crawler)
        for one in items:
            await pipeline.process_item(one)
        await pipeline.close_spider()

    asyncio.run(run())
    stats: Any = crawler.stats
    prefix = "topiccrawl/clusters/"
    return {name.removeprefix(prefix): value for name, value in stats.get_stats().items() if prefix in name}


@pytest.mark.parametrize("extractor", START_MODELS)
def test_bodies_unlike_all_others_wait_and_then_everything_is_clustered_again(extractor: str) -> None:
    waiting = [item(number) for number in range(BUFFER)]
    done = crawled(waiting, TOPICCRAWL_EXTRACTOR=extractor)
    assert done == {"samples": BUFFER, "clustered_again": 0, "waiting": BUFFER}
    more = [item(number) for number in range(BUFFER, BUFFER + 5)]
    done = crawled([*waiting, *more], TOPICCRAWL_EXTRACTOR=extractor)
    assert (done["clustered_again"], done["waiting"] < 5) == (1, True)
    assert all(one.document and one.document.extractor == extractor for one in waiting)


def test_a_page_of_which_clustering_finds_nothing_is_a_sample_all_the_same() -> None:
    lonely = item(1, f"<h1>消息</h1><p>{'据介绍，改造资金由省市县三级共同承担，' * 400}</p>")
    assert crawled([lonely])["samples"] == 1
    assert lonely.raw_text == ""


def test_a_page_without_a_body_is_none() -> None:
    assert crawled([item(1, "<ul><li><a href='/1'>首页</a></ul>")]) == {}


def test_other_extractors_leave_no_samples() -> None:
    assert crawled([item(1)], TOPICCRAWL_EXTRACTOR="article") == {}
