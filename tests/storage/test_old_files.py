"""A corpus with its frontier, as the oldest version that can be upgraded left it in a crash."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from servers.corpora import opened
from storage.old_database import fill

from topiccrawl.dedup.fingerprint import fingerprint
from topiccrawl.storage.database import connect, parse_url
from topiccrawl.storage.frontier.contract import Counts, Entry, State
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.storage.frontier.sqlite.recovery import Reclaimed
from topiccrawl.storage.frontier.sqlite.view import SqliteFrontierView
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
from topiccrawl.storage.pages.store import CorpusStore
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
    store = opened(f"sqlite:///{path}")
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


def test_its_pages_are_found_by_their_sketches(store: CorpusStore) -> None:
    (page, *_) = store.read_pages(TOPIC, ("title", "text"))
    own = fingerprint(page["title"], page["text"])
    with StoredOriginals(store, TOPIC).candidates(own) as candidates:
        same = candidates.same_body()
        assert candidates.key_of(same) == f"{A}/1"
        similar = [one.number for one in candidates.similar_titles(0.9)]
        assert [candidates.key_of(number) for number in similar] == [f"{A}/1"]
    catch_up = SketchCatchUp(store, TOPIC)
    while not catch_up.step().complete:
        pass
    assert catch_up.left(catch_up.progress()) == 0
