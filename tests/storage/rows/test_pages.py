from __future__ import annotations

from dataclasses import replace

from sqlalchemy import event, select

from topiccrawl.storage import schema
from topiccrawl.storage.rows.pages import page_rows, pages_query, write_pages
from topiccrawl.storage.rows.row import url_hash


def write(engine, *records):
    with engine.begin() as connection:
        write_pages(connection, [page_rows(record) for record in records])


def read(engine, query):
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(query)]


def test_a_mark_follows_the_latest_record(engine, page):
    marked = page(2, duplicate_of="http://127.0.0.1/1", duplicate_kind="title", duplicate_similarity=0.9)
    duplicates = schema.duplicates.c
    query = select(duplicates.original_url, duplicates.original_hash, duplicates.kind, duplicates.similarity)
    expected = ("http://127.0.0.1/1", url_hash("http://127.0.0.1/1"), "title", 0.9)
    write(engine, page(1), marked)
    assert read(engine, query) == [expected]
    write(engine, marked, page(1))
    assert read(engine, query) == [expected]
    write(engine, replace(marked, duplicate_kind="body", duplicate_similarity=None), page(3))
    assert read(engine, query) == [(*expected[:2], "body", None)]
    write(engine, page(1), page(2))
    assert read(engine, query) == []
    write(engine, page(2), marked)
    assert read(engine, query) == [expected]
    write(engine, marked, page(2))
    assert read(engine, query) == []


def test_the_source_follows_the_latest_record(engine, page):
    write(engine, page(1, raw_html=b"a", raw_text="甲"), page(2, raw_html=b"b", raw_text="乙"))
    write(engine, page(1, raw_text="丙𠮷"))
    query = pages_query("样例", ("raw_text", "raw_html")).order_by(schema.pages.c.id)
    found = read(engine, query)
    assert [text for text, _ in found] == ["丙𠮷", "乙"]
    assert found[0][1] is None
    assert found[1][1] is not None


def test_the_same_address_in_two_topics_is_two_pages_in_one_batch(engine, page):
    write(
        engine,
        *(page(1, topic=topic, raw_text=topic, duplicate_of=f"http://127.0.0.1/{topic}") for topic in "甲乙"),
    )
    for topic in "甲乙":
        query = pages_query(topic, ("raw_text", "duplicate_of"))
        assert read(engine, query) == [(topic, f"http://127.0.0.1/{topic}")]


def test_more_pages_than_one_query_asks_for(engine, page):
    records = [
        page(n, raw_text=f"原文{n}", duplicate_of="http://127.0.0.1/0" if n else None) for n in range(1100)
    ]
    write(engine, *records)
    write(engine, *[replace(record, duplicate_of=None) for record in records[:1050]])
    query = pages_query("样例", ("raw_text",)).order_by(schema.pages.c.id)
    assert [text for (text,) in read(engine, query)] == [f"原文{n}" for n in range(1100)]
    assert len(read(engine, select(schema.duplicates))) == 50
    originals = pages_query("样例", ("id",), originals_only=True)
    assert len(read(engine, originals)) == 1050


def test_deleting_a_page_deletes_what_belongs_to_it(engine, page):
    write(engine, page(1), page(2, duplicate_of="http://127.0.0.1/1"))
    with engine.begin() as connection:
        connection.execute(schema.pages.delete())
    assert read(engine, select(schema.sources)) == read(engine, select(schema.duplicates)) == []


def test_rows_in_numbers_of_statements(engine, page):
    """Many new pages are a handful of statements, not some for each page."""
    seen = []
    event.listen(engine, "before_cursor_execute", lambda *arguments: seen.append(arguments[2]))
    write(engine, *[page(n, raw_text="文") for n in range(100)])
    assert len(seen) <= 15
