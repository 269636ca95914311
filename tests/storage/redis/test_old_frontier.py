"""A frontier in Redis with only the keys that the first rooms of storage knew: refusals and history came later."""

from __future__ import annotations

import struct

import pytest
from storage.redis.sharing import Join, leased_soon

from topiccrawl.storage.frontier.contract import Counts, State
from topiccrawl.storage.redis.connection import connect

HOST = "a.example.cn"
WAITING, DONE, DEAD = (bytes([number]) * 20 for number in (1, 2, 3))


@pytest.fixture
def old_frontier(redis_url: str) -> None:
    client = connect(redis_url)
    number = struct.pack(">Q", 1)
    states = {WAITING: f"0|0|1|0.5|{HOST}", DONE: f"2|0|2|0.4|{HOST}", DEAD: f"3|0|3|0.3|{HOST}"}
    client.hset("党建:dupefilter", mapping=states)
    client.hset("党建:payloads", mapping={WAITING: b"request", DEAD: b"failed"})
    client.hset("党建:links", mapping={WAITING: f"http://{HOST}/党建\n", DEAD: f"http://{HOST}/b\n"})
    client.hset("党建:dead", DEAD, "status_503")
    client.zadd("党建:dead_since", {DEAD: 1_700_000_000_000})
    client.zadd(f"党建:requests:{HOST}", {number + WAITING: -0.5})
    client.zadd("党建:requests", {number + HOST.encode(): -0.5})
    client.hset("党建:counts", mapping={"waiting": 1, "done": 1, "dead": 1, "number": 3, "generation": 1})
    client.hset("党建:counts_of_hosts", mapping={f"{state}{HOST}": 1 for state in (0, 2, 3)})
    client.close()


@pytest.mark.usefixtures("old_frontier")
def test_it_continues_where_it_was(join: Join) -> None:
    worker = join()
    assert worker.counts() == Counts(waiting=1, done=1, dead=1)
    assert worker.state(DONE) is State.DONE and worker.state(DEAD) is State.DEAD
    leased = leased_soon(worker)
    assert (leased.key, leased.payload, leased.url) == (WAITING, b"request", f"http://{HOST}/党建")
    worker.done(WAITING)
    assert worker.sync()
    assert worker.counts() == Counts(done=2, dead=1)
