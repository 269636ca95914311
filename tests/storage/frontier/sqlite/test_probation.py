"""Links that were held when a process died."""

from __future__ import annotations

import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from storage.frontier.contract import any_host, entry, key_of
from storage.frontier.sqlite.lives import Lives, leased

from topiccrawl.storage.frontier.contract import Counts, State
from topiccrawl.storage.frontier.sqlite.recovery import Reclaimed


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
