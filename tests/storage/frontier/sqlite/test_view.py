"""The frontier as the commands see it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from storage.frontier.contract import entry, key_of
from storage.frontier.sqlite.lives import TOPIC, leased

from topiccrawl.errors import StorageError
from topiccrawl.storage.frontier.contract import Counts, State
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.storage.frontier.sqlite.view import SqliteFrontierView
from topiccrawl.storage.sqlite.writer import SqliteWriter


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

    def test_newest_are_those_being_visited_then_those_found_last(self, view: SqliteFrontierView) -> None:
        found = view.newest(4)
        assert [(link.url.rpartition("/")[2], link.state) for link in found] == [
            ("36", State.LEASED),
            ("35", State.WAITING),
            ("34", State.WAITING),
            ("33", State.WAITING),
        ]
        assert [link.payload for link in found] == [None] * 4
        assert len(view.newest(1)) == 1

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
        assert (link.state, link.attempts, link.payload) == (State.LEASED, 1, b"36")
        settled = view.find(key_of(39))
        assert (settled.state, settled.url, settled.payload) == (State.DONE, "http://3.example.cn/39", None)
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
        self,
        view: SqliteFrontierView,
        frontier: SqliteFrontier,
        writer: SqliteWriter,
        path: Path,
        keys: Any,
        count: int,
    ) -> None:
        frontier.close()
        writer.close()
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
