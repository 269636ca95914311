"""The newest rows of the index of sketches are packed in runs, and lose nothing on their way to the table."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from dedup.made_stories import Story, stories
from servers.corpora import opened

from topiccrawl.dedup.originals import Role
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
from topiccrawl.storage.rows import sketch_runs
from topiccrawl.storage.rows.sketches import SketchOf, fingerprint_of
from topiccrawl.storage.sketches.originals import StoredOriginals

TOPIC = "样例"
RULE = DedupRule()
HASHES = "SELECT hash, page_id, roles FROM sketch_hashes"
COLUMNS = ("page_id", "roles", "title_words", "digest", "shingles", "body_hashes")


@pytest.fixture
def small(monkeypatch):
    """Makes runs of a few pages reach the table."""
    monkeypatch.setattr(sketch_runs, "TIERS", (40, 80, 160, 320))
    monkeypatch.setattr(sketch_runs, "LONGEST", 50)


@pytest.fixture
def crawl(store, page):
    """Stores stories as a crawl does; returns the decisions."""
    while not SketchCatchUp(store, TOPIC).step().complete:
        pass

    def write(told, first=0):
        numbered = enumerate(told, first)
        return store.write([page(n, title=one.title, text=one.body, dedup=RULE) for n, one in numbered])

    return write


@pytest.fixture
def indexed(database_url, query):
    """What the index has, in the table and in runs, and what the sketches say that it should have."""

    def read():
        found = set(query(database_url, HASHES))
        in_runs = 0
        for (packed,) in query(database_url, "SELECT entries FROM sketch_runs"):
            hashes, behind = np.frombuffer(packed, "<i8").reshape(2, -1)
            assert (np.diff(hashes) >= 0).all()
            found |= {
                (value, *divmod(one, 16)) for value, one in zip(hashes.tolist(), behind.tolist(), strict=True)
            }
            in_runs += len(hashes)
        expected = set()
        for row in query(database_url, f"SELECT {', '.join(COLUMNS)} FROM sketches"):
            own = dict(zip(COLUMNS, row, strict=True))
            of_page = SketchOf(TOPIC, fingerprint_of(own), Role(own["roles"])).hashes()
            expected |= {(value, own["page_id"], what) for value, what in of_page.items()}
        return found, expected, in_runs

    return read


def test_pages_of_a_transaction_are_one_row(crawl, indexed, database_url, query):
    crawl(stories(5, seed=1))
    found, expected, in_runs = indexed()
    assert found == expected
    assert in_runs == len(expected) > 100
    assert query(database_url, "SELECT count(*) FROM sketch_runs") == [(1,)]
    assert query(database_url, HASHES) == []


def test_runs_are_merged_and_move_on_to_the_table(crawl, indexed, small, database_url, query):
    told = list(stories(60, seed=2))
    tiers = Counter()
    for at, one in enumerate(told):
        crawl([one], at)
        found, expected, in_runs = indexed()
        assert found == expected
        assert in_runs <= 320 + 40 + 320 + 50
        tiers.update(tier for (tier,) in query(database_url, "SELECT DISTINCT tier FROM sketch_runs"))
    assert sorted(tiers) == [0, 1, 2, 3, 4]
    assert len(query(database_url, HASHES)) > len(expected) / 3


def test_a_page_is_found_by_rows_of_the_table_and_of_runs(crawl, small, store, database_url, query):
    told = [one for one in stories(60, seed=3) if len(one.body) > 400]
    for at, one in enumerate(told):
        crawl([one], at)
    with store.reading() as connection:
        assert len(sketch_runs.read_runs(connection, TOPIC)) and query(database_url, HASHES)
    decisions = crawl([Story(one.title, one.body + "责任编辑") for one in told], 1000)
    assert not any(decision.is_new for decision in decisions.values())


def test_a_page_in_a_run_that_is_stored_again_leaves_nothing_behind(crawl, indexed, database_url, query):
    told = list(stories(6, seed=4))
    crawl(told)
    crawl(list(stories(1, seed=5)), 2)
    found, expected, in_runs = indexed()
    assert found == expected
    assert not in_runs, "the rows of a page that changes must be where they can be changed"
    crawl(list(stories(1, seed=6)), 7)
    found, expected, in_runs = indexed()
    assert found == expected
    assert in_runs


def test_what_was_rolled_back_is_not_known(crawl, store, indexed):
    crawl(stories(3, seed=7))

    def fail(connection):
        sketch_runs.add_run(connection, TOPIC, [(1, 16), (2, 16)])
        assert len(sketch_runs.read_runs(connection, TOPIC).find(np.array([1])).hashes) == 1
        raise ZeroDivisionError("division by zero")

    with pytest.raises(Exception, match="division by zero"):
        store.transact(fail)
    crawl(stories(1, seed=8), 3)
    found, expected, _ = indexed()
    assert found == expected


def test_runs_of_another_worker_are_seen(mariadb_url, page):
    one, other = opened(mariadb_url), opened(mariadb_url)
    SketchCatchUp(one, TOPIC).finish()
    told = [one for one in stories(60, seed=9) if len(one.body) > 40]
    for at, story in enumerate(told):
        (one if at % 2 else other).write([page(at, title=story.title, text=story.body, dedup=RULE)])
    for store in (one, other):
        originals = StoredOriginals(store, TOPIC)
        for at, story in enumerate(told):
            with originals.candidates(RULE.fingerprint(story.title, "", story.body)) as found:
                assert found.same_body() is not None, at
        store.close()


def test_sketches_that_are_made_again_forget_runs(crawl, store, indexed, database_url, query):
    crawl(stories(5, seed=10))
    query(database_url, "DELETE FROM sketches")
    query(database_url, "DELETE FROM sketch_progress")
    SketchCatchUp(store, TOPIC).finish()
    found, expected, in_runs = indexed()
    assert found == expected
    assert not in_runs
