"""What a frontier makes of the death of a worker whose culprit is known, or whose answers had begun."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from storage.frontier.contract import any_host, entry, key_of
from storage.frontier.sqlite.lives import Lives
from storage.redis.sharing import killed

from topiccrawl.storage.frontier.contract import Counts, Frontier, Inheritance, State
from topiccrawl.storage.redis.connection import connect
from topiccrawl.storage.redis.frontier import RedisFrontier


class SqliteLives:
    """Workers of which each finds what the one before left in the file when it died."""

    name = ""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lives: AnyLives | None = None

    def next(self, inherited: Inheritance | None = None, most: int = 5) -> Frontier[bytes]:
        options = {"max_attempts": most, "inherited": inherited or Inheritance()}
        if self._lives is None:
            self._lives = Lives(self._folder, **options)
        else:
            self._lives.crash(**options)
        return self._lives.frontier

    def close(self) -> None:
        if self._lives is not None:
            self._lives.end()


class RedisLives:
    """Workers of which each dies before the next one comes, and the next one knows it."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._last: RedisFrontier | None = None
        self.name = ""

    def next(self, inherited: Inheritance | None = None, most: int = 5) -> Frontier[bytes]:
        if self._last is not None:
            self._last.sync()
            self._kill()
        condemned = {} if inherited is None else inherited.condemned
        given = Inheritance(self.name, condemned)
        self._last = RedisFrontier(connect(self._url), "党建", max_attempts=most, inherited=given)
        self.name = self._last.worker
        return self._last

    def _kill(self) -> None:
        assert self._last is not None
        killed(self._last)

    def close(self) -> None:
        if self._last is not None:
            self._last.close()


AnyLives = SqliteLives | RedisLives


@pytest.fixture(params=["sqlite", "redis"])
def lives(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    made: AnyLives = (
        SqliteLives(tmp_path)
        if request.param == "sqlite"
        else RedisLives(request.getfixturevalue("redis_url"))
    )
    yield made
    made.close()


def hold(frontier: Frontier[bytes], *names: str) -> None:
    """Push and lease some addresses."""
    for name in names:
        frontier.push(entry(name))
    for _ in names:
        assert frontier.lease(any_host) is not None


def test_the_culprit_is_a_dead_letter_at_once_and_the_others_are_free(lives: AnyLives) -> None:
    hold(lives.next(), "甲", "乙", "丙")
    frontier = lives.next(Inheritance(condemned={key_of("乙"): "took more than 20 s to read"}))
    assert frontier.counts() == Counts(waiting=2, dead=1)
    assert frontier.state(key_of("乙")) is State.DEAD
    # Nobody is on trial: both are leased at the same time.
    leased = [frontier.lease(any_host), frontier.lease(any_host)]
    assert [one.payload.decode() for one in leased if one] == ["甲", "丙"]


def test_a_culprit_that_waits_again_is_a_dead_letter_too(lives: AnyLives) -> None:
    first = lives.next()
    hold(first, "甲")
    first.push(entry("乙"))
    frontier = lives.next(Inheritance(condemned={key_of("乙"): "froze", key_of("没有"): "froze"}))
    assert frontier.state(key_of("乙")) is State.DEAD
    assert frontier.counts() == Counts(waiting=1, dead=1)


def test_without_a_culprit_they_are_on_trial(lives: AnyLives) -> None:
    hold(lives.next(), "甲", "乙")
    frontier = lives.next()
    assert frontier.counts() == Counts(waiting=2)
    assert frontier.lease(any_host) is not None
    assert frontier.lease(any_host) is None


def crashes(lives: AnyLives, then: Callable[[Frontier[bytes]], None]) -> int:
    """Crashes until an address is a dead letter, when each comes at the same point."""
    frontier = lives.next(most=3)
    frontier.push(entry("甲"))
    for number in range(60):
        if frontier.lease(any_host) is None:
            return number
        then(frontier)
        frontier = lives.next(most=3)
    raise AssertionError("never")


def test_a_crash_while_an_answer_comes_counts_in_full(lives: AnyLives) -> None:
    assert crashes(lives, lambda frontier: frontier.answering(key_of("甲"))) == 3


def test_a_crash_before_any_answer_hardly_counts(lives: AnyLives) -> None:
    assert crashes(lives, lambda frontier: None) >= 20


def test_an_answer_may_begin_and_end(lives: AnyLives) -> None:
    frontier = lives.next()
    hold(frontier, "甲")
    for step in (frontier.answering, frontier.answering, frontier.fetched, frontier.done, frontier.answering):
        step(key_of("甲"))
    assert frontier.state(key_of("甲")) is State.DONE
    assert frontier.counts() == Counts(done=1)


def test_an_answer_that_has_begun_keeps_its_host_busy(redis_url: str) -> None:
    frontier = RedisFrontier(connect(redis_url), f"党建{os.getpid()}", limit_per_host=1)
    try:
        hold(frontier, "甲")
        frontier.push(entry("乙"))
        frontier.answering(key_of("甲"))
        assert frontier.lease(any_host) is None
        frontier.fetched(key_of("甲"))
        assert frontier.lease(any_host) is not None
    finally:
        frontier.close()
