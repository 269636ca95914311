"""A server that is away for a while."""

from __future__ import annotations

import time

import pytest
import redis
from servers.redis import Redis
from storage.frontier.contract import any_host, entry, key_of
from storage.redis.sharing import Join, leased_soon

from topiccrawl.errors import StorageError
from topiccrawl.storage.frontier.contract import Counts
from topiccrawl.storage.redis.connection import connect
from topiccrawl.storage.redis.frontier import RedisFrontier


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
        with client.pipeline() as whole:  # at once, as a server reads its file before it answers
            whole.flushall()
            for key, value in before.items():
                whole.restore(key, 0, value)
            whole.execute()
        assert leased_soon(worker) == leased
        assert worker.push(entry("link on 甲"))

    def test_a_lease_whose_answer_was_lost_is_given_again(self, join: Join, redis_url: str) -> None:
        worker = join()
        worker.push(entry("甲"))
        worker.sync()
        worker._worker.run("step", 1, "a.example.cn", 0, "0")  # granted, and nobody heard of it
        assert worker.lease(any_host) is None
        redis.Redis.from_url(redis_url).client_kill_filter(_type="normal", skipme=True)
        worker._worker.interruptions += 1
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
