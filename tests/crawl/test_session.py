"""Components of a crawl without a topic, and of a project that uses topiccrawl as an add-on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from scrapy import Spider
from scrapy.exceptions import NotConfigured
from scrapy.utils.test import get_crawler

from topiccrawl.crawl.session import CrawlSession
from topiccrawl.errors import TopicError
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


ADDON = {"ADDONS": {"topiccrawl.addon.TopiccrawlAddon": 500}}


def guest(tmp_path: Path, **settings: object) -> CrawlSession:
    """The session of a spider that knows nothing of topics; its database is closed."""
    chosen = {**ADDON, "TOPICCRAWL_DATABASE_URL": f"sqlite:///{tmp_path / 'corpus.db'}", **settings}
    crawler = get_crawler(Other, chosen)
    crawler.spider = Other.from_crawler(crawler)
    session = CrawlSession.of(crawler)
    session.ledger.store.close()
    return session


def test_a_spider_without_a_topic_gets_that_of_the_settings(tmp_path: Path) -> None:
    session = guest(tmp_path, TOPICCRAWL_TOPIC="partybuild")
    assert session.is_guest and session.topic.name == "partybuild"
    assert session.topic.words and not session.topic.seeds and not session.topic.domains


def test_its_crawl_goes_on_only_with_a_job_folder(tmp_path: Path) -> None:
    assert guest(tmp_path, TOPICCRAWL_TOPIC="partybuild").fresh
    assert not guest(tmp_path, TOPICCRAWL_TOPIC="partybuild", JOBDIR=str(tmp_path / "job")).fresh


def test_scrapys_shell_has_no_session(tmp_path: Path) -> None:
    with pytest.raises(NotConfigured):
        guest(tmp_path, TOPICCRAWL_TOPIC="partybuild", KEEP_ALIVE=True)
    assert list(tmp_path.iterdir()) == []


def test_a_topic_that_is_not_there_ends_the_crawl(tmp_path: Path) -> None:
    with pytest.raises(TopicError, match="nowhere"):
        guest(tmp_path, TOPICCRAWL_TOPIC="nowhere")
    assert list(tmp_path.iterdir()) == []


def test_a_topic_whose_pages_wait_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "河长制"
    folder.mkdir()
    (folder / "topic.toml").write_text('title = "河长制"\nstrategy = "two-step"\n', encoding="utf-8")
    (folder / "words.tsv").write_text("河长\t1\n巡河\t1\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"TOPICCRAWL_TOPIC.+two-step.+choose another"):
        guest(tmp_path, TOPICCRAWL_TOPIC=str(folder))


GN, TV = Section("a.test", "gn"), Section("a.test", "tv")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[CrawlSession]:
    """The session of a crawl into a corpus with one page; the settings are those of the add-on."""
    database = f"sqlite:///{tmp_path / 'corpus.db'}"
    crawler = get_crawler(PartybuildSpider, {**ADDON, "TOPICCRAWL_DATABASE_URL": database})
    crawler.spider = PartybuildSpider.from_crawler(crawler)
    session = CrawlSession.of(crawler)
    assert CrawlSession.of(crawler) is session
    assert (tmp_path / "corpus.db").exists()
    url, now = "http://a.test/gn/1.html", datetime.now(UTC)
    session.ledger.store.write([PageRecord(topic="partybuild", url=url, run_id=1, fetched_at=now)])
    yield session
    session.ledger.store.close()


def test_the_history_of_earlier_crawls_is_restored(session: CrawlSession) -> None:
    visits = [
        VisitRecord(topic="partybuild", url=f"http://a.test/{part}/1.html", accepted=part == "gn")
        for part in ("gn", "tv", "tv")
    ]
    session.ledger.store.write(visits)
    session.resume_history()
    history = session.strategy.history
    assert history.sample(9) == ["http://a.test/gn/1.html"]
    assert dict(history.sections) == {GN: (1, 1), TV: (0, 2)}
    session.resume_history()  # what is there already counts once
    assert history.sections.total == (1, 3)


def test_workers_of_a_shared_crawl_learn_what_the_others_visited(session: CrawlSession) -> None:
    session.ledger.store.write(
        [VisitRecord(topic="partybuild", url="http://a.test/tv/1.html", accepted=False)]
    )
    history = session.strategy.history
    asyncio.run(session.share_history())
    assert dict(history.sections) == {}  # it crawls alone
    session.is_shared = True
    asyncio.run(session.share_history())
    assert dict(history.sections) == {TV: (0, 1)}
    assert history.sample(9) == ["http://a.test/gn/1.html"]
    session.ledger.store.write(
        [VisitRecord(topic="partybuild", url="http://a.test/gn/1.html", accepted=True)]
    )
    asyncio.run(session.share_history())
    assert dict(history.sections) == {TV: (0, 1)}  # not at each page


def test_a_corpus_without_counts_gives_those_of_its_pages(session: CrawlSession) -> None:
    session.resume_history()
    assert dict(session.strategy.history.sections) == {GN: (1, 1)}
