"""Workers of a shared crawl for the tests of this wing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from storage.redis.sharing import Join

from topiccrawl.storage.redis.connection import connect
from topiccrawl.storage.redis.frontier import RedisFrontier
from topiccrawl.storage.redis.view import RedisFrontierView


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
