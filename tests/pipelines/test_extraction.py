from __future__ import annotations

import asyncio

import pytest
from extraction.pages import PARAGRAPHS, article
from scrapy.utils.test import get_crawler
from scrapy_parts import item_of, visit_of

from topiccrawl.errors import BrowserMissingError
from topiccrawl.items import PageItem
from topiccrawl.page.page import Page
from topiccrawl.pipelines.extraction import ExtractionPipeline


def item() -> PageItem:
    url = "http://www.example.cn/1.html"
    visit = visit_of(Page.of(article(), url))
    return item_of(url, visit)


@pytest.mark.parametrize("extractor", ["article", "density"])
def test_the_extractor_of_the_settings_is_used(extractor: str) -> None:
    crawler = get_crawler(settings_dict={"TOPICCRAWL_EXTRACTOR": extractor})
    done = asyncio.run(ExtractionPipeline.from_crawler(crawler).process_item(item()))
    assert done.document.extractor == extractor
    assert all(text.split("　")[-1] in done.raw_text for text in PARAGRAPHS)


def test_an_article_without_a_date_has_that_of_its_row_in_the_list() -> None:
    bare = Page.of(f"<h1>渔港村党支部修好了码头</h1>{''.join(f'<p>{text}</p>' for text in PARAGRAPHS)}")
    for page, expected in ((bare, "2024-03-05"), (Page.of("<h1>渔港村</h1>"), None)):
        found = item_of(
            "http://a.test/1.html", visit_of(page), anchor="修好码头", around="修好码头 2024-03-05"
        )
        done = asyncio.run(ExtractionPipeline("article").process_item(found))
        assert done.document.published == expected


def test_an_unknown_extractor_is_named() -> None:
    with pytest.raises(
        ValueError, match=r"TOPICCRAWL_EXTRACTOR = 'densty': expected one of article, clustering"
    ):
        ExtractionPipeline("densty")


def test_a_missing_browser_is_told_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise BrowserMissingError("no browser starts (/nowhere/chromium)")

    monkeypatch.setattr("topiccrawl.pipelines.extraction.shared_browser", missing)
    crawler = get_crawler(settings_dict={"TOPICCRAWL_EXTRACTOR": "visual-browser"})
    with pytest.raises(BrowserMissingError, match="no browser starts"):
        ExtractionPipeline.from_crawler(crawler)
