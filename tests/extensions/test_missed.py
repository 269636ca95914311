"""What was counted of links is stored while a crawl runs, and taken over by the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy.exceptions import NotConfigured
from scrapy.utils.test import get_crawler
from servers.corpora import opened

from topiccrawl.corpus.missed.sightings import Sightings
from topiccrawl.extensions import missed
from topiccrawl.extensions.missed import Missed
from topiccrawl.page.canonical_url import url_key
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.pages.url_twins import UrlTwins

URL = "http://dj.a.cn/1.html"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[CorpusStore]:
    store = opened(f"sqlite:///{tmp_path / 'corpus.db'}")
    yield store
    store.close()


def extension(store: CorpusStore, settings: dict[str, str] | None = None, **changes: Any) -> Missed:
    crawler = get_crawler(settings_dict=settings)
    crawler.spider = SimpleNamespace(start_urls_of_user=("http://www.a.cn/",))  # type: ignore[assignment]
    ledger = SimpleNamespace(
        topic="party", run_id=store.start_run("party", {}), store=store, on_close=lambda callback: None
    )
    session: Any = SimpleNamespace(
        ledger=ledger, is_guest=False, fresh=False, sightings=Sightings(), twins=UrlTwins()
    )
    vars(session).update(changes)
    return Missed(crawler, session)


def find(one: Missed, parent: str) -> None:
    sightings, key = one.session.sightings, url_key(URL)
    sightings.see(key, URL, LinkContext(anchor="支部开展主题党日", parent_url=parent))
    sightings.rate(key, Priority(0.5, {"anchor": 0.5}))


def counted(one: Missed) -> list[int]:
    return one.session.sightings.table()["seen"].tolist()


def test_counts_survive_a_crawl_that_is_killed(store: CorpusStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missed, "_EVERY", 2)

    async def crawl(first: Missed) -> None:
        for number in range(2):
            find(first, f"http://www.a.cn/{number}")
            first.page_finished()
        assert first._task is not None
        await first._task

    asyncio.run(crawl(extension(store)))
    then = extension(store)
    then.spider_opened()
    find(then, "http://www.a.cn/2")
    assert counted(then) == [3]
    fresh = extension(store, fresh=True)
    fresh.spider_opened()
    assert counted(fresh) == []


def test_the_end_stores_counts_and_figures(store: CorpusStore) -> None:
    one = extension(store)
    find(one, "http://www.a.cn/")
    one.estimate()
    assert store.read_runs("party")[-1]["stats"] == {
        "topiccrawl/missed/pages": 0,
        "topiccrawl/missed/once": 1,
        "topiccrawl/missed/twice": 0,
    }


@pytest.mark.parametrize("changes", [{"is_guest": True}, {"settings": {"TOPICCRAWL_REDIS_URL": "redis://a"}}])
def test_crawls_of_many_workers_and_of_other_spiders_are_not_counted(
    store: CorpusStore, changes: dict[str, Any]
) -> None:
    with pytest.raises(NotConfigured):
        extension(store, **changes)
