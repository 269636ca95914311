"""The frontier in a SQLite file, within one process; see `test_frontier_kills` for real ones that are killed."""

from __future__ import annotations

import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from storage.frontier.contract import FrontierContract, any_host, entry, key_of
from storage.frontier.model import FrontierModel

from topiccrawl.errors import RowRefusedError, StorageError
from topiccrawl.storage.frontier.contract import Counts, Entry, Frontier, State
from topiccrawl.storage.frontier.sqlite import live_links as frontier_links
from topiccrawl.storage.frontier.sqlite import queues as frontier_queues
from topiccrawl.storage.frontier.sqlite import reader as frontier_reader
from topiccrawl.storage.frontier.sqlite import view as frontier_sqlite_view
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.storage.frontier.sqlite.recovery import Reclaimed, empty
from topiccrawl.storage.frontier.sqlite.view import SqliteFrontierView
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.sqlite.writer import SqliteWriter

TOPIC = "样例"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "frontier.db"


@pytest.fixture
def writer(path: Path) -> Iterator[SqliteWriter]:
    with SqliteWriter(path) as writer:
        yield writer


@pytest.fixture
def frontier(writer: SqliteWriter) -> Iterator[SqliteFrontier]:
    frontier = SqliteFrontier(writer, TOPIC)
    yield frontier
    frontier.close()


def leased(frontier: Frontier[bytes], ready: Callable[[str, float], bool] = any_host) -> str:
    """The name of what is leased."""
    found = frontier.lease(ready)
    assert found is not None
    return found.payload.decode()


def drained(frontier: Frontier[bytes]) -> list[str]:
    names = []
    while (found := frontier.lease(any_host)) is not None:
        frontier.done(found.key)
        names.append(found.payload.decode())
    return names


