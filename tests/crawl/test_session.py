"""Components of a crawl without a topic, and of a project that uses topiccrawl as an add-on."""

from __future__ import annotations

from pathlib import Path

import pytest
from scrapy import Spider
from scrapy.exceptions import NotConfigured
from scrapy.utils.test import get_crawler

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.spiders.partybuild import PartybuildSpider


class Other(Spider):
    name = "other"


def test_other_spiders_have_no_session() -> None:
    crawler = get_crawler(Other)
    crawler.spider = Other.from_crawler(crawler)
    with pytest.raises(NotConfigured):
        CrawlSession.of(crawler)


def test_settings_of_an_addon_reach_the_session(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'corpus.db'}"
    settings = {"ADDONS": {"topiccrawl.addon.TopiccrawlAddon": 500}, "TOPICCRAWL_DATABASE_URL": url}
    crawler = get_crawler(PartybuildSpider, settings)
    crawler.spider = PartybuildSpider.from_crawler(crawler)
    session = CrawlSession.of(crawler)
    assert CrawlSession.of(crawler) is session
    assert (tmp_path / "corpus.db").exists()
    session.ledger.store.close()
