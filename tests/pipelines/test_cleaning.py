from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from extraction.pages import PARAGRAPHS
from scrapy.exceptions import DropItem
from scrapy_parts import crawler_of_a_session, item_of, visit_of

from topiccrawl.extraction import Document
from topiccrawl.extraction.threads.post import Post
from topiccrawl.items import PageItem
from topiccrawl.page.page import Page
from topiccrawl.pipelines.cleaning import CleaningPipeline
from topiccrawl.storage.pages.store import CorpusStore

FURNITURE = "江边发布带你看江边的每一天，喜欢就请告诉身边的朋友吧"


def item(number: int) -> PageItem:
    text = "\n".join([*(f"{line[:-1]}，这是第{number}条。" for line in PARAGRAPHS), FURNITURE])
    made = item_of(f"http://www.example.cn/{number}.html")
    made.document = Document(f"青山县第{number}批改造工程开工", text)
    made.raw_text = text
    return made


def cleaned(store: CorpusStore, items: list[PageItem]) -> tuple[list[str], int]:
    """The texts of a crawl's items, and how many pages the counter of site memory has."""
    crawler, ledger = crawler_of_a_session()
    ledger.store = store

    async def run() -> list[str]:
        made = CleaningPipeline.from_crawler(crawler)
        made.open_spider()
        texts = [(await made.process_item(item)).text for item in items]
        await made.close_spider()
        return texts

    texts = asyncio.run(run())
    stats: Any = crawler.stats
    return texts, stats.get_value("topiccrawl/site_memory/pages", 0)


def test_what_repeats_over_a_site_is_taken_off_from_the_third_page_on(store: CorpusStore) -> None:
    items = [item(number) for number in range(4)]
    texts, changed = cleaned(store, items)
    assert [FURNITURE in text for text in texts] == [True, True, False, False]
    assert all(f"这是第{number}条" in text for number, text in enumerate(texts))
    assert all(FURNITURE in item.raw_text for item in items)
    assert changed == 2


def test_the_next_process_knows_what_the_last_one_saw(store: CorpusStore) -> None:
    cleaned(store, [item(number) for number in range(3)])
    ((text,), changed) = cleaned(store, [item(3)])
    assert FURNITURE not in text
    assert changed == 1


def test_a_crawl_does_without_a_database_that_is_away(store: CorpusStore, tmp_path: Path) -> None:
    store.close()
    (*_, text), changed = cleaned(store, [item(number) for number in range(40)])
    assert FURNITURE not in text
    assert changed == 38


def test_a_page_of_which_nothing_is_left_is_dropped(store: CorpusStore) -> None:
    empty = item(0)
    empty.visit = visit_of(Page.of("<p>责任编辑：张三</p>", empty.url))
    empty.raw_text = "责任编辑：张三"
    with pytest.raises(DropItem, match="empty"):
        cleaned(store, [empty])


def test_a_page_that_lists_topic_words_in_place_of_a_text_is_spam(store: CorpusStore) -> None:
    words = "".join(f"<li>{word}</li>" for word in ("党员", "党支部", "党委", "党课") * 12)
    listed = item(0)
    listed.visit, listed.raw_text = visit_of(Page.of(f"<ul>{words}</ul>", listed.url)), ""
    with pytest.raises(DropItem, match="topic_word_list"):
        cleaned(store, [listed])


@pytest.mark.parametrize("replies", [(), ("沙发，顶一下楼主。", "说得有道理。")])
def test_a_beginning_that_refers_to_another_page_is_dropped(
    store: CorpusStore, replies: tuple[str, ...]
) -> None:
    opening = "市委召开理论学习中心组会议，传达学习全会精神。会议强调…… 原文：市委召开会议"
    teaser = item(0)
    posts = tuple(Post(text=text) for text in (opening, *replies)) if replies else ()
    teaser.raw_text = "\n".join((opening, *replies))
    teaser.document = Document("党建", teaser.raw_text, posts=posts)
    with pytest.raises(DropItem, match="teaser"):
        cleaned(store, [teaser])
