from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import redis
from servers.redis import Redis
from storage.frontier.contract import FrontierContract, any_host, entry, key_of

from topiccrawl.errors import StorageError
from topiccrawl.storage.frontier.contract import Counts, Entry, Frontier, State
from topiccrawl.storage.redis.connection import connect
from topiccrawl.storage.redis.frontier import RedisFrontier
from topiccrawl.storage.redis.view import RedisFrontierView

Join = Callable[..., RedisFrontier]


@pytest.fixture
def join(redis_url: str) -> Iterator[Join]:
    """Makes workers of one crawl; those still there at the end leave."""
    workers: list[RedisFrontier] = []

    def make(prefix: str = "党建", timeout: float = 3.0, **options: Any) -> RedisFrontier:
        client = connect(redis_url, {"socket_timeout": timeout})
        workers.append(RedisFrontier(client, prefix, **options))
        return workers[-1]

    yield make
    for worker in workers:
        worker.close()


@pytest.fixture
def view(redis_url: str, join: Join) -> Iterator[RedisFrontierView]:
    """The crawl seen from outside."""
    join().close()
    seen = RedisFrontierView(connect(redis_url), "党建")
    yield seen
    seen.close()


def killed(worker: RedisFrontier) -> None:
    """The worker shows no more sign of life, and says nothing."""
    worker._link.stop()
    worker._closed = True


def await_leased(worker: RedisFrontier, leased: int) -> None:
    """Wait until no more than so many are leased."""
    end = time.monotonic() + 20.0
    while worker.counts().leased > leased:
        assert time.monotonic() < end, "the leases of a dead worker are kept"
        time.sleep(0.01)


def leased_soon(worker: RedisFrontier, seconds: float = 20.0) -> Any:
    """What the worker gets as soon as there is something."""
    end = time.monotonic() + seconds
    while (leased := worker.lease(any_host)) is None:
        assert time.monotonic() < end, "nothing to lease"
        time.sleep(0.01)
    return leased


class TestContract(FrontierContract):
    @pytest.fixture(autouse=True)
    def _made_by(self, join: Join) -> None:
        self._join = join

    def make(self) -> Frontier[Any]:
        return self._join()


class TestSharing:
    def test_what_one_worker_finds_another_leases(self, join: Join) -> None:
        one, other = join(), join()
        given = entry("甲", 0.25, "党建.example.cn")
        assert one.push(given)
        assert one.sync()
        assert not other.push(given)
        assert other.state(given.key) is State.WAITING
        assert leased_soon(other) == given
        assert one.lease(any_host) is None
        assert one.counts() == Counts(leased=1)

    def test_only_the_holder_can_end_a_lease(self, join: Join) -> None:
        one, other = join(), join()
        one.push(entry("甲"))
        leased = leased_soon(one)
        for settle in (other.done, other.release, lambda key: other.dead(key, "不是我的")):
            settle(leased.key)
        assert other.counts() == Counts(leased=1)

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
        assert found is not None
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
        times: list[float] = []
        others = 0
        while len(times) < 6:
            for worker in workers:
                if (leased := worker.lease(any_host)) is not None:
                    if leased.host == "a.example.cn":
                        times.append(time.monotonic())
                    else:
                        others += 1
        gaps = [later - earlier for earlier, later in pairwise(times)]
        assert min(gaps) > 0.09
        assert sum(gaps) < 5.0  # asked as soon as may be: no gap is that of a lost turn
        assert others == 6  # and the host without a delay meanwhile

    def test_many_hosts_that_are_not_ready_hide_none_that_is(self, join: Join) -> None:
        worker = join()
        for number in range(500):
            worker.push(entry(number, 0.9, f"{number}.busy.example.cn"))
        worker.push(entry("free", 0.1, "free.example.cn"))
        leased = worker.lease(lambda host, score: host == "free.example.cn")
        assert leased is not None
        assert leased.host == "free.example.cn"


