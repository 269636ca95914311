from __future__ import annotations

import contextlib
import inspect
import random
import re
import time
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
import redis
from storage.frontier.contract import FrontierContract, any_host, entry, key_of
from storage.redis.sharing import Join, killed, leased_soon

from topiccrawl import settings
from topiccrawl.errors import StorageError
from topiccrawl.storage.frontier.contract import Counts, Entry, Frontier, State
from topiccrawl.storage.redis.connection import connect
from topiccrawl.storage.redis.frontier import RedisFrontier
from topiccrawl.storage.redis.view import RedisFrontierView


class TestContract(FrontierContract):
    @pytest.fixture(autouse=True)
    def _made_by(self, join: Join) -> None:
        self._join = join

    def make(self) -> Frontier[Any]:
        return self._join()


class TestSharing:
    def test_a_retry_may_go_to_any_worker_and_only_the_holder_makes_it(self, join: Join) -> None:
        here, there = join(limit_per_host=1), join(limit_per_host=1)
        here.push(entry("甲"))
        assert leased_soon(here).payload.decode() == "甲"
        there.again(entry("甲", payload="抢".encode()))
        assert there.sync()
        assert there.counts() == Counts(leased=1)
        here.again(entry("甲", 0.25, payload="再试".encode()))  # its host has room again, too
        assert here.sync()
        found = leased_soon(there)
        assert (found.payload.decode(), found.score) == ("再试", 0.25)
        there.done(found.key)
        assert there.counts() == Counts(done=1)

    def test_the_best_comes_first_over_all_workers(self, join: Join) -> None:
        workers = [join() for _ in range(3)]
        rnd = random.Random(3)
        scores = [rnd.random() for _ in range(150)]
        for number, score in enumerate(scores):
            workers[number % 3].push(entry(number, score, f"{rnd.randrange(40)}.example.cn"))
        for worker in workers:
            worker.sync()
        time.sleep(0.11)  # a worker's news of the others is that old at most
        found = [leased_soon(workers[rnd.randrange(3)]).score for _ in scores]
        assert found == sorted(scores, reverse=True)

    def test_an_address_that_two_find_is_leased_once_with_the_higher_score(self, join: Join) -> None:
        one, other = join(), join()
        one.push(entry("甲", 0.4, payload=b"low"))
        other.push(entry("甲", 0.6, payload=b"high"))  # before either has told the server
        one.sync()
        other.sync()
        assert other.repeats == 1
        leased = leased_soon(one)
        assert (leased.score, leased.payload) == (0.6, b"high")
        assert one.counts() == Counts(leased=1)

    @pytest.mark.parametrize("seed", range(4))
    def test_whatever_workers_do_nothing_is_lost_or_leased_twice(self, join: Join, seed: int) -> None:
        rnd = random.Random(seed)
        workers = [join(limit_per_host=3, remember=rnd.choice((8, 1000))) for _ in range(3)]
        held: dict[bytes, RedisFrontier] = {}
        pushed: set[int] = set()
        settled: set[bytes] = set()
        for _ in range(600):
            worker = rnd.choice(workers)
            choice = rnd.random()
            if choice < 0.45:
                name = rnd.randrange(150)
                assert worker.push(entry(name, rnd.random(), f"{name % 6}.example.cn")) <= (
                    name not in pushed
                )
                pushed.add(name)
                worker.sync()
            elif choice < 0.75:
                leased = worker.lease(any_host)
                if leased is not None:
                    assert leased.key not in held
                    assert leased.key not in settled
                    held[leased.key] = worker
            elif held:
                key = rnd.choice(list(held))
                holder = held.pop(key)
                if choice < 0.85:
                    holder.release(key)
                else:
                    settled.add(key)
                    holder.done(key)
                holder.sync()
        for key, holder in held.items():
            holder.release(key)
        for worker in workers:
            worker.sync()
        counts = workers[0].counts()
        assert counts == Counts(waiting=len(pushed) - len(settled), done=len(settled))
        while (leased := workers[0].lease(any_host)) is not None:
            workers[0].done(leased.key)
        assert workers[0].counts() == Counts(done=len(pushed))

    def test_a_worker_that_ends_gives_back_what_it_holds(self, join: Join, view: RedisFrontierView) -> None:
        one, other = join(), join()
        one.push(entry("甲"))
        leased_soon(one)
        one.close()
        leased = leased_soon(other)
        assert leased == entry("甲")
        found = view.find(leased.key)
        assert found.attempts == 1  # the lease it is held by now; the first one counted as none

    def test_workers_of_other_crawls_are_strangers(self, join: Join) -> None:
        one, other = join("党建"), join("环保")
        one.push(entry("甲"))
        one.sync()
        assert other.lease(any_host) is None
        assert other.push(entry("甲"))


