"""Servers that no crawl can use are refused at its start, in one line that names the cure."""

from __future__ import annotations

import pytest
import redis

from topiccrawl.errors import DatabaseAwayError, StorageError
from topiccrawl.storage.redis.check import check_redis
from topiccrawl.storage.redis.connection import connect


def refused(url: str) -> str:
    with pytest.raises(StorageError) as caught:
        check_redis(connect(url), "党建", fresh=True)
    assert not isinstance(caught.value, DatabaseAwayError)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_read_only_replica(redis_url: str) -> None:
    client = redis.Redis.from_url(redis_url)
    client.execute_command("REPLICAOF", "127.0.0.1", "1")
    try:
        assert "is a read-only replica; give the URL of its master, 127.0.0.1:1" in refused(redis_url)
    finally:
        client.execute_command("REPLICAOF", "NO", "ONE")


def test_a_missing_or_wrong_password(redis_url: str) -> None:
    client = redis.Redis.from_url(redis_url)
    client.config_set("requirepass", "geheim")
    try:
        for url in (redis_url, redis_url.replace("//", "//:falsch@")):
            said = refused(url)
            assert "redis://:PASSWORD@HOST:PORT/NUMBER" in said
            assert "falsch" not in said
    finally:
        client.config_set("requirepass", "")