class TestDeadWorkers:
    def test_what_a_dead_worker_held_is_leased_again_with_its_score(
        self, join: Join, view: RedisFrontierView
    ) -> None:
        one, other = join(lease_seconds=0.5), join(lease_seconds=0.5)
        one.push(entry("甲", 0.7, payload=b"request"))
        leased = leased_soon(one)
        killed(one)
        start = time.monotonic()
        assert leased_soon(other) == leased
        assert time.monotonic() - start > 0.2
        found = view.find(leased.key)
        assert found is not None
        assert found.attempts == 1.1

    def test_a_busy_worker_keeps_its_leases(self, join: Join) -> None:
        one, other = join(lease_seconds=1.0), join(lease_seconds=1.0)
        one.push(entry("甲"))
        leased = leased_soon(one)
        end = time.monotonic() + 2.2
        while time.monotonic() < end:  # parses, and does not come to the frontier
            sum(range(1000))
        assert other.lease(any_host) is None
        one.done(leased.key)
        assert one.counts() == Counts(done=1)

    def test_a_paused_worker_has_lost_its_leases_and_disturbs_nobody(self, join: Join) -> None:
        one, other = join(lease_seconds=0.4), join(lease_seconds=0.4)
        one.push(entry("甲"))
        one.push(entry("乙", 0.1))
        leased = leased_soon(one)
        one._link.stop()  # as if stopped: nothing is renewed
        await_leased(other, 0)
        assert leased_soon(other) == leased
        one.done(leased.key)  # goes on, and knows nothing of it
        one.sync()
        assert other.counts() == Counts(waiting=1, leased=1)
        assert leased_soon(one).key == key_of("乙")
        other.done(leased.key)
        assert other.counts() == Counts(leased=1, done=1)

    def test_one_address_on_probation_at_a_time_for_each_worker(self, join: Join) -> None:
        one, other, third = (join(lease_seconds=0.4) for _ in range(3))
        for number in range(3):
            one.push(entry(number, 0.9))
            leased_soon(one)
        killed(one)
        await_leased(other, 0)
        other.push(entry("fresh", 0.1))
        first = leased_soon(other)
        assert first.score == 0.9
        assert leased_soon(other).score == 0.1  # the two others wait
        assert other.lease(any_host) is None
        assert leased_soon(third).score == 0.9  # another worker may hold one as well
        assert third.lease(any_host) is None
        other.done(first.key)
        assert leased_soon(other).score == 0.9

    def test_kills_before_an_answer_comes_make_no_dead_letter(self, join: Join) -> None:
        watcher = join(lease_seconds=0.3)
        watcher.push(entry("甲"))
        watcher.sync()
        for _ in range(4):
            victim = join(lease_seconds=0.3)
            assert leased_soon(victim).key == key_of("甲")
            killed(victim)
            await_leased(watcher, 0)
        assert watcher.counts() == Counts(waiting=1)

    def test_what_kills_its_workers_becomes_a_dead_letter(self, join: Join, view: RedisFrontierView) -> None:
        watcher = join(lease_seconds=0.3)
        for name, score in (("凶手", 0.9), ("邻居", 0.8)):
            watcher.push(entry(name, score, payload=b"request"))
        watcher.sync()
        for _ in range(3):
            victim = join(lease_seconds=0.3)
            while (held := leased_soon(victim)).key != key_of("凶手"):
                pass
            victim.fetched(held.key)
            victim.sync()
            victim.lease(any_host)
            killed(victim)
            await_leased(watcher, 0)
        (letter,) = view.dead(10)
        assert (letter.key, letter.attempts) == (key_of("凶手"), 3)
        assert letter.reason == "took part in 3 crashes"
        assert watcher.counts() == Counts(waiting=1, dead=1)
        assert view.requeue() == 1
        assert leased_soon(watcher) == entry("凶手", 0.9, payload=b"request")

    def test_a_server_that_was_away_for_long_costs_no_living_worker_its_leases(
        self, join: Join, redis_server: Redis
    ) -> None:
        one, other = join(lease_seconds=1.0), join(lease_seconds=1.0)
        one.push(entry("甲"))
        leased = leased_soon(one)
        redis_server.pause()
        time.sleep(1.6)
        redis_server.resume()
        end = time.monotonic() + 1.5
        while time.monotonic() < end:
            assert other.lease(any_host) is None
            time.sleep(0.02)
        one.done(leased.key)
        assert one.counts() == Counts(done=1)