class TestHosts:
    def test_the_limit_holds_over_all_workers(self, join: Join) -> None:
        one, other = join(limit_per_host=2), join(limit_per_host=2)
        for number in range(5):
            one.push(entry(number, 0.9, "a.example.cn"))
        one.push(entry("other host", 0.1, "b.example.cn"))
        first, second = leased_soon(one), leased_soon(other)
        assert {first.host, second.host} == {"a.example.cn"}
        assert leased_soon(other).host == "b.example.cn"
        assert one.lease(any_host) is None
        one.done(first.key)
        assert leased_soon(one).host == "a.example.cn"

    def test_a_fetched_address_makes_room_before_it_is_settled(self, join: Join) -> None:
        worker = join(limit_per_host=1)
        worker.push(entry("甲"))
        worker.push(entry("乙"))
        leased = leased_soon(worker)
        assert worker.lease(any_host) is None
        worker.fetched(leased.key)
        assert leased_soon(worker).key == key_of("乙")
        worker.fetched(leased.key)  # once only
        worker.done(leased.key)
        worker.push(entry("丙"))
        assert worker.lease(any_host) is None
        assert worker.counts() == Counts(waiting=1, leased=1, done=1)

    def test_a_dead_workers_fetches_leave_room(self, join: Join) -> None:
        one, other = (join(limit_per_host=1, lease_seconds=0.4) for _ in range(2))
        one.push(entry("甲"))
        one.push(entry("乙"))
        leased_soon(one)
        killed(one)
        assert other.lease(any_host) is None
        assert leased_soon(other).host == "a.example.cn"

    def test_the_delay_holds_over_all_workers(self, join: Join) -> None:
        workers = [join(delay_of={"a.example.cn": 0.1, "b.example.cn": 0.0}.__getitem__) for _ in range(2)]
        for number in range(6):
            workers[0].push(entry(number, 0.9, "a.example.cn"))
            workers[0].push(entry(-number - 1, 0.1, "b.example.cn"))
        workers[0].sync()
        asked: list[float] = []
        times: list[float] = []
        others = 0
        while len(times) < 6:
            for worker in workers:
                began = time.monotonic()
                if (leased := worker.lease(any_host)) is not None:
                    if leased.host == "a.example.cn":
                        asked.append(began)
                        times.append(time.monotonic())
                    else:
                        others += 1
        # Redis leased it some time after the worker asked, and before the worker knew.
        assert min(later - earlier for earlier, later in zip(asked[:-1], times[1:], strict=True)) > 0.09
        gaps = [later - earlier for earlier, later in pairwise(times)]
        assert sum(gaps) < 5.0  # asked as soon as may be: no gap is that of a lost turn
        assert others == 6  # and the host without a delay meanwhile

    def test_many_hosts_that_are_not_ready_hide_none_that_is(self, join: Join) -> None:
        worker = join()
        for number in range(500):
            worker.push(entry(number, 0.9, f"{number}.busy.example.cn"))
        worker.push(entry("free", 0.1, "free.example.cn"))
        leased = worker.lease(lambda host, score: host == "free.example.cn")
        assert leased.host == "free.example.cn"


