"""Queue and duplicate filter in Redis without a crawl: topiccrawl's scheduler against scrapy-redis's.

    python -m benchmarks.frontier.redis_queue [--sizes 10000 100000] [--repeat 3]

Per size and repetition both sides enqueue new requests of 200 hosts, then the same requests again, which are
known by then, and return up to 20,000 requests; topiccrawl also settles a lease for each. The Redis server is
started for the benchmark, with an append-only file, and emptied in between. Rates are requests per second;
`cpu_us` and `server_cpu_us` are the processor time per request, in the crawler and in the server.
`bytes_per_url` is the server's memory per waiting request. `taken_up` is the time from the death of a worker
until another worker leases what it held, divided by the duration of leases. Writes
results/frontier-redis_queue.json.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from statistics import median
from typing import Any

import redis
from scrapy import Request, Spider
from scrapy.core.scheduler import BaseScheduler
from scrapy.utils.test import get_crawler
from scrapy_redis.scheduler import Scheduler as TheirScheduler

from benchmarks.frontier.scheduler import RedisScheduler
from benchmarks.measuring import arguments, save_result, show_table
from benchmarks.servers import Redis, running
from topiccrawl.storage.frontier.contract import Entry
from topiccrawl.storage.redis.connection import connect
from topiccrawl.storage.redis.frontier import RedisFrontier

_MOST_TAKEN = 20_000
_LEASE_SECONDS = 2.0
SIDES: dict[str, type[BaseScheduler]] = {"topiccrawl": RedisScheduler, "scrapy_redis": TheirScheduler}


class FedSpider(Spider):
    """A spider without start requests; the benchmark enqueues them."""

    name = "fed"


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--sizes", nargs="+", type=int, default=[10_000, 100_000])
    parser.add_argument("--repeat", type=int, default=3)
    args = parser.parse_args()
    with running(Redis(durable=True)) as server:
        found = [
            {"size": size, "side": side, **measure(side, size, server)}
            for size in args.sizes
            for _ in range(args.repeat)
            for side in SIDES
        ]
        times = [taken_up(server) for _ in range(args.repeat)]
    keys = [key for key in found[0] if key not in ("size", "side")]
    medians = [
        {
            "size": size,
            "side": side,
            **{key: median(r[key] for r in found if (r["size"], r["side"]) == (size, side)) for key in keys},
        }
        for size in args.sizes
        for side in SIDES
    ]
    show_table(["size", "side", *keys], [list(row.values()) for row in medians])
    print(f"a dead worker's leases are taken up after {median(times):.2f} of their duration")
    figures = {"lease_seconds": _LEASE_SECONDS, "taken_up": [round(part, 3) for part in times]}
    save_result("frontier-redis_queue", {"median": medians, "repetitions": found, **figures})


def measure(side: str, size: int, server: Redis) -> dict[str, float]:
    """Run one side on an empty server."""
    server.clear()
    crawler = get_crawler(
        FedSpider,
        {"REDIS_URL": server.url, "DUPEFILTER_CLASS": "scrapy_redis.dupefilter.RFPDupeFilter"},
    )
    crawler._apply_settings()
    spider = crawler.spider = FedSpider.from_crawler(crawler)
    scheduler: Any = SIDES[side].from_crawler(crawler)
    scheduler.open(spider)
    client = redis.Redis.from_url(server.url)
    before = memory(client)
    found = timed(client, "new", scheduler.enqueue_request, requests(size))
    waiting = len(scheduler)
    per_url = (memory(client) - before) / size
    found |= timed(client, "known", scheduler.enqueue_request, requests(size))
    given: list[Request | None] = []
    found |= timed(
        client, "out", lambda _: given.append(scheduler.next_request()), range(min(size, _MOST_TAKEN))
    )
    scheduler.close("finished")
    if waiting != size or None in given:
        raise RuntimeError(f"{side} holds {waiting} of {size}, and gave out {len(given) - given.count(None)}")
    return {**found, "bytes_per_url": round(per_url)}


def requests(size: int) -> Iterator[Request]:
    """Yield the same requests each time, with random priorities."""
    rng = random.Random(size)
    for number in range(size):
        host = f"www{number % 200}.example.cn"
        yield Request(f"http://{host}/dangjian/{number}.html", priority=rng.randrange(1000))


def timed(
    client: redis.Redis, name: str, call: Callable[[Any], object], over: Iterable[Any]
) -> dict[str, float]:
    """Return calls per second and microseconds of processor time per call, of this process and the server."""
    calls = list(over)  # making them is not measured
    server_cpu, cpu, began = cpu_of(client), time.process_time(), time.perf_counter()
    for one in calls:
        call(one)
    seconds = time.perf_counter() - began
    used = time.process_time() - cpu, cpu_of(client) - server_cpu
    return {
        f"{name}_per_second": round(len(calls) / seconds),
        f"{name}_cpu_us": round(1e6 * used[0] / len(calls)),
        f"{name}_server_cpu_us": round(1e6 * used[1] / len(calls)),
    }


def cpu_of(client: redis.Redis) -> float:
    """Return the processor seconds that the server has used."""
    info: Any = client.info("cpu")
    return float(info["used_cpu_user"]) + float(info["used_cpu_sys"])


def memory(client: redis.Redis) -> int:
    """Return the memory that the server uses, in bytes."""
    info: Any = client.info("memory")
    return int(info["used_memory"])


def taken_up(server: Redis) -> float:
    """Return the time until a dead worker's lease is taken over, divided by the duration of leases."""
    server.clear()
    dead, alive = (RedisFrontier(connect(server.url), "fed", lease_seconds=_LEASE_SECONDS) for _ in range(2))
    dead.push(Entry(bytes(20), "www.example.cn", 1.0, b"", "http://www.example.cn/"))
    time.sleep(random.uniform(0, _LEASE_SECONDS))  # somewhere between two renewals
    assert dead.lease(lambda host, score: True) is not None
    dead._worker.stop()
    began = time.perf_counter()
    while alive.lease(lambda host, score: True) is None:
        time.sleep(0.01)
    seconds = time.perf_counter() - began
    alive.close()
    return seconds / _LEASE_SECONDS


if __name__ == "__main__":
    main()