class Lives:
    """A frontier whose process dies: each life goes on with a copy of the files of the one before."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self._folder = folder
        self._options = options
        self._life = 0
        self._open()

    def crash(self) -> None:
        """What was called so far is in the file, and nothing is released."""
        self.frontier.flush()
        old, writer = self.frontier, self.writer
        self._life += 1
        for end in ("", "-wal"):
            shutil.copy(f"{writer.path}{end}", self._path.with_name(self._path.name + end))
        self._end(old, writer)
        self._open()

    def restart(self) -> None:
        self._end(self.frontier, self.writer)
        self._open()

    def end(self) -> None:
        self._end(self.frontier, self.writer)

    @property
    def _path(self) -> Path:
        return self._folder / f"life{self._life}.db"

    def _open(self) -> None:
        self.writer = SqliteWriter(self._path)
        self.frontier = SqliteFrontier(self.writer, TOPIC, **self._options)

    def _end(self, frontier: SqliteFrontier, writer: SqliteWriter) -> None:
        frontier.close()
        writer.close()


@pytest.fixture
def lives(tmp_path: Path) -> Iterator[Lives]:
    lives = Lives(tmp_path)
    yield lives
    lives.end()


class TestSqliteFrontier(FrontierContract):
    @pytest.fixture(autouse=True)
    def _writer(self, writer: SqliteWriter) -> Iterator[None]:
        self.writer = writer
        self.made: list[Frontier[Any]] = []
        yield
        for frontier in self.made:
            frontier.close()

    def make(self) -> Frontier[Any]:
        self.made.append(SqliteFrontier(self.writer, TOPIC))
        return self.made[-1]


class TestSmallMemory(TestSqliteFrontier):
    """Heads of a few places and next to no cache: everything goes through the database."""

    @pytest.fixture(autouse=True)
    def _small(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(frontier_queues, "_FEWEST_PLACES", 1)
        monkeypatch.setattr(frontier_queues, "_READ_AHEAD", 2)
        monkeypatch.setattr(frontier_queues, "_MOST_AHEAD", 4)

    def make(self) -> Frontier[Any]:
        self.made.append(SqliteFrontier(self.writer, TOPIC, head=1, cache=1))
        return self.made[-1]


class TestReopening:
    def test_everything_is_as_it_was(self, writer: SqliteWriter) -> None:
        first = SqliteFrontier(writer, TOPIC)
        entries = [entry(n, n % 7 / 10, f"{n % 3}.example.cn") for n in range(300)]
        for one in entries:
            first.push(one)
        assert [leased(first) for _ in range(3)] == ["6", "13", "20"]
        first.done(key_of(6))
        first.dead(key_of(13), "三次失败")
        first.close()  # gives back the third
        first.close()
        second = SqliteFrontier(writer, TOPIC)
        assert second.reclaimed == Reclaimed()
        assert second.counts() == Counts(waiting=298, done=1, dead=1)
        assert [second.state(key_of(n)) for n in (6, 13, 20, 300)] == [
            State.DONE,
            State.DEAD,
            State.WAITING,
            None,
        ]
        assert not second.push(entry(6, 0.99))
        by_score = sorted(entries, key=lambda one: -one.score)
        expected = [one.payload.decode() for one in by_score if one.payload not in (b"6", b"13")]
        assert drained(second) == expected
        second.close()

    def test_ties_are_in_the_order_of_pushes_over_lives(self, writer: SqliteWriter) -> None:
        for start in (0, 10, 20):
            frontier = SqliteFrontier(writer, TOPIC)
            for number in range(start, start + 10):
                frontier.push(entry(number, 0.5, f"{number % 3}.example.cn"))
            frontier.close()
        frontier = SqliteFrontier(writer, TOPIC)
        assert drained(frontier) == [str(number) for number in range(30)]
        frontier.close()

    def test_a_raised_link_keeps_its_place_among_equals(self, frontier: SqliteFrontier) -> None:
        for name, score in (("甲", 0.1), ("乙", 0.5), ("甲", 0.5)):
            frontier.push(entry(name, score))
        assert drained(frontier) == ["甲", "乙"]

    def test_a_topic_is_open_once(self, writer: SqliteWriter, frontier: SqliteFrontier) -> None:
        with pytest.raises(StorageError, match=r"样例.*in use"):
            SqliteFrontier(writer, TOPIC)

    def test_topics_in_one_file_are_apart(self, writer: SqliteWriter, frontier: SqliteFrontier) -> None:
        other = SqliteFrontier(writer, "别的")
        for number in range(20):
            (frontier if number % 2 else other).push(entry(number, number / 100))
        assert not frontier.push(entry(1))
        assert other.push(entry(1, 0.5))
        assert (frontier.counts(), other.counts()) == (Counts(waiting=10), Counts(waiting=11))
        assert drained(other) == ["1", *(str(n) for n in range(18, -1, -2))]
        assert drained(frontier) == [str(n) for n in (1, *range(19, 2, -2))]
        other.close()

    def test_a_table_of_another_version_is_told(self, writer: SqliteWriter) -> None:
        writer.submit(lambda connection: connection.execute("CREATE TABLE links (id INTEGER)")).result()
        with pytest.raises(StorageError, match=r"'links' is not of this version.*key"):
            SqliteFrontier(writer, TOPIC)

    def test_a_topic_needs_a_name_that_fits(self, writer: SqliteWriter) -> None:
        for name in ("", "题" * 65):
            with pytest.raises(StorageError, match="1 to 64"):
                SqliteFrontier(writer, name)


class TestFresh:
    @pytest.mark.parametrize("others", [False, True])
    def test_a_fresh_frontier_knows_nothing_and_spares_the_rest(
        self, tmp_path: Path, others: bool, page: Callable[..., Any]
    ) -> None:
        store = CorpusStore(f"sqlite:///{tmp_path / 'corpus.db'}")
        store.open()
        assert store.writer is not None
        store.write([page(1)], [])
        other = SqliteFrontier(store.writer, "别的")
        if others:
            other.push(entry("别的"))
        frontier = SqliteFrontier(store.writer, TOPIC)
        for number in range(30):
            frontier.push(entry(number, host=f"{number}.example.cn"))
        frontier.lease(any_host)
        frontier.fresh()
        assert frontier.counts() == Counts()
        assert frontier.lease(any_host) is None
        assert frontier.state(key_of(3)) is None
        assert frontier.push(entry(3))
        frontier.close()
        frontier = SqliteFrontier(store.writer, TOPIC, fresh=True)
        assert frontier.counts() == Counts()
        assert frontier.push(entry(3))
        assert drained(frontier) == ["3"]
        assert drained(other) == (["别的"] if others else [])
        assert list(store.read_pages(TOPIC, ("url",))) == [{"url": "http://127.0.0.1/1"}]
        other.close()
        frontier.close()
        store.close()

    def test_emptying_goes_on_after_a_crash(
        self, writer: SqliteWriter, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("topiccrawl.storage.frontier.sqlite.recovery._CHUNK", 10)
        other = SqliteFrontier(writer, "别的")
        other.push(entry("别的"))
        frontier = SqliteFrontier(writer, TOPIC)
        for number in range(100):
            frontier.push(entry(number))
        frontier.close()
        asked = []
        submit = writer.submit

        def dies(operation: Any, **options: Any) -> Any:
            asked.append(operation)
            if len(asked) == 5:
                raise KeyboardInterrupt
            return submit(operation, **options)

        monkeypatch.setattr(writer, "submit", dies)
        with pytest.raises(KeyboardInterrupt):
            empty(writer, TOPIC)
        monkeypatch.undo()
        left = "SELECT count(*) FROM links WHERE topic = '样例'"
        assert 0 < writer.submit(lambda connection: connection.execute(left).fetchone()[0]).result() < 100
        frontier = SqliteFrontier(writer, TOPIC)
        assert frontier.counts() == Counts()
        assert all(frontier.state(key_of(number)) is None for number in range(100))
        assert other.counts() == Counts(waiting=1)
        frontier.close()
        other.close()


class TestProbation:
    def test_what_a_dead_process_held_waits_again(
        self, lives: Lives, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level("INFO")
        for number in range(10):
            lives.frontier.push(entry(number, number / 10))
        assert [leased(lives.frontier) for _ in range(4)] == ["9", "8", "7", "6"]
        lives.frontier.done(key_of(9))
        lives.frontier.release(key_of(7))
        lives.crash()
        assert lives.frontier.reclaimed == Reclaimed(waiting=2)
        assert "2 links it held are tried again, 0 are given up" in caplog.text
        assert lives.frontier.counts() == Counts(waiting=9, done=1)
        # 8 and 6 are on probation: one at a time, and the others go on meanwhile.
        assert [leased(lives.frontier) for _ in range(3)] == ["8", "7", "5"]
        lives.frontier.done(key_of(8))
        assert [leased(lives.frontier) for _ in range(2)] == ["6", "4"]

    def test_probation_ends_with_a_release_only_for_the_others(self, lives: Lives) -> None:
        for number in range(3):
            lives.frontier.push(entry(number, number / 10))
            lives.frontier.lease(any_host)
        lives.crash()
        assert leased(lives.frontier) == "2"
        assert lives.frontier.lease(any_host) is None
        lives.frontier.release(key_of(2))
        assert leased(lives.frontier) == "2"
        lives.frontier.dead(key_of(2), "三次失败")
        assert leased(lives.frontier) == "1"

    def test_a_host_does_not_wait_for_its_links_on_probation(self, lives: Lives) -> None:
        for name, score, host in (("甲", 0.9, "a"), ("乙", 0.8, "b"), ("丙", 0.7, "b"), ("丁", 0.1, "b")):
            lives.frontier.push(entry(name, score, f"{host}.example.cn"))
        for _ in range(3):
            lives.frontier.lease(any_host)
        lives.crash()
        assert leased(lives.frontier) == "甲"
        asked: list[tuple[str, float]] = []

        def note(host: str, score: float) -> bool:
            asked.append((host, score))
            return True

        assert leased(lives.frontier, note) == "丁"
        assert asked == [("b.example.cn", 0.1)]

    def test_a_raised_link_on_probation_stays_on_it(self, lives: Lives) -> None:
        for name, score in (("甲", 0.5), ("乙", 0.4)):
            lives.frontier.push(entry(name, score))
            lives.frontier.lease(any_host)
        lives.crash()
        lives.frontier.push(entry("乙", 0.9, payload=b"better"))
        assert leased(lives.frontier) == "better"
        assert lives.frontier.lease(any_host) is None

    def test_the_lease_of_a_link_on_probation_is_written_before_it_is_given_out(
        self, lives: Lives, path: Path
    ) -> None:
        lives.frontier.push(entry("甲"))
        lives.frontier.lease(any_host)
        lives.crash()
        lives.frontier.lease(any_host)
        with closing(sqlite3.connect(lives.writer.path)) as connection:
            assert connection.execute("SELECT state, attempts FROM links").fetchall() == [(1, 1.1)]
            lives.frontier.fetched(key_of("甲"))
            assert connection.execute("SELECT state, attempts FROM links").fetchall() == [(1, 2)]

    def test_held_too_often_is_a_dead_letter_with_the_reason(self, tmp_path: Path) -> None:
        lives = Lives(tmp_path, max_attempts=2)
        lives.frontier.push(entry("甲"))
        for reclaimed in (Reclaimed(waiting=1), Reclaimed(dead=1), Reclaimed()):
            if lives.frontier.lease(any_host) is not None:
                lives.frontier.fetched(key_of("甲"))
            lives.crash()
            assert lives.frontier.reclaimed == reclaimed
        assert lives.frontier.counts() == Counts(dead=1)
        assert lives.frontier.state(key_of("甲")) is State.DEAD
        with closing(sqlite3.connect(lives.writer.path)) as connection:
            assert connection.execute("SELECT reason, payload FROM links").fetchall() == [
                ("took part in 2 crashes", "甲".encode())
            ]
        lives.end()

    def test_kills_before_an_answer_comes_make_no_dead_letter(self, lives: Lives) -> None:
        lives.frontier.push(entry("甲"))
        for _ in range(12):
            assert leased(lives.frontier) == "甲"
            lives.crash()
        assert lives.frontier.counts() == Counts(waiting=1)
        for _ in range(9):  # but it is not tried for ever
            assert leased(lives.frontier) == "甲"
            lives.crash()
        assert lives.frontier.counts() == Counts(dead=1)

    def test_a_lease_given_back_counts_as_no_attempt(self, lives: Lives) -> None:
        lives.frontier.push(entry("甲"))
        leased(lives.frontier)
        lives.crash()
        for _ in range(5):
            assert leased(lives.frontier) == "甲"
            lives.frontier.fetched(key_of("甲"))
            lives.frontier.release(key_of("甲"))
        lives.crash()
        assert lives.frontier.counts() == Counts(waiting=1)

    def test_kills_from_outside_hit_another_link_each_time(self, lives: Lives) -> None:
        for number in range(12):
            lives.frontier.push(entry(number, number / 100))
            lives.frontier.lease(any_host)
        hit = []
        for _ in range(12):
            lives.crash()
            hit.append(leased(lives.frontier))
        assert sorted(hit, key=int) == [str(number) for number in range(12)]
        assert lives.frontier.counts().dead == 0

    def test_what_was_held_more_often_goes_when_nothing_else_may(self, lives: Lives) -> None:
        for name, host in (("甲", "a"), ("乙", "b")):
            lives.frontier.push(entry(name, 0.5, f"{host}.example.cn"))
            lives.frontier.lease(any_host)
        lives.crash()
        assert leased(lives.frontier) == "甲"
        lives.crash()
        only_a = lives.frontier.lease(lambda host, score: host == "a.example.cn")
        assert only_a is not None
        assert only_a.key == key_of("甲")

    @settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(seed=st.integers(0, 10**6), max_attempts=st.integers(1, 4), at_once=st.integers(1, 8))
    def test_a_page_that_kills_dies_and_no_innocent_does(
        self, seed: int, max_attempts: int, at_once: int
    ) -> None:
        rnd = random.Random(seed)
        with tempfile.TemporaryDirectory() as folder:
            lives = Lives(Path(folder), max_attempts=max_attempts)
            names = [str(number) for number in range(40)]
            killer = rnd.choice(names)
            for name in names:
                lives.frontier.push(entry(name, rnd.random(), f"{rnd.randrange(3)}.example.cn"))
            crashes, held = 0, []
            while True:
                found = lives.frontier.lease(any_host) if len(held) < at_once else None
                if found is not None:
                    held.append(found.payload.decode())
                    lives.frontier.fetched(found.key)
                elif not held:
                    break
                if killer in held and rnd.random() < 0.5:
                    lives.crash()
                    crashes, held = crashes + 1, []
                elif (found is None or rnd.random() < 0.3) and held != [killer]:
                    name = held.pop(rnd.choice([n for n, one in enumerate(held) if one != killer]))
                    lives.frontier.done(key_of(name))
            assert crashes == max_attempts
            # With one attempt only, what was beside the killer is given up with it: that is what was asked for.
            counts = lives.frontier.counts()
            assert lives.frontier.state(key_of(killer)) is State.DEAD
            assert counts == Counts(done=39, dead=1) or max_attempts == 1
            lives.end()


class TestRefusals:
    @pytest.mark.parametrize(
        "bad",
        [
            Entry(key_of("坏"), "a.example.cn", float("nan"), b""),
            Entry(key_of("坏"), "a.example.cn", float("inf"), b""),
            Entry(key_of("坏"), "a.example.cn", 0.5, b"", "http://a.example.cn/\udce4"),
            Entry(key_of("坏"), "a.example.cn", 0.5, b"", why="\ud800"),
            Entry(key_of("坏"), "\ud800.example.cn", 0.5, b""),
            Entry(b"x" * 65, "a.example.cn", 0.5, b""),
        ],
    )
    def test_a_bad_entry_is_refused_alone(self, frontier: SqliteFrontier, bad: Entry[bytes]) -> None:
        frontier.push(entry("甲"))
        with pytest.raises(RowRefusedError):
            frontier.push(bad)
        frontier.push(entry("乙"))
        assert frontier.state(bad.key) is None
        frontier.flush()
        assert drained(frontier) == ["甲", "乙"]

    def test_a_payload_too_long_for_the_file_is_refused(
        self, frontier: SqliteFrontier, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(frontier._reader, "largest", 10_000)
        with pytest.raises(RowRefusedError, match="bytes"):
            frontier.push(entry("甲", payload=b"x" * 10_000))
        frontier.push(entry("甲", payload=b"x" * 5_000))
        frontier.flush()

    def test_odd_values_come_back(self, writer: SqliteWriter) -> None:
        given = Entry(b"\0" * 28, "党建.example.cn", -0.0, b"", "http://x/\0'\"%s?1", '{"a": "\\u0000"}')
        frontier = SqliteFrontier(writer, TOPIC)
        frontier.push(given)
        frontier.close()
        frontier = SqliteFrontier(writer, TOPIC)
        assert frontier.lease(any_host) == given
        frontier.dead(given.key, "坏\udce4")
        frontier.close()

    def test_a_locked_file_stops_nobody_and_loses_nothing(self, path: Path) -> None:
        with SqliteWriter(path, on_wait=lambda *_: None) as writer:
            frontier = SqliteFrontier(writer, TOPIC)
            frontier.push(entry("甲", 0.9))
            frontier.flush()
            with closing(sqlite3.connect(path)) as other:
                other.execute("BEGIN IMMEDIATE")
                for number in range(100):
                    frontier.push(entry(number, number / 1000))
                assert leased(frontier) == "甲"
                frontier.done(key_of("甲"))
                assert leased(frontier) == "99"
                assert frontier.counts() == Counts(waiting=99, leased=1, done=1)
                other.rollback()
            frontier.close()
            frontier = SqliteFrontier(writer, TOPIC)
            assert frontier.counts() == Counts(waiting=100, done=1)
            frontier.close()

    def test_a_file_that_stays_locked_is_told_by_every_call(self, path: Path) -> None:
        with SqliteWriter(path, patience=0.3, on_wait=lambda *_: None) as writer:
            frontier = SqliteFrontier(writer, TOPIC)
            with closing(sqlite3.connect(path)) as other:
                other.execute("BEGIN IMMEDIATE")
                frontier.push(entry("甲"))
                with pytest.raises(StorageError, match="gave up"):
                    frontier.flush()
            for call in (
                lambda: frontier.push(entry("乙")),
                lambda: frontier.lease(any_host),
                frontier.flush,
                frontier.close,
            ):
                with pytest.raises(StorageError, match="gave up"):
                    call()


class TestScoringAgain:
    @pytest.fixture
    def filled(self, frontier: SqliteFrontier) -> SqliteFrontier:
        """300 links of three hosts with two sections, of models 1 and 2; the best are in flight and done."""
        for number in range(300):
            frontier.model = 1 + number % 2
            host = f"{number % 3}.example.cn"
            one = entry(number, number / 1000, host)
            section = "news" if number < 150 else "list"
            frontier.push(Entry(one.key, host, one.score, one.payload, f"http://{host}/{section}/{number}"))
        assert [leased(frontier) for _ in range(2)] == ["299", "298"]
        frontier.done(key_of(299))
        return frontier

    @pytest.mark.parametrize("flushed", [False, True])
    @pytest.mark.parametrize(
        ("conditions", "chosen"),
        [
            ({"host": "1.example.cn"}, lambda n: n % 3 == 1),
            ({"prefix": "http://1.example.cn/news/"}, lambda n: n % 3 == 1 and n < 150),
            ({"model_before": 2}, lambda n: n % 2 == 0),
            ({"host": "1.example.cn", "model_before": 2}, lambda n: n % 3 == 1 and n % 2 == 0),
            ({"host": "没有.example.cn"}, lambda n: False),
        ],
    )
    def test_only_what_is_meant_is_scored_and_heads_follow(
        self, filled: SqliteFrontier, flushed: bool, conditions: dict[str, Any], chosen: Any
    ) -> None:
        if flushed:
            filled.flush()
        seen: list[str] = []

        def worst_first(one: Entry[bytes]) -> float:
            seen.append(one.payload.decode())
            return 1 - one.score

        expected = [n for n in range(298) if chosen(n)]
        assert sum(filled.rescore(worst_first, model=3, chunk=7, **conditions)) == len(expected)
        assert sorted(map(int, seen)) == expected
        scores = {n: 1 - n / 1000 if n in expected else n / 1000 for n in range(298)}
        assert filled.counts() == Counts(waiting=298, leased=1, done=1)
        filled.release(key_of(298))
        scores[298] = 0.298
        assert drained(filled) == [str(n) for n in sorted(scores, key=lambda n: (-scores[n], n))]

    def test_scores_and_models_are_in_the_file(self, filled: SqliteFrontier, path: Path) -> None:
        assert sum(filled.rescore(lambda one: 0.7, model=3, model_before=2)) == 149
        assert sum(filled.rescore(lambda one: 0.8, model=3, model_before=2)) == 0
        filled.flush()
        with closing(sqlite3.connect(path)) as connection:
            rows = connection.execute(
                "SELECT score, count(*) FROM links WHERE model = 3 GROUP BY 1"
            ).fetchall()
        assert rows == [(0.7, 149)]

    def test_the_crawl_goes_on_in_between(self, filled: SqliteFrontier) -> None:
        steps = filled.rescore(lambda one: one.score - 1, model=3, model_before=3, chunk=50)
        found = []
        for step in steps:
            assert step <= 50
            for _ in range(20):
                found.append(leased(filled))
                filled.done(key_of(found[-1]))
            filled.push(entry(f"new{len(found)}", 0.999))
            filled.push(entry(0, 0.9 + len(found) / 10_000))  # raised while it is scored
        found += drained(filled)
        assert len(found) == len(set(found))
        assert len(found) == filled.counts().done - 1

    def test_a_prefix_without_a_host_and_no_condition_are_told(self, frontier: SqliteFrontier) -> None:
        with pytest.raises(ValueError, match="which host"):
            frontier.rescore(lambda one: 0.5, model=1)
        with pytest.raises(ValueError, match="'news/' names no host"):
            frontier.rescore(lambda one: 0.5, model=1, prefix="news/")
        frontier.push(entry("甲"))
        with pytest.raises(ValueError, match="nan is not a finite"):
            next(frontier.rescore(lambda one: float("nan"), model=1, host="a.example.cn"))
        with pytest.raises(ValueError, match="older than 2"):
            frontier.rescore(lambda one: 0.5, model=1, model_before=2)
        assert drained(frontier) == ["甲"]


def plan(path: Path, statement: str) -> str:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(f"EXPLAIN QUERY PLAN {statement}", [1] * statement.count("?")).fetchall()
    return "; ".join(str(row[-1]) for row in rows)


class TestPlans:
    @pytest.mark.parametrize(
        ("statement", "index"),
        [
            (frontier_reader.BEST_OF_HOST, "COVERING INDEX links_queue (host_id=?)"),
            (frontier_reader.AMONG_EQUALS, "COVERING INDEX links_queue (host_id=? AND score=? AND id>?)"),
            (frontier_reader.WORSE_OF_HOST, "COVERING INDEX links_queue (host_id=? AND score<?)"),
            (frontier_reader.BEST_OF_HOSTS, "SEARCH q USING COVERING INDEX links_queue (host_id=?)"),
            (frontier_reader.BY_KEY, "INDEX sqlite_autoindex_links_1 (topic=? AND key=?)"),
            (frontier_reader.STATE_BY_KEY, "INDEX sqlite_autoindex_links_1 (topic=? AND key=?)"),
            (frontier_reader.by_id(5), "INTEGER PRIMARY KEY (rowid=?)"),
            (frontier_reader.HELD, "links_held (topic=?)"),
            (frontier_reader.IDS_OF_HOST, "COVERING INDEX links_queue (host_id=?)"),
            (frontier_reader.NEXT_MODEL, "links_model (topic=? AND model>? AND model<?)"),
            (frontier_reader.IDS_OF_MODEL, "links_model (topic=? AND model=? AND rowid>?)"),
            (frontier_sqlite_view.BEST_WAITING_OF_HOSTS, "q USING COVERING INDEX links_queue (host_id=?)"),
            (frontier_sqlite_view.WAITING_OF_HOST, "links_queue (host_id=?)"),
            (frontier_sqlite_view.DEAD, "links_dead (topic=?)"),
            (frontier_sqlite_view.DEAD_IDS, "links_dead (topic=?)"),
        ],
    )
    def test_no_query_reads_the_whole_table(
        self, frontier: SqliteFrontier, path: Path, statement: str, index: str
    ) -> None:
        found = plan(path, statement)
        assert index in found
        assert "SCAN" not in found
        assert "TEMP B-TREE" not in found


class TestView:
    @pytest.fixture
    def view(self, path: Path, frontier: SqliteFrontier) -> Iterator[SqliteFrontierView]:
        """A view of a frontier that is in use."""
        for number in range(40):
            frontier.push(entry(number, number / 100, f"{number % 4}.example.cn"))
        for number in (39, 38, 37, 36):
            assert leased(frontier) == str(number)
        frontier.done(key_of(39))
        frontier.dead(key_of(38), "三次失败")
        frontier.dead(key_of(37), "打不开")
        frontier.flush()
        view = SqliteFrontierView(path, TOPIC)
        yield view
        view.close()
        view.close()

    def test_counts(self, view: SqliteFrontierView, frontier: SqliteFrontier) -> None:
        assert view.counts() == frontier.counts() == Counts(waiting=36, leased=1, done=1, dead=2)
        assert view.hosts(3) == [
            ("0.example.cn", Counts(waiting=9, leased=1)),
            ("1.example.cn", Counts(waiting=9, dead=1)),
            ("2.example.cn", Counts(waiting=9, dead=1)),
        ]

    def test_top_is_the_best_that_wait_over_all_hosts(self, view: SqliteFrontierView) -> None:
        for most in (1, 5, 100):
            assert [link.url for link in view.top(most)] == [
                f"http://{n % 4}.example.cn/{n}" for n in range(35, max(-1, 35 - most), -1)
            ]
        (best,) = view.top(1)
        assert (best.host, best.score, best.state, best.attempts, best.payload) == (
            "3.example.cn",
            0.35,
            State.WAITING,
            0,
            None,
        )

    def test_dead_letters_have_their_reasons(self, view: SqliteFrontierView) -> None:
        assert [(link.url[-2:], link.reason, link.attempts) for link in view.dead(9)] == [
            ("37", "打不开", 1),
            ("38", "三次失败", 1),
        ]
        assert len(view.dead(1)) == 1

    def test_one_link_with_all_that_is_known(self, view: SqliteFrontierView) -> None:
        link = view.find(key_of(36))
        assert link is not None
        assert (link.state, link.attempts, link.payload) == (State.LEASED, 1, b"36")
        settled = view.find(key_of(39))
        assert settled is not None
        assert (settled.state, settled.url, settled.payload) == (
            State.DONE,
            "http://3.example.cn/39",
            None,
        )
        assert view.find(key_of("没有")) is None

    def test_what_the_crawl_does_is_seen(self, view: SqliteFrontierView, frontier: SqliteFrontier) -> None:
        frontier.push(entry("新", 0.99))
        frontier.flush()
        assert view.top(1)[0].url == "http://a.example.cn/新"

    def test_requeue_needs_the_file(self, view: SqliteFrontierView) -> None:
        with pytest.raises(StorageError, match="in use by process"):
            view.requeue()

    @pytest.mark.parametrize(
        ("keys", "count"), [(None, 2), ([key_of(38), key_of(38), key_of(3), key_of("没有")], 1)]
    )
    def test_requeue_lets_the_dead_wait_again(
        self, view: SqliteFrontierView, frontier: SqliteFrontier, path: Path, keys: Any, count: int
    ) -> None:
        frontier.close()
        frontier._writer.close()
        assert view.requeue(keys) == count
        assert view.requeue(keys) == 0
        assert view.counts() == Counts(waiting=37 + count, done=1, dead=2 - count)
        with SqliteWriter(path) as writer:
            again = SqliteFrontier(writer, TOPIC)
            assert leased(again) == "38"
            again.close()

    def test_what_is_not_there_is_told(self, view: SqliteFrontierView, path: Path, tmp_path: Path) -> None:
        with pytest.raises(StorageError, match=r"no frontier of '别的'; there are 样例"):
            SqliteFrontierView(path, "别的")
        with pytest.raises(StorageError, match="no such file"):
            SqliteFrontierView(tmp_path / "missing.db", TOPIC)
        with closing(sqlite3.connect(tmp_path / "other.db")) as other:
            other.execute("CREATE TABLE t (x)")
        with pytest.raises(StorageError, match="holds no frontier"):
            SqliteFrontierView(tmp_path / "other.db", TOPIC)


NAMES = [str(number) for number in range(30)]
HOSTS = ["a.example.cn", "b.example.cn", "c.example.cn"]
SCORES = st.sampled_from([0.0, 0.1, 0.5, 0.5000001, 0.9, -1.0, 7.5])


class AgainstTheModel(RuleBasedStateMachine):
    """Whatever is done, in whatever order and over however many lives: the frontier does what the model does."""

    pushed = Bundle("pushed")

    @initialize(head=st.integers(1, 3), cache=st.sampled_from([1, 8, 1000]), attempts=st.integers(1, 3))
    def start(self, head: int, cache: int, attempts: int) -> None:
        self._patch = pytest.MonkeyPatch()
        for module, name, value in (
            (frontier_queues, "_FEWEST_PLACES", 1),
            (frontier_queues, "_READ_AHEAD", 2),
            (frontier_queues, "_MOST_AHEAD", 3),
            (frontier_links, "_MOST_IN_BATCH", 3),
        ):
            self._patch.setattr(module, name, value)
        self.folder = tempfile.TemporaryDirectory()
        self.lives = Lives(Path(self.folder.name), max_attempts=attempts, head=head, cache=cache)
        self.model = FrontierModel(attempts)
        self.version = 1

    @rule(target=pushed, name=st.sampled_from(NAMES), score=SCORES, number=st.integers(0, 99))
    def push(self, name: str, score: float, number: int) -> str:
        host, payload = HOSTS[int(name) % len(HOSTS)], str(number).encode()
        expected = self.model.push(name, host, score, payload)
        assert self.lives.frontier.push(entry(name, score, host, payload)) == expected
        return name

    @rule(name=pushed, score=SCORES, number=st.integers(0, 99))
    def again(self, name: str, score: float, number: int) -> None:
        host, payload = HOSTS[int(name) % len(HOSTS)], f"again {number}".encode()
        self.model.again(name, host, score, payload)
        self.lives.frontier.again(entry(name, score, host, payload))

    @rule(names=st.lists(st.tuples(st.sampled_from(NAMES), SCORES), max_size=20))
    def push_many(self, names: list[tuple[str, float]]) -> None:
        for name, score in names:
            self.push(name, score, 0)

    @rule(ready=st.sets(st.sampled_from(HOSTS), min_size=1), times=st.integers(1, 5))
    def lease(self, ready: set[str], times: int) -> None:
        for _ in range(times):
            found = self.lives.frontier.lease(lambda host, score: host in ready)
            expected = self.model.lease(ready)
            if expected is None:
                assert found is None
            else:
                assert found is not None
                assert (found.key, found.score, found.payload) == (
                    key_of(expected.name),
                    expected.score,
                    expected.payload,
                )

    @rule(name=pushed, state=st.sampled_from([State.DONE, State.WAITING, State.DEAD]))
    def settle(self, name: str, state: State) -> None:
        self.model.settle(name, state)
        frontier, key = self.lives.frontier, key_of(name)
        if state is State.DONE:
            frontier.done(key)
        elif state is State.WAITING:
            frontier.release(key)
        else:
            frontier.dead(key, "给错了")

    @rule(name=pushed)
    def fetched(self, name: str) -> None:
        self.model.fetched(name)
        self.lives.frontier.fetched(key_of(name))

    @precondition(lambda self: self.model.names(State.LEASED))
    @rule(state=st.sampled_from([State.DONE, State.WAITING]), choice=st.integers(0, 100))
    def settle_leased(self, state: State, choice: int) -> None:
        held = self.model.names(State.LEASED)
        self.settle(held[choice % len(held)], state)

    @rule(host=st.sampled_from(HOSTS), score=SCORES, chunk=st.integers(1, 5))
    def rescore_host(self, host: str, score: float, chunk: int) -> None:
        names = [name for name, link in self.model.links.items() if link.host == host]
        expected = self.model.rescore(names, score)
        assert (
            sum(self.lives.frontier.rescore(lambda one: score, model=1, host=host, chunk=chunk)) == expected
        )

    @rule(score=SCORES)
    def rescore_all(self, score: float) -> None:
        expected = self.model.rescore(list(self.model.links), score)
        self.version += 1
        steps = self.lives.frontier.rescore(
            lambda one: score, model=self.version, model_before=self.version, chunk=4
        )
        assert sum(steps) == expected

    @rule()
    def flush(self) -> None:
        self.lives.frontier.flush()

    @rule()
    def crash(self) -> None:
        self.lives.crash()
        self.model.crash()

    @rule()
    def restart(self) -> None:
        self.lives.restart()
        self.model.close()

    @rule()
    def forget_everything(self) -> None:
        self.lives.frontier.fresh()
        self.model = FrontierModel(self.model.max_attempts)

    @invariant()
    def counts_are_right(self) -> None:
        assert self.lives.frontier.counts() == self.model.counts()

    @rule()
    def states_are_right(self) -> None:
        for name in NAMES:
            link = self.model.links.get(name)
            assert self.lives.frontier.state(key_of(name)) == (None if link is None else link.state)

    def teardown(self) -> None:
        if hasattr(self, "lives"):
            frontier = self.lives.frontier
            for _ in range(100):
                for name in self.model.names(State.LEASED):
                    self.settle(name, State.DONE)
                self.lease(set(HOSTS), 1)
            assert frontier.counts().waiting == 0
            with closing(sqlite3.connect(self.lives.writer.path)) as connection:
                frontier.flush()
                rows = connection.execute("SELECT sum(done), sum(dead) FROM hosts").fetchone()
                assert tuple(map(int, (value or 0 for value in rows))) == (
                    frontier.counts().done,
                    frontier.counts().dead,
                )
            self.lives.end()
            self.folder.cleanup()
            self._patch.undo()


AgainstTheModel.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestAgainstTheModel = AgainstTheModel.TestCase
