"""The frontier in a SQLite file, within one process; see `test_kills` for processes that are killed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from servers.corpora import opened
from storage.frontier.contract import FrontierContract, any_host, entry, key_of
from storage.frontier.sqlite.lives import TOPIC, drained, leased

from topiccrawl.errors import RowRefusedError, StorageError
from topiccrawl.storage.frontier.contract import Counts, Entry, Frontier
from topiccrawl.storage.frontier.sqlite import live_links
from topiccrawl.storage.frontier.sqlite import queues as frontier_queues
from topiccrawl.storage.frontier.sqlite import reader as frontier_reader
from topiccrawl.storage.frontier.sqlite import view as frontier_sqlite_view
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.storage.sqlite.writer import SqliteWriter


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
        monkeypatch.setattr(frontier_queues, "FEWEST_PLACES", 1)

    def make(self) -> Frontier[Any]:
        self.made.append(SqliteFrontier(self.writer, TOPIC, head=1, cache=1))
        return self.made[-1]


class TestAnswers:
    def test_a_page_that_kills_its_process_at_once_counts_from_the_first_time(
        self, writer: SqliteWriter
    ) -> None:
        frontier = SqliteFrontier(writer, TOPIC)
        with closing(sqlite3.connect(writer.path)) as reader:
            for number in range(20):
                frontier.push(entry(number))
                assert frontier.lease(any_host) is not None
                frontier.answering(key_of(number))
                # Only what is committed outlives the process.
                (held,) = reader.execute("SELECT count(*) FROM links WHERE state = 1").fetchone()
                assert held == number + 1


class TestScores:
    def test_scores_are_written_together_after_a_while(
        self, writer: SqliteWriter, frontier: SqliteFrontier, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clock = 100.0
        monkeypatch.setattr(live_links, "time", SimpleNamespace(monotonic=lambda: clock))
        frontier.push(entry(1, 0.2))
        frontier.push(entry(2, 0.3))
        frontier.flush()
        with closing(sqlite3.connect(writer.path)) as reader:

            def scores() -> list[float]:
                writer.flush()
                return [score for (score,) in reader.execute("SELECT score FROM links ORDER BY id")]

            frontier.rescore({key_of(1): 0.5, key_of(2): 0.4})
            frontier.rescore({key_of(1): 0.6})
            assert (frontier.score(key_of(1)), scores()) == (0.6, [0.2, 0.3])
            clock += 6
            assert frontier.lease(lambda host, score: False) is None
            assert scores() == [0.6, 0.4]
            frontier.rescore({key_of(2): 0.7})
            frontier.flush()
            assert scores() == [0.6, 0.7]
        assert leased(frontier) == "2"


class TestReopening:
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
        with pytest.raises(StorageError, match=r"without a number.*another program"):
            SqliteFrontier(writer, TOPIC)


class TestFresh:
    @pytest.mark.parametrize("others", [False, True])
    def test_a_fresh_frontier_knows_nothing_and_spares_the_rest(
        self, tmp_path: Path, others: bool, page: Callable[..., Any]
    ) -> None:
        store = opened(f"sqlite:///{tmp_path / 'corpus.db'}")
        store.write([page(1)])
        other = SqliteFrontier(store.writer, "别的")
        if others:
            other.push(entry("别的"))
        frontier = SqliteFrontier(store.writer, TOPIC)
        for number in range(30):
            frontier.push(entry(number, host=f"{number}.example.cn"))
        frontier.lease(any_host)
        frontier.close()
        frontier = SqliteFrontier(store.writer, TOPIC, fresh=True)
        assert frontier.counts() == Counts()
        assert frontier.lease(any_host) is None
        assert frontier.state(key_of(4)) is None
        assert frontier.push(entry(3))
        assert drained(frontier) == ["3"]
        assert drained(other) == (["别的"] if others else [])
        assert list(store.read_pages(TOPIC, ("url",))) == [{"url": "http://127.0.0.1/1"}]
        other.close()
        frontier.close()
        store.close()


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
        with SqliteWriter(path) as writer:
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
        with SqliteWriter(path, patience=0.3) as writer:
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
            (frontier_reader.by_key(5), "INDEX sqlite_autoindex_links_1 (topic=? AND key=?)"),
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
