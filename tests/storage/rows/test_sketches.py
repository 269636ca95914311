"""What pages are compared by stands in the database with each page, and is made once for older ones."""

from __future__ import annotations

import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from dedup.made_stories import stories
from forks import ForkedPython
from servers.corpora import opened

from topiccrawl.dedup.originals import Role
from topiccrawl.errors import DatabaseAwayError
from topiccrawl.storage.pages import sketch_catch_up
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp

TOPIC = "样例"
SKETCHES = "SELECT page_id, roles, title_words, digest, shingles, body_hashes FROM sketches ORDER BY page_id"
HASHES = "SELECT hash, page_id, roles FROM sketch_hashes ORDER BY hash, page_id"
LONG = "清晨六点，村口的大喇叭准时响起，支部书记开始播报当天的农事安排。" * 9


@pytest.fixture
def rows(database_url, query):
    """All that pages are compared by."""
    return lambda: (query(database_url, SKETCHES), query(database_url, HASHES))


def roles(rows):
    return [Role(role) for _, role, *_ in rows()[0]]


def test_the_roles_of_a_page_follow_its_marks(store, page, rows):
    body, title = {"text": LONG}, {"duplicate_of": "http://127.0.0.1/0", "duplicate_kind": "title"}
    store.write([page(1, **body), page(2, **body, **title), page(3, **body, duplicate_of="http://x.test/")])
    store.write([page(4, text="短"), page(5, text=LONG[:50]), page(6, title=" ", text="？！")])
    both = Role.SAME | Role.NEAR
    assert roles(rows) == [both | Role.TITLE, both, Role(0), Role.TITLE, Role.SAME | Role.TITLE, Role(0)]


def test_written_again_nothing_is_left_of_the_old_page(store, page, rows):
    told = list(stories(6, seed=1))
    records = [page(n, title=story.title, text=story.body) for n, story in enumerate(told)]
    store.write(records)
    first = rows()
    store.write(records)
    assert rows() == first
    others = [page(n, title="别的", text=LONG, duplicate_of="http://x.test/") for n in range(6)]
    store.write(others)
    assert rows()[1] == []
    store.write(records)
    assert rows() == first


def test_a_page_that_is_deleted_takes_its_sketch_along(store, page, rows):
    store.write([page(1, text=LONG), page(2, text=LONG + LONG)])
    store.transact(lambda connection: connection.exec_driver_sql("DELETE FROM pages WHERE id = 1"))
    assert [row[0] for row in rows()[0]] == [2]


def make_older(store):
    """Leave the corpus as a version without sketches would have."""
    for table in ("sketches", "sketch_hashes", "sketch_progress"):
        store.transact(lambda connection, name=table: connection.exec_driver_sql(f"DELETE FROM {name}"))


def old_corpus(store, page, count, seed=2):
    told = list(stories(count, seed=seed))
    marked = {
        n: {"duplicate_of": "http://127.0.0.1/0", "duplicate_kind": "title"} for n in range(3, count, 5)
    }
    records = [page(n, title=one.title, text=one.body, **marked.get(n, {})) for n, one in enumerate(told)]
    store.write([*records, page("other", topic="别的")])


def run_to_the_end(catch_up):
    complete = False
    while not complete:
        try:
            complete = catch_up.step().complete
        except DatabaseAwayError as error:  # a crawl tries again as well
            assert "Deadlock" in str(error)


def test_older_pages_get_what_they_would_have_been_stored_with(store, page, rows, monkeypatch):
    monkeypatch.setattr(sketch_catch_up, "PAGES_AT_ONCE", 7)
    old_corpus(store, page, 30)
    expected = rows()
    make_older(store)
    catch_up = SketchCatchUp(store, TOPIC)
    left = [catch_up.left(catch_up.progress())]
    while not catch_up.step().complete:
        left.append(catch_up.left(catch_up.progress()))
    assert left == [30, 23, 16, 9, 2, 0]
    other = SketchCatchUp(store, "别的")
    assert other.left(other.progress()) == 1
    run_to_the_end(other)
    assert rows() == expected


def test_when_it_is_done_nothing_is_read_or_written_again(store, page, database_url, query):
    catch_up = SketchCatchUp(store, TOPIC)
    run_to_the_end(catch_up)
    store.write([page(n) for n in range(3)])
    query(database_url, "DELETE FROM sketches")
    assert catch_up.step().complete
    assert query(database_url, SKETCHES) == []


def test_sketches_of_another_form_are_made_again(store, page, rows, database_url, query):
    old_corpus(store, page, 20)
    expected = rows()
    run_to_the_end(SketchCatchUp(store, TOPIC))
    query(database_url, "UPDATE sketch_progress SET form = 'older'")
    query(database_url, "UPDATE sketches SET title_words = X'', shingles = NULL, roles = 0")
    query(database_url, "DELETE FROM sketch_hashes")
    for topic in (TOPIC, "别的"):
        run_to_the_end(SketchCatchUp(store, topic))
    assert rows() == expected


CATCH_UP = """
import sys
from topiccrawl.storage.pages import sketch_catch_up
from topiccrawl.storage.pages.store import CorpusStore
sketch_catch_up.PAGES_AT_ONCE = 5
store = CorpusStore(sys.argv[1])
store.open()
one = sketch_catch_up.SketchCatchUp(store, "样例")
while not (progress := one.step()).complete:
    print(progress.last_page, flush=True)
"""


def test_killed_again_and_again_it_goes_on_where_it_was(store, page, rows, database_url):
    old_corpus(store, page, 60)
    expected = rows()
    make_older(store)
    store.close()
    last = 0
    for wait in (0.0, 0.02):
        worker = ForkedPython("-c", CATCH_UP, database_url)
        first = int(worker.stdout.readline())
        assert first > last  # kills right behind its start make no difference
        threading.Event().wait(wait)
        worker.send_signal(signal.SIGKILL)
        rest, _ = worker.communicate()
        last = int([first, *rest.split()][-1])
    store = opened(database_url)
    assert SketchCatchUp(store, TOPIC).progress().last_page >= last
    for topic in (TOPIC, "别的"):
        run_to_the_end(SketchCatchUp(store, topic))
    assert rows() == expected
    store.close()


def test_workers_may_do_it_at_the_same_time(store, page, rows, database_url, monkeypatch):
    monkeypatch.setattr(sketch_catch_up, "PAGES_AT_ONCE", 3)
    old_corpus(store, page, 40)
    expected = rows()
    make_older(store)

    def work(_):
        own = opened(database_url)
        run_to_the_end(SketchCatchUp(own, TOPIC))
        own.close()

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(work, range(3)))
    run_to_the_end(SketchCatchUp(store, "别的"))
    assert rows() == expected
