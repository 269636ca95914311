"""The frontier as the commands see it."""

from __future__ import annotations

import random

import pytest
from storage.frontier.contract import entry, key_of
from storage.redis.sharing import Join, leased_soon

from topiccrawl.errors import StorageError
from topiccrawl.storage.frontier.contract import Counts, State
from topiccrawl.storage.redis.connection import connect
from topiccrawl.storage.redis.view import RedisFrontierView


class TestView:
    def test_it_shows_the_crawl(self, join: Join, view: RedisFrontierView) -> None:
        worker = join()
        rnd = random.Random(5)
        scores = {number: rnd.random() for number in range(300)}
        for number, score in scores.items():
            worker.push(entry(number, score, f"{number % 3}.example.cn"))
        leased, given_up = leased_soon(worker), leased_soon(worker)
        worker.sync()
        newest = view.newest(4)
        assert {link.key for link in newest[:2]} == {leased.key, given_up.key}
        assert [link.state for link in newest] == [State.LEASED] * 2 + [State.WAITING] * 2
        assert len(view.newest(1)) == 1
        worker.done(leased.key)
        worker.dead(given_up.key, "超时")
        worker.sync()
        assert view.counts() == worker.counts() == Counts(waiting=298, done=1, dead=1)
        best = sorted(scores.values(), reverse=True)[2:132]
        assert [link.score for link in view.top(130)] == best
        hosts = dict(view.hosts(5))
        assert sum(counts.waiting for counts in hosts.values()) == 298
        assert hosts[leased.host].done == 1
        assert hosts[given_up.host].dead == 1
        assert len(view.hosts(2)) == 2
        (letter,) = view.dead(5)
        assert (letter.url, letter.reason, letter.state) == (given_up.url, "超时", State.DEAD)

    def test_it_finds_one_address(self, join: Join, view: RedisFrontierView) -> None:
        worker = join()
        worker.push(entry("甲", 0.3, "党建.example.cn", b"request"))
        worker.sync()
        found = view.find(key_of("甲"))
        assert (found.url, found.host, found.score) == ("http://党建.example.cn/甲", "党建.example.cn", 0.3)
        assert (found.state, found.payload, found.attempts) == (State.WAITING, b"request", 0)
        worker.done(leased_soon(worker).key)
        worker.sync()
        found = view.find(key_of("甲"))
        assert (found.state, found.payload, found.url) == (State.DONE, None, "http://党建.example.cn/甲")
        assert view.find(key_of("乙")) is None

    def test_chosen_dead_addresses_wait_again(self, join: Join, view: RedisFrontierView) -> None:
        worker = join()
        for number in range(4):
            worker.push(entry(number, 0.5 + number / 10))
        for _ in range(3):
            worker.dead(leased_soon(worker).key, "不行")
        worker.sync()
        assert [link.url[-1] for link in view.dead(2)] == ["1", "2"]
        assert view.requeue([key_of(2), key_of(0), key_of("nobody's")]) == 1
        assert view.counts() == Counts(waiting=2, dead=2)
        assert leased_soon(worker).key == key_of(2)

    def test_a_frontier_that_was_never_made(self, redis_url: str) -> None:
        with pytest.raises(StorageError, match="no frontier '党建'"):
            RedisFrontierView(connect(redis_url), "党建")
