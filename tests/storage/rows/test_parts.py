"""Parts of articles over several pages: stored as fetched, and marked where they are pages, too."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from topiccrawl.storage import schema
from topiccrawl.storage.records import PartRecord
from topiccrawl.storage.rows.pages import page_rows, write_pages
from topiccrawl.storage.rows.parts import PART, read_parts

BODY = "<p>清河镇党支部整修水渠，第二部分。</p>".encode("gb18030")


def part(number):
    return PartRecord(
        f"http://127.0.0.1/{number}", datetime(2026, 1, 5, 8, number, tzinfo=UTC), 200, {"ETag": '"甲"'}, BODY
    )


def write(engine, *records):
    with engine.begin() as connection:
        return write_pages(connection, [page_rows(record) for record in records]).pages


def marks(engine):
    duplicates, pages = schema.duplicates.c, schema.pages.c
    query = select(pages.url, duplicates.original_url, duplicates.kind)
    query = query.join_from(schema.duplicates, schema.pages, pages.id == duplicates.page_id)
    with engine.connect() as connection:
        return {url: (original, kind) for url, original, kind in connection.execute(query)}


def stored_parts(engine, number):
    with engine.connect() as connection:
        return read_parts(connection, number)


def test_parts_come_back_in_order_and_follow_the_latest_record(engine, page):
    (number,) = write(engine, replace(page(1), parts=(part(2), part(3)), partial=False))
    assert stored_parts(engine, number) == (part(2), part(3))
    write(engine, replace(page(1), parts=(part(3),), partial=True))
    assert stored_parts(engine, number) == (part(3),)
    write(engine, page(1))
    assert stored_parts(engine, number) == ()


@pytest.mark.parametrize("part_first", [True, False])
def test_a_page_that_is_a_part_is_marked_whichever_comes_first(engine, page, part_first):
    article = replace(page(1), parts=(part(2),), partial=False)
    for record in (page(2), article) if part_first else (article, page(2)):
        write(engine, record)
    assert marks(engine) == {"http://127.0.0.1/2": ("http://127.0.0.1/1", PART)}
    write(engine, page(2))  # fetched again, after a crash
    assert marks(engine) == {"http://127.0.0.1/2": ("http://127.0.0.1/1", PART)}


def test_both_in_one_transaction(engine, page):
    write(engine, page(2), replace(page(1), parts=(part(2),), partial=False), page(3))
    assert marks(engine) == {"http://127.0.0.1/2": ("http://127.0.0.1/1", PART)}


def test_a_part_is_found_as_no_original_any_more(engine, page):
    (number,) = write(engine, page(2, title="清河镇党支部整修水渠", text="党员们整修水渠。" * 40))
    roles = select(schema.sketches.c.roles).where(schema.sketches.c.page_id == number)
    with engine.connect() as connection:
        assert connection.scalar(roles)
    write(engine, replace(page(1), parts=(part(2),), partial=False))
    with engine.connect() as connection:
        assert connection.scalar(roles) == 0


def test_parts_of_another_topic_mark_nothing(engine, page):
    write(engine, replace(page(1), topic="football", parts=(part(2),), partial=False), page(2))
    assert marks(engine) == {}


def test_parts_go_with_their_page(engine, page):
    (number,) = write(engine, replace(page(1), parts=(part(2),), partial=False))
    with engine.begin() as connection:
        connection.execute(schema.pages.delete().where(schema.pages.c.id == number))
    assert stored_parts(engine, number) == ()
