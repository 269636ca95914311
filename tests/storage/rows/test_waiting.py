"""Rows of pages whose verdict waits, on both kinds of database."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from servers.corpora import opened

from topiccrawl.errors import RowRefusedError
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import SettledRecord, WaitingChildRecord, WaitingRecord
from topiccrawl.storage.rows.waiting import read_waiting, read_waiting_page

TOPIC, PAGE = "样例", "http://a.test/党建.html"
CANONICAL = "http://a.test/%E5%85%9A%E5%BB%BA.html"


def waiting(url: str = PAGE, **values: Any) -> WaitingRecord:
    own = {
        "run_id": 1,
        "fetched_at": datetime(2024, 2, 29, 23, 59, 59, 123456, UTC),
        "status": 203,
        "headers": {"Content-Type": "text/html"},
        "raw_html": "<p>正文</p>".encode("gbk"),
        "why": '{"anchor": "党建要闻"}',
        "similarity": 0.125,
        "expected": 4,
        "weak_before": 1,
        "links": {"http://a.test/1.html": 0.5, "http://a.test/2.html": 0.0},
    }
    return WaitingRecord(topic=TOPIC, url=url, **own | values)


def child(number: int, similarity: float = 0.5, page: str = CANONICAL) -> WaitingChildRecord:
    return WaitingChildRecord(
        topic=TOPIC, page_url=page, url=f"http://a.test/{number}.html", similarity=similarity
    )


def write(store: CorpusStore, *records: Any) -> None:
    store.write(records)


def test_a_waiting_page_comes_back_as_it_was(store: CorpusStore) -> None:
    write(store, waiting())
    assert store.read(read_waiting_page, TOPIC, PAGE) == waiting()
    assert store.read(read_waiting_page, "其他", PAGE) is None
    assert store.read(read_waiting_page, TOPIC, "http://a.test/other.html") is None


def test_pages_and_children_are_listed_in_order_and_only_the_new_ones(store: CorpusStore) -> None:
    write(store, waiting(), child(1))
    first = store.read(read_waiting, TOPIC, 0, 0)
    assert first.pages == (replace(waiting(), raw_html=b""),)
    assert first.children == (child(1),)
    other = waiting("http://b.test/1.html")
    write(store, other, child(2), child(3))
    second = store.read(read_waiting, TOPIC, first.last_page, first.last_child)
    assert second.pages == (replace(other, raw_html=b""),)
    assert second.children == (child(2), child(3))
    third = store.read(read_waiting, TOPIC, second.last_page, second.last_child)
    assert (third.pages, third.children) == ((), ())
    assert (third.last_page, third.last_child) == (second.last_page, second.last_child)


def test_writing_again_replaces(store: CorpusStore) -> None:
    write(store, waiting(), child(1))
    write(store, waiting(expected=9, raw_html=b"x"), child(1, 0.75))
    found = store.read(read_waiting, TOPIC, 0, 0)
    assert [page.expected for page in found.pages] == [9]
    assert found.children == (child(1, 0.75),)
    again = store.read(read_waiting_page, TOPIC, PAGE)
    assert again is not None and again.raw_html == b"x"


def test_a_settled_page_leaves_nothing_and_others_stay(store: CorpusStore) -> None:
    other = waiting("http://b.test/1.html")
    write(store, waiting(), child(1), other, child(1, page=other.url))
    write(store, SettledRecord(topic=TOPIC, url=PAGE, canonical_url=CANONICAL))
    found = store.read(read_waiting, TOPIC, 0, 0)
    assert [page.url for page in found.pages] == [other.url]
    assert [one.page_url for one in found.children] == [other.url]
    write(store, SettledRecord(topic=TOPIC, url="http://unknown.test/", canonical_url="http://unknown.test/"))


def test_all_pages_of_a_topic_are_deleted(store: CorpusStore) -> None:
    elsewhere = replace(waiting(), topic="其他")
    write(store, waiting(), child(1), elsewhere)
    store.delete_waiting(TOPIC)
    assert store.read(read_waiting, TOPIC, 0, 0).pages == store.read(read_waiting, TOPIC, 0, 0).children == ()
    assert store.read(read_waiting_page, "其他", PAGE) == elsewhere


def test_a_page_that_no_column_takes_is_refused(store: CorpusStore) -> None:
    with pytest.raises((RowRefusedError, ValueError)):
        write(store, waiting(similarity=float("nan")))


def test_a_page_too_large_for_the_server_is_refused(mariadb_url: str) -> None:
    store = opened(mariadb_url)
    try:
        store._largest = 10_000
        with pytest.raises(RowRefusedError, match="max_allowed_packet"):
            write(store, waiting(why="x" * 20_000))
        write(store, waiting())
    finally:
        store.close()
