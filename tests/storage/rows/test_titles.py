from __future__ import annotations

import math
import random
import threading
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from servers.corpora import opened
from sqlalchemy import select, text

from topiccrawl.errors import DatabaseAwayError
from topiccrawl.storage import schema
from topiccrawl.storage.database import connect, parse_url
from topiccrawl.storage.rows.pages import page_rows, write_pages
from topiccrawl.storage.rows.titles import storable_words

WORDS = ["党", "党员", "𠮷", "😀", "A", "a", "会议", "é", "e"]
titles = st.dictionaries(st.sampled_from(WORDS), st.integers(1, 3), max_size=4)


def with_words(record, words):
    return replace(page_rows(record), words=words)


def weights(engine):
    """The sums over the words of the titles."""
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT * FROM term_weights")).mappings()
        return {(row["topic"], row["term"]): (row["document_frequency"], row["total"]) for row in rows}


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(batches=st.lists(st.lists(st.tuples(st.integers(1, 4), titles), max_size=5), max_size=5))
def test_sums_stay_those_of_the_titles_however_often_pages_are_written(engine, page, batches):
    with engine.begin() as connection:
        for table in (schema.title_terms, schema.pages):
            connection.execute(table.delete())
    latest = {}
    for batch in batches:
        rows = [with_words(page(number), title) for number, title in batch]
        latest |= dict(batch)
        for _ in range(2):  # the second time changes nothing
            with engine.begin() as connection:
                write_pages(connection, rows)
            expected = Counter(word for title in latest.values() for word in title)
            totals = sum((Counter(title) for title in latest.values()), Counter())
            assert weights(engine) == {("样例", word): (expected[word], totals[word]) for word in expected}


def test_workers_that_write_the_same_pages_at_once(database_url, page):
    # Pages that change their titles, written by four workers in any order: the worst that can happen.
    generator = random.Random(7)
    store = opened(database_url)
    plans = [
        [
            [
                page(number, title=" ".join(generator.sample(("党员", "会议", "足球", "abc", "天气"), 3)))
                for number in generator.sample(range(30), 10)
            ]
            for _ in range(15)
        ]
        for _ in range(4)
    ]
    failed = []

    def work(plan):
        for batch in plan:
            for _ in range(200):
                try:
                    store.write(batch)
                    break
                except DatabaseAwayError:  # a deadlock; BatchWriter tries again as well
                    continue
            else:
                failed.append(batch)

    threads = [threading.Thread(target=work, args=(plan,)) for plan in plans]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store.close()
    assert failed == []
    engine = connect(parse_url(database_url), timeout=10.0, create=False)
    assert sum(pages for pages, _ in weights(engine).values()) == 30 * 3
    engine.dispose()


def test_words_that_a_database_does_not_tell_apart_are_one_and_too_long_ones_none():
    assert storable_words({"党 ": 1, "党": 1, " ": 1, "字" * 64: 1, "字" * 65: 1}) == {"党": 2, "字" * 64: 1}


def test_the_view_of_tf_idf_equals_a_recount(engine, page):
    titles = [{"党员": 2, "会议": 1}, {"党员": 1, "𠮷": 1}, {"会议": 3}, {}]
    with engine.begin() as connection:
        rows = [with_words(page(n), title) for n, title in enumerate(titles)]
        write_pages(connection, [*rows, with_words(page(9, topic="足球"), {"党员": 1})])
    with engine.connect() as connection:
        found = connection.execute(text("SELECT * FROM title_tf_idf WHERE topic = '样例'")).mappings().all()
        ids = dict(connection.execute(select(schema.pages.c.id, schema.pages.c.url)).all())
    assert len(found) == 5
    for row in found:
        title = titles[int(ids[row["page_id"]].rpartition("/")[2])]
        with_term = [one[row["term"]] for one in titles if row["term"] in one]
        idf_ = math.log(len(titles) / len(with_term))
        assert (row["document_frequency"], row["total"]) == (len(with_term), sum(with_term))
        assert row["idf"] == pytest.approx(idf_)
        assert row["tf_idf"] == pytest.approx(title[row["term"]] * idf_)
