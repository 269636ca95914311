"""Components of a crawl without a topic, and of a project that uses topiccrawl as an add-on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from scrapy import Spider
from scrapy.exceptions import NotConfigured
from scrapy.utils.test import get_crawler

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.priority.sections import Section
from topiccrawl.spiders.partybuild import PartybuildSpider
from topiccrawl.storage.records import PageRecord, VisitRecord


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


GN, TV = Section("a.test", "gn"), Section("a.test", "tv")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[CrawlSession]:
    """The session of a crawl into a corpus with one page."""
    database = f"sqlite:///{tmp_path / 'corpus.db'}"
    settings = {"ADDONS": {"topiccrawl.addon.TopiccrawlAddon": 500}, "TOPICCRAWL_DATABASE_URL": database}
    crawler = get_crawler(PartybuildSpider, settings)
    crawler.spider = PartybuildSpider.from_crawler(crawler)
    session = CrawlSession.of(crawler)
    url, now = "http://a.test/gn/1.html", datetime.now(UTC)
    session.ledger.store.write([PageRecord(topic="partybuild", url=url, run_id=1, fetched_at=now)], [])
    yield session
    session.ledger.store.close()


def test_the_history_of_earlier_crawls_is_restored(session: CrawlSession) -> None:
    visits = [
        VisitRecord(topic="partybuild", url=f"http://a.test/{part}/1.html", accepted=part == "gn")
        for part in ("gn", "tv", "tv")
    ]
    session.ledger.store.write([], [], visits=visits)
    session.resume_history()
    history = session.strategy.history
    assert history.sample(9) == ["http://a.test/gn/1.html"]
    assert dict(history.sections) == {GN: (1, 1), TV: (0, 2)}
    session.resume_history()  # what is there already counts once
    assert history.sections.total == (1, 3)


def test_a_corpus_without_counts_gives_those_of_its_pages(session: CrawlSession) -> None:
    session.resume_history()
    assert dict(session.strategy.history.sections) == {GN: (1, 1)}
