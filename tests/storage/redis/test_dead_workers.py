"""Workers that die, and clocks that jump."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import redis
from forks import ForkedPython
from servers.redis import Redis
from storage.frontier.contract import any_host, entry, key_of
from storage.redis.sharing import Join, await_leased, killed, leased_soon

from topiccrawl.storage.frontier.contract import Counts
from topiccrawl.storage.redis.connection import connect
from topiccrawl.storage.redis.view import RedisFrontierView


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
        one._worker.stop()  # as if stopped: nothing is renewed
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


class TestProcesses:
    """Workers that are really killed."""

    PAGES = 400

    @pytest.fixture
    def start(self, redis_url: str) -> Iterator[Callable[..., ForkedPython]]:
        started: list[ForkedPython] = []

        def run(killer: int = -1, lease_seconds: float = 0.6) -> ForkedPython:
            arguments = (redis_url, str(self.PAGES), str(lease_seconds), str(killer))
            started.append(ForkedPython("-m", "storage.redis.worker", *arguments))
            return started[-1]

        yield run
        for process in started:
            process.kill()
            process.communicate()

    def fetched(self, redis_url: str) -> list[int]:
        return [int(page) for page in redis.Redis.from_url(redis_url).lrange("fetched", 0, -1)]

    def await_pages(self, redis_url: str, more_than: int) -> None:
        client = redis.Redis.from_url(redis_url)
        end = time.monotonic() + 20
        while client.llen("fetched") <= more_than:
            assert time.monotonic() < end
            time.sleep(0.005)

    def test_killed_and_stopped_workers_lose_no_page(
        self, start: Callable[..., ForkedPython], redis_url: str
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
