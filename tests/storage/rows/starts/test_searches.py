from __future__ import annotations

from datetime import UTC, datetime, timedelta

from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import RevisitRecord
from topiccrawl.storage.rows.starts.revisits import read_revisits
from topiccrawl.storage.rows.starts.searches import (
    StoredResult,
    claim_query,
    mark_kept,
    read_queries,
    read_results,
    release_query,
    write_results,
)

NOW = datetime(2024, 5, 1, tzinfo=UTC)


def claim(store: CorpusStore, now: datetime = NOW, text: str = "党建 site:a.cn") -> int | None:
    return store.transact(lambda link: claim_query(link, "t", "searxng", text, ("党建",), "a.cn", now))


def test_a_query_is_claimed_once_and_again_when_it_got_no_answer(store: CorpusStore) -> None:
    number = claim(store)
    assert claim(store) is None
    store.transact(lambda link: release_query(link, number))
    again = claim(store)
    assert again is not None
    assert claim(store, NOW + timedelta(hours=1)) is not None  # its worker has died


def test_results_are_read_with_their_provenance_and_counted(store: CorpusStore) -> None:
    number = claim(store)
    results = [
        StoredResult(f"http://a.cn/{rank}", "党建 site:a.cn", "baidu", rank, "题", "文", rank > 1)
        for rank in (1, 2, 3)
    ]
    store.transact(lambda link: write_results(link, "t", number, results))
    store.transact(lambda link: mark_kept(link, "t", ["http://a.cn/1", "http://a.cn/2"]))
    (query,) = store.read(read_queries, "t")
    assert (query.text, query.words, query.site) == ("党建 site:a.cn", ("党建",), "a.cn")
    assert (query.results, query.new, query.kept) == (3, 2, 1)
    assert store.read(read_results, "t", 10) == results
    assert claim(store, NOW + timedelta(days=9)) is None
    assert store.read(read_queries, "other") == []


def test_changes_and_days_of_visits_add_up(store: CorpusStore) -> None:
    texts = dict.fromkeys(("why", "etag", "last_modified"), "")
    visits = [
        RevisitRecord(
            topic="t", url="http://a.cn/", kind="list", visited_at=NOW, changes=n % 2, days=1.5, **texts
        )
        for n in range(3)
    ]
    for visit in visits:
        store.write([visit])
    (found,) = store.read(read_revisits, "t")
    assert (found.changes, found.days, found.visited_at) == (1, 4.5, NOW)
