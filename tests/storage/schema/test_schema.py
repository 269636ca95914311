from __future__ import annotations

import importlib.util
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import exc, insert, select

from topiccrawl.storage import schema
from topiccrawl.storage.rows.pages import page_rows, write_pages
from topiccrawl.storage.rows.row import url_hash

DOCS = Path(__file__).parents[3] / "docs"
LONG = "𠮷野家😀👨‍👩‍👧" * 20_000
PAPER_C = "title title_link keywords keyword_links publishing_site reposting_sites author summary comments attention"


@pytest.fixture
def connection(engine):
    with engine.connect() as connection:
        yield connection


@pytest.fixture
def one_page(connection, page):
    """The number of a stored page."""
    write_pages(connection, [page_rows(page(1))])
    number = connection.scalar(select(schema.pages.c.id))
    connection.commit()
    return number


def put(connection, table, **values):
    connection.execute(insert(table).values(values))
    connection.commit()


def refused(connection, table, **values):
    with pytest.raises(exc.DBAPIError) as caught:
        connection.execute(insert(table).values(values))
    connection.rollback()
    return isinstance(caught.value, (exc.IntegrityError, exc.OperationalError))


def test_propagation_has_the_ten_columns_of_the_paper_and_all_may_be_null(connection, one_page):
    assert set(schema.propagation.c.keys()) == {"page_id", *PAPER_C.split()}
    put(connection, schema.propagation, page_id=one_page)
    assert refused(connection, schema.propagation, page_id=one_page)
    assert refused(connection, schema.propagation, page_id=one_page + 1)
    (row,) = connection.execute(select(schema.propagation)).all()
    assert tuple(row) == (one_page, *[None] * 10)


def test_propagation_keeps_long_text_of_all_planes(connection, one_page):
    texts = {name: LONG for name in PAPER_C.split() if name != "attention"}
    put(connection, schema.propagation, page_id=one_page, attention=2**40, **texts)
    (row,) = connection.execute(select(schema.propagation)).mappings().all()
    assert dict(row) == {"page_id": one_page, "attention": 2**40, **texts}


def test_events_and_their_pages(connection, one_page):
    events = schema.events
    put(connection, events, topic="侨务", name="开馆😀", time="2024-05", place="𠮷林", people='["张三"]')
    put(connection, events, topic="侨务", name="开馆😀")
    numbers = list(connection.scalars(select(events.c.id).order_by(events.c.id)))
    assert numbers == [1, 2]
    assert refused(connection, events, topic="侨务")
    connection.rollback()
    put(connection, schema.event_pages, event_id=1, page_id=one_page)
    put(connection, schema.event_pages, event_id=2, page_id=one_page)
    assert refused(connection, schema.event_pages, event_id=1, page_id=one_page)
    assert refused(connection, schema.event_pages, event_id=3, page_id=one_page)
    assert refused(connection, schema.event_pages, event_id=1, page_id=one_page + 1)
    connection.execute(events.delete().where(events.c.id == 1))
    connection.execute(schema.pages.delete())
    assert connection.execute(select(schema.event_pages)).all() == []


@pytest.mark.parametrize("name", ["pages", "drops", "hosts", "links", "title_terms"])
def test_names_are_told_apart_to_the_last_bit(connection, one_page, name):
    """What a table takes for a key, it takes in upper and lower case, and in characters that look alike."""
    table = schema.metadata.tables[name]
    spellings = ["a", "A", "á", "ａ", "吉", "𠮷", "😀", "😁"]
    column = (
        "name" if name == "hosts" else "key" if name == "links" else "term" if "term" in name else "topic"
    )
    if name == "hosts":
        spellings = ["a", "b"]  # hosts are ASCII
    rows = [row_of(table, one_page) | {column: value} for value in spellings]
    if name == "links":
        rows = [row | {"key": str(row["key"]).encode()} for row in rows]
    for row in rows:
        put(connection, table, **row)
    for row in rows:
        assert refused(connection, table, **row)
    found = set(connection.scalars(select(table.c[column])))
    assert found >= {row[column] for row in rows}


def row_of(table, page_id):
    """The least that a table takes."""
    values = {"page_id": page_id, "url_hash": url_hash("a"), "topic": "样例", "term": "党"}
    row = {}
    for column in table.columns:
        if column.name in values:
            row[column.name] = values[column.name]
        elif not column.nullable and column.server_default is None and column.name != "id":
            row[column.name] = _least(column)
    return row


def _least(column):
    if isinstance(column.type, schema.column_types.UtcDateTime):
        return datetime.now(UTC)
    kind = column.type.python_type
    return kind(1) if kind in (bool, int, float) else b"1" if kind is bytes else "1"


def test_what_must_not_be_null_is_not(connection, one_page):
    """One database for all tables: nothing is written, and creating one takes longer than the test."""
    for table in schema.metadata.sorted_tables:
        whole = row_of(table, one_page)
        for name in whole:
            if [column.name for column in table.primary_key] == [name]:
                continue  # a number that SQLite would give
            assert refused(connection, table, **whole | {name: None}), f"{table.name}.{name}"


@pytest.mark.parametrize("table", schema.metadata.sorted_tables, ids=lambda table: table.name)
def test_every_table_and_column_says_what_it_is(table):
    assert [column.name for column in table.columns if not (column.doc or column.comment)] == []


def test_the_docs_show_the_tables_as_they_are():
    spec = importlib.util.spec_from_file_location("make_schema", DOCS / "make_schema.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    page = (DOCS / "database.md").read_text(encoding="utf-8")
    assert page.endswith(made.document()), "run python docs/make_schema.py"
    for table in schema.metadata.sorted_tables:
        assert f"### `{table.name}`" in page
