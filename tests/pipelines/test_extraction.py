from __future__ import annotations

from datetime import UTC, datetime

import pytest
from extraction.pages import PARAGRAPHS, article
from scrapy.utils.test import get_crawler

from topiccrawl.items import PageItem
from topiccrawl.page.description import Description
from topiccrawl.page.page import Page
from topiccrawl.pipelines.extraction import ExtractionPipeline
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.visit import Visit

FURNITURE = "江边发布带你看江边的每一天，喜欢就请告诉身边的朋友吧"


def item(number: int) -> PageItem:
    url = f"http://www.example.cn/{number}.html"
    body = "".join(f"<p>{text[:-1]}，这是第{number}条。</p>" for text in PARAGRAPHS)
    html = article(body=body, title=f"青山县第{number}批改造工程开工", after=f"<p>{FURNITURE}</p>")
    visit = Visit(Page.of(html, url), Description(""), (), 0.6, 0.6, candidate=True)
    return PageItem(url, 200, {}, b"", datetime.now(UTC), visit, LinkContext(), None)


def pipeline(**settings: object) -> tuple[ExtractionPipeline, object]:
    crawler = get_crawler(settings_dict={"TOPICCRAWL_EXTRACTOR": "article", **settings})
    return ExtractionPipeline.from_crawler(crawler), crawler.stats


@pytest.mark.parametrize(("remembers", "last"), [(True, False), (False, True)])
def test_what_repeats_over_a_site_is_taken_off_when_wanted(remembers: bool, last: bool) -> None:
    made, stats = pipeline(TOPICCRAWL_SITE_MEMORY=remembers)
    items = [made.process_item(item(number)) for number in range(4)]
    made.close_spider()
    assert FURNITURE in items[1].raw_text
    assert (FURNITURE in items[3].raw_text) is last
    assert "这是第3条" in items[3].raw_text
    assert items[3].document is not None
    assert items[3].document.text == items[3].raw_text
    assert stats.get_value("topiccrawl/site_memory/pages", 0) == (2 if remembers else 0)


def test_an_unknown_extractor_is_named() -> None:
    with pytest.raises(
        ValueError, match=r"TOPICCRAWL_EXTRACTOR = 'densty': choose one of article, clustering"
    ):
        ExtractionPipeline("densty")
