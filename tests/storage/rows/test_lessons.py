"""The pages that were fetched last, from which a strategy learns at the start."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import DropRecord, PageRecord
from topiccrawl.storage.rows.lessons import read_fetched

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def page(number: int, seconds: int, parent: str | None = "http://a.test/", topic: str = "党建") -> PageRecord:
    return PageRecord(
        topic=topic,
        url=f"http://a.test/{number}.html",
        run_id=1,
        fetched_at=NOW + timedelta(seconds=seconds),
        relevance=0.7,
        priority_parts={"description": 0.25, "anchor": 0.5},
        anchor="党课",
        parent_url=parent,
    )


def drop(
    stage: str, seconds: int, score: float | None = None, parent: str | None = "http://a.test/"
) -> DropRecord:
    return DropRecord(
        topic="党建",
        url=f"http://a.test/{stage}.html",
        stage=stage,
        reason="off_topic",
        run_id=1,
        dropped_at=NOW + timedelta(seconds=seconds),
        score=score,
        parent_url=parent,
        score_parts={"description": 0.125},
    )


def test_kept_and_dropped_pages_come_in_the_order_of_fetching(store: CorpusStore) -> None:
    store.write(
        [page(1, 1), page(2, 4)], [drop("verdict", 2, 0.3), drop("gate", 3, 0.05), drop("download", 5)]
    )
    fetched = store.read(read_fetched, "党建", 10)
    assert [(link.url, link.relevance) for link in fetched] == [
        ("http://a.test/1.html", 0.7),
        ("http://a.test/verdict.html", 0.3),
        ("http://a.test/gate.html", None),
        ("http://a.test/2.html", 0.7),
        ("http://a.test/download.html", None),
    ]
    assert [link.description for link in fetched] == [0.25, 0.125, 0.125, 0.25, 0.125]
    assert (fetched[0].anchor, fetched[0].parent_url) == ("党课", "http://a.test/")
    assert fetched[1].anchor == ""


def test_links_that_were_not_fetched_and_seeds_are_left_out(store: CorpusStore) -> None:
    store.write([page(1, 1, parent=None)], [drop("frontier", 2, 0.1), drop("verdict", 3, 0.1, parent=None)])
    assert store.read(read_fetched, "党建", 10) == []


def test_other_topics_are_left_out(store: CorpusStore) -> None:
    store.write([page(1, 1, topic="侨情")], [])
    assert store.read(read_fetched, "党建", 10) == []


def test_the_last_ones_count(store: CorpusStore) -> None:
    store.write([page(number, number) for number in range(9)], [drop("verdict", 100, 0.2)])
    assert [link.url for link in store.read(read_fetched, "党建", 3)] == [
        "http://a.test/7.html",
        "http://a.test/8.html",
        "http://a.test/verdict.html",
    ]
