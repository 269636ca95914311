"""A corpus with its frontier, as the oldest version that can be upgraded left it in a crash."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text
from storage.old_database import fill

from topiccrawl.dedup.fingerprint import fingerprint
from topiccrawl.newsroom.stories.build import build_stories
from topiccrawl.priority.sections import VisitCounts
from topiccrawl.storage.database import connect, parse_url
from topiccrawl.storage.frontier.contract import Counts, Entry, State
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.storage.frontier.sqlite.recovery import Reclaimed
from topiccrawl.storage.frontier.sqlite.view import SqliteFrontierView
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import VisitRecord, WaitingChildRecord, WaitingRecord
from topiccrawl.storage.rows.lessons import read_fetched
from topiccrawl.storage.rows.sections import read_sections
from topiccrawl.storage.rows.waiting import read_waiting, read_waiting_page
from topiccrawl.storage.sketches.originals import StoredOriginals
from topiccrawl.storage.sqlite.writer import SqliteWriter

TOPIC = "样例"
A = "http://a.example.cn"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.db"
    fill(connect(parse_url(f"sqlite:///{path}"), timeout=10.0, create=True))
    return path


@pytest.fixture
def store(path: Path) -> Iterator[CorpusStore]:
    store = CorpusStore(f"sqlite:///{path}")
    store.open()
    yield store
    store.close()


def test_the_frontier_goes_on_where_it_was(path: Path) -> None:
    with SqliteWriter(path) as writer:
        frontier = SqliteFrontier(writer, TOPIC, max_attempts=3)
        assert frontier.reclaimed == Reclaimed(waiting=1)
        assert frontier.counts() == Counts(waiting=2, done=2, dead=2)
        assert frontier.state(b"key1") is State.DONE
        assert frontier.score(b"key3") == 0.7
        assert not frontier.push(Entry(b"key2", "a.example.cn", 1.0, b"", f"{A}/2"))
        held = [frontier.lease(lambda host, score: True) for _ in range(3)]
        why = ['{"anchor": "链接3"}', '{"anchor": "链接4"}']
        assert held == [
            Entry(b"key3", "a.example.cn", 0.7, b"payload3", f"{A}/3", why[0]),
            Entry(b"key4", "a.example.cn", 0.6, b"payload4", f"{A}/4", why[1]),
            None,
        ]
        assert frontier.push(Entry(b"key7", "c.example.cn", 0.1, b"", "http://c.example.cn/7"))
        frontier.close()


def test_dead_letters_of_a_passing_cause_wait_again(path: Path) -> None:
    with SqliteWriter(path) as writer:
        frontier = SqliteFrontier(writer, TOPIC, requeue_after=0.001)
        assert frontier.counts() == Counts(waiting=3, done=2, dead=1)
        frontier.close()
    view = SqliteFrontierView(path, TOPIC)
    assert [(link.key, link.reason) for link in view.dead(9)] == [(b"key6", "took part in 5 crashes")]
    assert [link.key for link in view.top(9)] == [b"key5", b"key3", b"key4"]
    view.close()


def test_its_pages_can_be_read(store: CorpusStore) -> None:
    pages = list(store.read_pages(TOPIC, ("url", "title", "duplicate_of", "raw_text")))
    assert [page["url"] for page in pages] == [f"{A}/1", f"{A}/2", f"{A}/3"]
    assert [page["duplicate_of"] for page in pages] == [None, None, f"{A}/1"]
    assert pages[0]["title"] == "第1条新路通到茶园"
    assert pages[0]["raw_text"].startswith("村里修了一条新路")


def test_what_later_revisions_added_can_be_used(store: CorpusStore) -> None:
    """Sections of URLs (0006), pages that wait (0008)."""
    store.write([VisitRecord(topic=TOPIC, url=f"{A}/党建/1", accepted=True)])
    assert [counts for _, counts in store.read(read_sections, TOPIC, 9)] == [VisitCounts(1, 1)]
    page = WaitingRecord(
        topic=TOPIC,
        url=f"{A}/9",
        run_id=1,
        fetched_at=datetime(2024, 2, 29, tzinfo=UTC),
        status=200,
        headers={},
        raw_html=b"<p>",
        why="{}",
        similarity=0.1,
        expected=1,
        weak_before=0,
        links={},
    )
    child = WaitingChildRecord(topic=TOPIC, page_url=f"{A}/9", url=f"{A}/10", similarity=0.5)
    store.write([page, child])
    assert store.read(read_waiting_page, TOPIC, f"{A}/9") == page
    assert store.read(read_waiting, TOPIC, 0, 0).children == (child,)
    assert {link.url for link in store.read(read_fetched, TOPIC, 9)} <= {f"{A}/1", f"{A}/2", f"{A}/3"}


def test_its_stories_can_be_found(store: CorpusStore) -> None:
    """Chains of reposts and relations of events (0011); an event that was stored before stays."""
    with store.reading() as connection:
        assert connection.scalar(text("SELECT COUNT(*) FROM events")) == 0
    store.transact(
        lambda connection: (
            connection.execute(text(f"INSERT INTO events (topic, name) VALUES ('{TOPIC}', '旧')")).rowcount
        )
    )
    assert build_stories(store, TOPIC).stories == 2
    with store.reading() as connection:
        assert connection.execute(
            text("SELECT page_id, from_page_id FROM reposts ORDER BY page_id")
        ).all() == [
            (1, None),
            (2, None),
            (3, 1),
        ]


def test_its_pages_are_found_by_their_sketches(store: CorpusStore) -> None:
    (page, *_) = store.read_pages(TOPIC, ("title", "text"))
    own = fingerprint(page["title"], page["text"])
    with StoredOriginals(store, TOPIC).candidates(own) as candidates:
        same = candidates.same_body()
        assert same is not None
        assert candidates.key_of(same) == f"{A}/1"
        similar = [one.number for one in candidates.similar_titles(0.9)]
        assert [candidates.key_of(number) for number in similar] == [f"{A}/1"]
    catch_up = SketchCatchUp(store, TOPIC)
    while not catch_up.step().complete:
        pass
    assert catch_up.left(catch_up.progress()) == 0
