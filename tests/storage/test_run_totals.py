from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from servers.corpora import opened

from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.run_totals import CrawlTotals, crawl_totals, pages_kept


def _page(number: int, run: int, at: datetime, original: str | None = None) -> PageRecord:
    url = f"http://党建.cn/{number}"
    return PageRecord(topic="党建", url=url, run_id=run, fetched_at=at, duplicate_of=original)


def test_totals_of_a_crawl_with_starts_that_were_cut_short(database_url: str) -> None:
    store = opened(database_url)
    first = store.start_run("党建", {})
    before = datetime.now(UTC) - timedelta(hours=1)
    store.write([_page(0, first, before), _page(1, first, before, "http://党建.cn/0")])
    store.finish_run(first, "finished", {})
    assert crawl_totals(store, "党建", first) == CrawlTotals(1)

    for _ in range(2):
        cut = store.start_run("党建", {})
    later = datetime.now(UTC) + timedelta(seconds=5)
    store.write([_page(2, cut, later), _page(3, cut, later, "http://党建.cn/0")])
    store.start_run("足球", {})
    last = store.start_run("党建", {})
    store.write([_page(4, last, later)])
    assert crawl_totals(store, "党建", last) == CrawlTotals(3, cut_short=2, kept_since=2, is_first=False)
    assert pages_kept(store, "足球") == 0
    more = _page(3, last, later, "http://党建.cn/0"), _page(5, last, later)
    store.write([replace(page, set_aside="undecided") for page in more])
    # A copy that is set aside is left out as a copy.
    assert crawl_totals(store, "党建", last) == CrawlTotals(
        4, cut_short=2, kept_since=3, set_aside=1, is_first=False
    )
    store.close()
