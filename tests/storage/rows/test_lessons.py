"""The pages that were fetched last, from which a strategy learns at the start."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, event

from topiccrawl.corpus.labels import write_labels
from topiccrawl.crawl.lessons import lessons_of
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import DropRecord, PageRecord, RevisitRecord
from topiccrawl.storage.rows.lessons import Position, read_fetched, read_new

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
    store.write([page(1, 1), page(2, 4), drop("verdict", 2, 0.3), drop("gate", 3, 0.05), drop("download", 5)])
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
    store.write([page(1, 1, parent=None), drop("frontier", 2, 0.1), drop("verdict", 3, 0.1, parent=None)])
    assert store.read(read_fetched, "党建", 10) == []


def test_a_start_does_not_look_through_many_imported_pages(store: CorpusStore) -> None:
    store.write([page(0, 0), *(page(number, 1, parent=None) for number in range(1, 10))])
    assert [link.url for link in store.read(read_fetched, "党建", 1)] == ["http://a.test/0.html"]
    store.write([page(10, 2, parent=None)])
    assert store.read(read_fetched, "党建", 1) == []


def test_other_topics_are_left_out(store: CorpusStore) -> None:
    store.write([page(1, 1, topic="侨情")])
    assert store.read(read_fetched, "党建", 10) == []


def visit(
    url: str, seconds: int, why: str = '{"anchor":"更多党建","parent_url":"http://a.test/"}'
) -> RevisitRecord:
    at = NOW + timedelta(seconds=seconds)
    return RevisitRecord(
        topic="党建",
        url=url,
        kind="list",
        why=why,
        etag="",
        last_modified="",
        visited_at=at,
        changes=0,
        days=0.0,
    )


def test_lists_are_among_them_unless_they_were_judged(store: CorpusStore) -> None:
    lists = [visit("http://a.test/list.html", 2), visit("http://a.test/3.html", 9)]
    store.write([page(1, 1), page(3, 3), *lists])
    fetched = store.read(read_fetched, "党建", 10)
    assert [(link.url.rpartition("/")[2], link.relevance) for link in fetched] == [
        ("1.html", 0.7),
        ("list.html", None),
        ("3.html", 0.7),
    ]
    (lesson,) = lessons_of(fetched[1:2])
    assert (lesson.context.anchor, lesson.relevance) == ("更多党建", None)
    seed = replace(fetched[1], why='{"seed":true}')
    assert lessons_of([seed]) == []


def test_a_start_does_not_sort_all_lists(store: CorpusStore) -> None:
    """Of a million pages that took five seconds."""

    def plan(connection: Connection) -> str:
        if connection.dialect.name != "sqlite":
            pytest.skip("plans are those of SQLite")
        statements: list[str] = []
        event.listen(connection, "before_cursor_execute", lambda *given: statements.append(given[2]))
        read_fetched(connection, "党建", 3)
        (lists,) = (statement for statement in statements if "FROM revisits" in statement)
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {lists}", (1,) * lists.count("?"))
        return "; ".join(str(row[-1]) for row in rows)

    store.write([visit("http://a.test/list.html", 2)])
    found = store.read(plan)
    assert "revisits_visited" in found
    assert "ORDER BY" not in found


def test_the_last_ones_count(store: CorpusStore) -> None:
    store.write([*[page(number, number) for number in range(9)], drop("verdict", 100, 0.2)])
    assert [link.url for link in store.read(read_fetched, "党建", 3)] == [
        "http://a.test/7.html",
        "http://a.test/8.html",
        "http://a.test/verdict.html",
    ]


def new(
    store: CorpusStore, after: Position, most: int = 500, pages: bool = True
) -> tuple[list[str], Position]:
    found, position = store.read(read_new, "党建", 1, after, most, pages=pages)
    return [link.url.rpartition("/")[2] for link in found], position


def test_new_rows_of_other_runs_are_read_once_the_own_ones_never(store: CorpusStore) -> None:
    store.write([page(1, 1), replace(page(2, 4), run_id=2), replace(drop("verdict", 2, 0.3), run_id=3)])
    first, position = new(store, Position())
    assert first == ["verdict.html", "2.html"]
    store.write([replace(page(3, 5), run_id=2)])
    again, position = new(store, position)
    assert "3.html" in again  # rows before it come again, as another transaction may have ended later
    store.write([replace(page(number, 6), run_id=2) for number in range(10, 300)])
    _, position = new(store, position)
    store.write([replace(page(999, 7), run_id=2)])
    last, _ = new(store, position)
    assert last[-1] == "999.html"
    assert "2.html" not in last


def test_many_new_rows_are_read_in_parts(store: CorpusStore) -> None:
    store.write([replace(page(number, number), run_id=2) for number in range(700)])
    position, seen = Position(), set()
    for _ in range(6):
        some, position = new(store, position, most=300)
        assert len(some) <= 300
        seen |= set(some)
    assert len(seen) == 700


def test_links_that_were_not_fetched_do_not_hold_the_position_back(store: CorpusStore) -> None:
    frontier = [replace(drop("frontier", 1, 0.1), url=f"http://a.test/f{n}", run_id=2) for n in range(400)]
    store.write([*frontier, replace(drop("verdict", 2, 0.3), run_id=2)])
    assert new(store, Position(), most=10)[0] == ["verdict.html"]


def test_grades_are_read_once_with_the_link_that_led_to_the_page(
    store: CorpusStore, database_url: str
) -> None:
    store.write([page(1, 1)])
    url = "http://a.test/1.html"
    assert write_labels(database_url, "党建", {url: 0, "http://b.test/": 2}) == 2
    found, position = store.read(read_new, "党建", 1, Position(), 10, pages=False)
    assert [(link.url, link.grade, link.anchor) for link in found] == [
        (url, 0, "党课"),
        ("http://b.test/", 2, ""),
    ]
    assert store.read(read_new, "党建", 1, position, 10, pages=False) == ([], position)
    assert write_labels(database_url, "党建", {url: 2, "http://b.test/": 2}) == 1
    (changed,), _ = store.read(read_new, "党建", 1, position, 10, pages=False)
    assert changed.grade == 2
