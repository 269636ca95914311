"""The idf of a topic's own titles."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

import pytest
from dedup.made_stories import stories

from topiccrawl.dedup.rule import DedupRule
from topiccrawl.storage.pages import sketch_catch_up
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp

TOPIC, RULE = "样例", DedupRule()
LATER = datetime.now(UTC) + timedelta(hours=1)
TERMS = "SELECT term, document_frequency, idf FROM term_weights WHERE topic = '样例'"
VECTORS = "SELECT page_id, title_words FROM sketches ORDER BY page_id"


@pytest.fixture
def start(store, monkeypatch):
    """Starts a crawl."""
    monkeypatch.setattr(sketch_catch_up, "LEAST_TITLES", 8)
    monkeypatch.setattr(sketch_catch_up, "PAGES_AT_ONCE", 5)

    def begin(now=LATER):
        catch_up = SketchCatchUp(store, TOPIC, RULE)
        progress = catch_up.choose_idf(now)
        while not progress.complete:
            progress = SketchCatchUp(store, TOPIC, RULE).step()  # as if killed after each step
        return progress.titles

    return begin


def fill(store, page, first, last, now=None):
    told = list(stories(40, seed=5))
    values = {"fetched_at": now} if now else {}
    records = [
        page(n, title=told[n].title, text=told[n].body, dedup=RULE, **values) for n in range(first, last)
    ]
    store.write(records)


def test_it_is_counted_when_there_are_enough_titles_and_again_when_they_have_doubled(
    store, page, start, database_url, query
):
    assert start() == 0
    general = dict(query(database_url, VECTORS))
    seen = []
    for last in (7, 8, 15, 16, 20):
        fill(store, page, seen[-1][0] if seen else 0, last)
        seen.append((last, start()))
    assert seen == [(7, 0), (8, 8), (15, 8), (16, 16), (20, 16)]
    assert general != dict(query(database_url, VECTORS))


def test_it_follows_from_the_term_table_and_later_words_count_as_rare(
    store, page, start, database_url, query
):
    start()
    fill(store, page, 0, 10)
    assert start() == 10
    before = query(database_url, TERMS)
    assert all(idf == pytest.approx(math.log(1 + 10 / count)) for _, count, idf in before)
    fill(store, page, 10, 15)
    after = {term: idf for term, _, idf in query(database_url, TERMS)}
    assert after.items() >= {(term, idf) for term, _, idf in before}
    new = after.keys() - {term for term, _, _ in before}
    assert {round(after[term], 9) for term in new} == {round(math.log(11), 9)}
    # New pages have the vectors that they get when all sketches are made again.
    vectors = query(database_url, VECTORS)
    for table in ("sketches", "sketch_hashes"):
        store.transact(lambda one, name=table: one.exec_driver_sql(f"DELETE FROM {name}"))
    store.transact(lambda one: one.exec_driver_sql("UPDATE sketch_progress SET last_page = 0, complete = 0"))
    assert start() == 10
    assert query(database_url, VECTORS) == vectors


def test_nothing_changes_while_other_workers_crawl(store, page, start):
    start()
    fill(store, page, 0, 12, now=datetime.now(UTC))
    assert start(now=datetime.now(UTC)) == 0
    assert start() == 12


def test_similar_titles_are_those_by_the_own_idf(store, page, start):
    """A word that all titles of the topic have counts for little in them."""
    start()
    titles = [f"江边市党员大会{name}" for name in "甲乙丙丁戊己庚辛壬癸"]
    records = [page(n, title=title, text="", dedup=RULE) for n, title in enumerate(titles)]
    general = store.write(records)
    assert sum(one.repeat is not None for one in general.values()) > 0
    assert start() == 10
    again = [page(20 + n, title=title, text="", dedup=RULE) for n, title in enumerate(titles)]
    found = store.write(again)
    assert {one.repeat.match.similarity for one in found.values() if one.repeat} == {1.0}
