"""A frontier whose keys were deleted: by hand, by another program, or by a server short of memory."""

from __future__ import annotations

import pytest
import redis
from storage.frontier.contract import any_host, entry
from storage.redis.sharing import Join, leased_soon

from topiccrawl.errors import FrontierLostError
from topiccrawl.storage.frontier.contract import Counts
from topiccrawl.storage.redis.frontier import RedisFrontier

CURE = r"lost .*noeviction.*-a fresh=1"


def filled(join: Join) -> RedisFrontier:
    """A worker that holds one URL, beside one that is done, one dead and 20 that wait on three hosts."""
    worker = join()
    for number in range(23):
        worker.push(entry(number, 0.5, f"{number % 3}.example.cn"))
    worker.done(leased_soon(worker).key)
    worker.dead(leased_soon(worker).key, "status_503")
    leased_soon(worker)
    assert worker.counts() == Counts(waiting=20, leased=1, done=1, dead=1)
    return worker


@pytest.mark.parametrize("held", [False, True], ids=["joining", "at work"])
@pytest.mark.parametrize(
    "name",
    ["dupefilter", "payloads", "links", "counts", "requests", "requests:1.example.cn", "dead", "workers"],
)
def test_each_key_that_a_crawl_needs_is_missed(name: str, held: bool, join: Join, redis_url: str) -> None:
    worker = filled(join)
    client = redis.Redis.from_url(redis_url)
    if not held:
        worker.close()
        if name == "workers":
            return  # without a worker there is none
    assert client.delete(f"党建:{name}")
    with pytest.raises(FrontierLostError, match=CURE):
        (worker if held else join()).counts()
    with pytest.raises(FrontierLostError, match=CURE):
        worker.close() if held else join().counts()
    again = join(fresh=True)
    assert again.push(entry("甲"))
    assert leased_soon(again) == entry("甲")


def test_leases_that_are_gone_do_not_wait_for_ever(join: Join, redis_url: str) -> None:
    worker = filled(join)
    assert redis.Redis.from_url(redis_url).delete(f"党建:leases:{worker.worker}")
    with pytest.raises(FrontierLostError, match=CURE):
        worker.counts()
    with pytest.raises(FrontierLostError):
        worker.close()


def test_an_emptied_server_is_no_finished_crawl(join: Join, redis_url: str) -> None:
    workers = [filled(join), join()]
    redis.Redis.from_url(redis_url).flushall()
    for worker in workers:
        with pytest.raises(FrontierLostError, match=CURE):
            worker.lease(any_host)
        with pytest.raises(FrontierLostError):
            worker.close()
    assert join().counts() == Counts()  # the next crawl begins at its seeds


def test_another_worker_may_empty_the_frontier(join: Join) -> None:
    idle = join()
    assert idle.push(entry("旧"))
    assert idle.sync()
    join(fresh=True).push(entry("新"))
    assert idle.counts() == Counts()
    assert idle.push(entry("旧"))