class TestClock:
    def test_a_clock_that_is_set_back_stops_nobody(self, join: Join, redis_url: str) -> None:
        dying = join(lease_seconds=1.0, delay_of=lambda host: 0.2)
        for number in range(6):
            dying.push(entry(number, host=f"{number % 2}.example.cn"))
        assert dying.lease(any_host)
        assert dying.lease(any_host)
        killed(dying)
        # The server's own clock is out of reach: all that it has noted is put an hour ahead instead.
        server: Any = redis.Redis.from_url(redis_url)
        hour = 3_600_000
        for worker, end in server.zrange("党建:workers", 0, -1, withscores=True):
            server.zadd("党建:workers", {worker: end + hour})
        for host, record in server.hgetall("党建:hosts").items():
            fetches, next_time = record.split(b"|")
            server.hset("党建:hosts", host, b"%b|%d" % (fetches, int(next_time) + hour))
        server.hset("党建:counts", "grace", int(time.time() * 1000) + hour)
        server.hincrby("党建:counts", "seen", hour)
        server.close()
        worker = join(lease_seconds=1.0, delay_of=lambda host: 0.2)
        for _ in range(6):
            worker.done(leased_soon(worker).key)
        assert worker.counts() == Counts(done=6)


class TestOutages:
    def test_what_is_found_meanwhile_waits_and_nothing_is_lost(self, join: Join, redis_server: Redis) -> None:
        worker = join(timeout=0.2)
        worker.push(entry("甲"))
        leased = leased_soon(worker)
        redis_server.pause()
        worker.done(leased.key)
        for number in range(300):
            assert worker.push(entry(number, number / 1000, f"{number % 7}.example.cn"))
        start = time.monotonic()
        for _ in range(100):
            assert worker.lease(any_host) is None
        assert worker.counts().waiting == 300
        assert not worker.sync()
        assert time.monotonic() - start < 5.0  # the reactor is held up once, not with each call: 20 s
        redis_server.resume()
        assert leased_soon(worker).score == 0.299
        assert worker.counts() == Counts(waiting=299, leased=1, done=1)

    def test_a_server_that_stays_away_ends_the_crawl_with_a_reason(
        self, join: Join, redis_server: Redis
    ) -> None:
        worker = join(patience=0.3)
        worker.push(entry("甲"))
        redis_server.kill()
        assert worker.lease(any_host) is None
        time.sleep(0.4)
        with pytest.raises(StorageError, match=r"gave up after .*redis://127"):
            worker.lease(any_host)
        with pytest.raises(StorageError, match="gave up"):
            worker.close()

    def test_a_restart_on_the_append_only_file_loses_nothing(self) -> None:
        server = Redis(durable=True)
        server.start()
        try:
            one, other = (RedisFrontier(connect(server.url), "党建") for _ in range(2))
            for number in range(50):
                one.push(entry(number, 0.5, f"{number % 3}.example.cn"))
            leased = leased_soon(one)
            server.kill()
            assert one.push(entry("found meanwhile", 0.1))
            assert other.lease(any_host) is None
            server.start()
            found = {leased_soon(other).key for _ in range(49)}
            assert leased.key not in found
            one.done(leased.key)
            assert leased_soon(one).key == key_of("found meanwhile")
            assert one.counts() == Counts(leased=50, done=1)
            one.close()
            other.close()
        finally:
            server.stop()

    def test_a_server_that_forgot_everything_is_noticed(self, join: Join, redis_url: str) -> None:
        worker = join()
        worker.push(entry("甲"))
        leased_soon(worker)
        redis.Redis.from_url(redis_url).flushall()
        assert worker.counts() == Counts()
        assert worker.state(key_of("甲")) is None
        assert worker.push(entry("甲"))
        assert leased_soon(worker) == entry("甲")

    def test_a_server_that_came_back_as_it_was_before_is_asked_again(
        self, join: Join, redis_url: str, redis_server: Redis
    ) -> None:
        """A page and its links, settled in the seconds that the server lost."""
        worker, client = join(lease_seconds=0.9), redis.Redis.from_url(redis_url)
        worker.push(entry("甲"))
        leased = leased_soon(worker)
        keys = client.keys("*")
        before = {key: client.dump(key) for key in keys}
        worker.push(entry("link on 甲"))
        worker.done(leased.key)
        assert worker.counts() == Counts(waiting=1, done=1)
        redis_server.restart()
        for key, value in before.items():
            client.restore(key, 0, value)
        assert leased_soon(worker) == leased
        assert worker.push(entry("link on 甲"))

    def test_a_lease_whose_answer_was_lost_is_given_again(self, join: Join, redis_url: str) -> None:
        worker = join()
        worker.push(entry("甲"))
        worker.sync()
        worker._link.run("step", 1, "a.example.cn", 0, "0")  # granted, and nobody heard of it
        assert worker.lease(any_host) is None
        redis.Redis.from_url(redis_url).client_kill_filter(_type="normal", skipme=True)
        worker._link.interruptions += 1
        assert leased_soon(worker) == entry("甲")

    @pytest.mark.parametrize(
        ("trouble", "relief"),
        [
            (("CONFIG", "SET", "maxmemory", "1"), ("CONFIG", "SET", "maxmemory", "0")),
            (("REPLICAOF", "127.0.0.1", "1"), ("REPLICAOF", "NO", "ONE")),
            (
                ("CONFIG", "SET", "min-replicas-to-write", "1"),
                ("CONFIG", "SET", "min-replicas-to-write", "0"),
            ),
        ],
        ids=["no memory", "a replica", "no replicas"],
    )
    def test_a_server_that_cannot_write_is_waited_for(
        self, join: Join, redis_url: str, trouble: tuple[str, ...], relief: tuple[str, ...]
    ) -> None:
        worker, client = join(), redis.Redis.from_url(redis_url)
        try:
            client.execute_command(*trouble)
            worker.push(entry("甲"))
            assert not worker.sync()
            assert worker.lease(any_host) is None
            assert worker.counts() == Counts(waiting=1)
        finally:
            client.execute_command(*relief)
        assert leased_soon(worker) == entry("甲")


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

    def test_what_is_forgotten_is_asked_for(self, join: Join) -> None:
        worker = join(remember=10)
        for number in range(100):
            assert worker.push(entry(number))
        for number in range(100):
            assert not worker.push(entry(number))
        assert worker.counts() == Counts(waiting=100)


