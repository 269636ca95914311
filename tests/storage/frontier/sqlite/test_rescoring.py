"""Links that are scored again, in the file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from storage.frontier.contract import entry, key_of
from storage.frontier.sqlite.lives import Lives, drained, leased

from topiccrawl.storage.frontier.contract import Counts
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier


@pytest.mark.parametrize("flushed", [False, True])
def test_links_beyond_the_heads_in_memory_are_scored_too(frontier: SqliteFrontier, flushed: bool) -> None:
    for number in range(300):
        frontier.push(entry(number, number / 1000, f"{number % 3}.example.cn"))
    assert [leased(frontier) for _ in range(2)] == ["299", "298"]
    frontier.done(key_of(299))
    if flushed:
        frontier.flush()
    frontier.rescore({key_of(number): 1 - number / 1000 for number in range(300) if number % 3 == 1})
    scores = {n: 1 - n / 1000 if n % 3 == 1 and n < 298 else n / 1000 for n in range(299)}
    assert frontier.counts() == Counts(waiting=298, leased=1, done=1)
    frontier.release(key_of(298))
    assert drained(frontier) == [str(n) for n in sorted(scores, key=lambda n: (-scores[n], n))]


def test_new_scores_are_in_the_file(frontier: SqliteFrontier, path: Path) -> None:
    for number in range(9):
        frontier.push(entry(number, 0.1))
    frontier.flush()
    frontier.rescore({key_of(number): 0.7 for number in range(5)})
    frontier.flush()
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT score, count(*) FROM links GROUP BY 1 ORDER BY 1").fetchall()
    assert rows == [(0.1, 4), (0.7, 5)]


def test_a_crash_keeps_the_new_scores_that_were_written(tmp_path: Path) -> None:
    lives = Lives(tmp_path)
    for number in range(6):
        lives.frontier.push(entry(number, number / 10))
    lives.frontier.rescore({key_of(number): 0.9 - number / 10 for number in range(6)})
    lives.crash()
    lives.frontier.rescore({key_of(5): 0.95})  # learned again, and more
    lives.crash()
    assert drained(lives.frontier) == ["5", "0", "1", "2", "3", "4"]
    lives.end()