class TestFresh:
    def test_a_fresh_start_forgets_everything_of_the_crawl_alone(self, join: Join, redis_url: str) -> None:
        join("环保").push(entry("其他"))
        old = join()
        for number in range(30):
            old.push(entry(number, 0.5, f"{number}.example.cn"))
        leased_soon(old)
        old.close()
        client = redis.Redis.from_url(redis_url)
        new = join(fresh=True)
        assert new.counts() == Counts()
        assert new.lease(any_host) is None
        assert sorted(client.keys("党建:*")) == sorted(
            name.encode() for name in ("党建:counts", "党建:workers")
        )
        assert new.push(entry(1))
        assert leased_soon(new) == entry(1)

    def test_it_is_refused_while_another_worker_holds_leases(self, join: Join) -> None:
        one = join()
        one.push(entry("甲"))
        leased = leased_soon(one)
        with pytest.raises(StorageError, match=r"'党建' cannot be emptied: worker .*:\d+:.* holds leases"):
            join(fresh=True)
        one.done(leased.key)
        one.sync()
        join(fresh=True)
        assert one.counts() == Counts()
        assert one.push(entry("甲"))  # what it knew is no more


class TestMemoryOfAddresses:
    def test_a_known_address_is_not_asked_for_again(self, join: Join, redis_url: str) -> None:
        worker, client = join(), redis.Redis.from_url(redis_url)
        for number in range(50):
            worker.push(entry(number))
        worker.sync()
        calls = client.info("stats")["total_commands_processed"]
        for number in range(50):
            assert not worker.push(entry(number, 0.4))
            assert worker.state(key_of(number)) is State.WAITING
        assert client.info("stats")["total_commands_processed"] - calls < 10


class TestErrors:
    def test_a_password_is_never_told(self) -> None:
        with pytest.raises(StorageError) as raised:
            RedisFrontier(connect("redis://:geheim@127.0.0.1:1/0"), "党建")
        assert "geheim" not in str(raised.value)

    def test_an_address_that_is_none_is_told_without_its_password(self) -> None:
        for url in (
            "redis://:ge/heim@h:port/0?password=heim",
            "redis://h:port/0?password=geheim",
            "u:geheim@h",
        ):
            with pytest.raises(StorageError, match=r"h.*: not a Redis URL") as raised:
                connect(url)
            assert not re.search("ge|heim", str(raised.value))

    def test_parameters_that_are_none(self) -> None:
        with pytest.raises(StorageError, match="cannot be used"):
            connect("redis://127.0.0.1/", {"no_such_parameter": 1})
        with pytest.raises(StorageError, match="decode_responses"):
            connect("redis://127.0.0.1/", {"decode_responses": True})

    def test_keys_of_another_program(self, join: Join, redis_url: str) -> None:
        worker = join()
        redis.Redis.from_url(redis_url).sadd("党建:dupefilter", "a fingerprint of scrapy-redis")
        worker.push(entry("甲"))
        with pytest.raises(StorageError, match="plain scrapy-redis"):
            worker.sync()
        redis.Redis.from_url(redis_url).delete("党建:dupefilter")
        end = time.monotonic() + 20
        while time.monotonic() < end:  # the worker's sign of life notices
            with contextlib.suppress(StorageError):
                worker.sync()
                break
            time.sleep(0.01)

    @pytest.mark.parametrize(
        "bad",
        [
            replace(entry("坏"), url="http://a.example.cn/\udce4"),
            replace(entry("坏"), why="\ud800"),
            replace(entry("坏"), host="\ud800.example.cn"),
        ],
    )
    def test_a_text_that_cannot_be_sent_is_refused_alone(self, join: Join, bad: Entry[bytes]) -> None:
        worker = join()
        worker.push(entry("甲"))
        with pytest.raises(ValueError, match="surrogates"):
            worker.push(bad)
        worker.push(entry("乙"))
        assert worker.state(bad.key) is None
        assert leased_soon(worker).key == key_of("甲")
        assert leased_soon(worker).key == key_of("乙")


def test_a_frontier_without_settings_has_the_lease_of_the_setting():
    own = inspect.signature(RedisFrontier).parameters["lease_seconds"].default
    assert own == settings.TOPICCRAWL_LEASE_SECONDS