class TestErrors:
    def test_a_server_that_is_not_there(self) -> None:
        with pytest.raises(StorageError, match=r"redis://127\.0\.0\.1:1/0: "):
            RedisFrontier(connect("redis://:geheim@127.0.0.1:1/0"), "党建")

    def test_a_password_is_never_told(self) -> None:
        with pytest.raises(StorageError) as raised:
            RedisFrontier(connect("redis://:geheim@127.0.0.1:1/0"), "党建")
        assert "geheim" not in str(raised.value)

    @pytest.mark.parametrize("url", ["http://127.0.0.1/", "党建", "redis://127.0.0.1:port/"])
    def test_an_address_that_is_none(self, url: str) -> None:
        with pytest.raises(StorageError, match=rf"^{url}: not a Redis URL \(redis://HOST"):
            connect(url)

    def test_an_address_that_is_none_is_told_without_its_password(self) -> None:
        for url in (
            "redis://:ge/heim@h:port/0?password=heim",
            "redis://h:port/0?password=geheim",
            "u:geheim@h",
        ):
            with pytest.raises(StorageError, match=r"h.*: no address") as raised:
                connect(url)
            assert not re.search("ge|heim", str(raised.value))

    def test_parameters_that_are_none(self) -> None:
        with pytest.raises(StorageError, match="cannot be used"):
            connect("redis://127.0.0.1/", {"no_such_parameter": 1})
        with pytest.raises(StorageError, match="decode_responses"):
            connect("redis://127.0.0.1/", {"decode_responses": True})

    def test_keys_of_another_program(self, join: Join, redis_url: str) -> None:
        redis.Redis.from_url(redis_url).sadd("党建:dupefilter", "a fingerprint of scrapy-redis")
        worker = join()
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

    @pytest.mark.parametrize("score", [float("nan"), float("inf")])
    def test_a_score_that_is_no_number(self, join: Join, score: float) -> None:
        with pytest.raises(ValueError, match="score"):
            join().push(entry("甲", score))


