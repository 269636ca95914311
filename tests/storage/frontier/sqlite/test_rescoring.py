"""Links that are scored again."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from storage.frontier.contract import entry, key_of
from storage.frontier.sqlite.lives import drained, leased

from topiccrawl.storage.frontier.contract import Counts, Entry
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier


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