class TestView:
    def test_it_shows_the_crawl(self, join: Join, view: RedisFrontierView) -> None:
        worker = join()
        rnd = random.Random(5)
        scores = {number: rnd.random() for number in range(300)}
        for number, score in scores.items():
            worker.push(entry(number, score, f"{number % 3}.example.cn"))
        leased, given_up = leased_soon(worker), leased_soon(worker)
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
        assert found is not None
        assert (found.url, found.host, found.score) == ("http://党建.example.cn/甲", "党建.example.cn", 0.3)
        assert (found.state, found.payload, found.attempts) == (State.WAITING, b"request", 0)
        worker.done(leased_soon(worker).key)
        worker.sync()
        found = view.find(key_of("甲"))
        assert found is not None
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


class TestProcesses:
    """Workers that are really killed."""

    PAGES = 400

    @pytest.fixture
    def start(self, redis_url: str) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
        started: list[subprocess.Popen[bytes]] = []

        def run(killer: int = -1, lease_seconds: float = 0.6) -> subprocess.Popen[bytes]:
            arguments = (redis_url, str(self.PAGES), str(lease_seconds), str(killer))
            tests = Path(__file__).parents[2]
            started.append(
                subprocess.Popen(
                    [sys.executable, "-m", "storage.redis.worker", *arguments],
                    cwd=tests,
                    env=os.environ | {"PYTHONPATH": str(tests)},
                )
            )
            return started[-1]

        yield run
        for process in started:
            process.kill()
            process.wait()

    def fetched(self, redis_url: str) -> list[int]:
        return [int(page) for page in redis.Redis.from_url(redis_url).lrange("fetched", 0, -1)]

    def await_pages(self, redis_url: str, more_than: int) -> None:
        client = redis.Redis.from_url(redis_url)
        end = time.monotonic() + 20
        while client.llen("fetched") <= more_than:
            assert time.monotonic() < end
            time.sleep(0.005)

    def test_killed_and_stopped_workers_lose_no_page(
        self, start: Callable[..., subprocess.Popen[bytes]], redis_url: str
    ) -> None:
        rnd = random.Random(11)
        crew = [start(), start()]
        for done in range(40, 280, 60):
            self.await_pages(redis_url, done)
            time.sleep(rnd.random() * 0.02)
            place = rnd.randrange(2)
            crew[place].kill()
            crew[place].wait()
            crew[place] = start()
        self.await_pages(redis_url, 300)
        crew[0].send_signal(signal.SIGSTOP)
        time.sleep(0.8)
        crew[0].send_signal(signal.SIGCONT)
        assert [worker.wait(30) for worker in crew] == [0, 0]
        pages = self.fetched(redis_url)
        assert set(pages) == set(range(self.PAGES))
        assert (
            len(pages) - self.PAGES <= 10
        )  # each of five lost at most the page it held and one half settled
        view = RedisFrontierView(connect(redis_url), "党建")
        assert view.counts() == Counts(done=self.PAGES)
        view.close()

    def test_a_page_that_kills_its_worker_is_given_up_and_the_crawl_ends(
        self, start: Callable[..., subprocess.Popen[bytes]], redis_url: str
    ) -> None:
        killer, codes = 150, []
        while not codes or codes[-1] != 0:
            codes.append(start(killer, lease_seconds=0.4).wait(30))
            assert len(codes) < 8
        assert codes == [9, 9, 9, 0]
        below = {2 * killer + 1, 2 * killer + 2}
        assert set(self.fetched(redis_url)) == set(range(self.PAGES)) - {killer} - below
        view = RedisFrontierView(connect(redis_url), "党建")
        assert [link.key for link in view.dead(5)] == [key_of(killer)]
        view.close()
